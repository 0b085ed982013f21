import { forgoBridge } from "../../e2e/withoutBridge.ts"
import type { Scene, SceneStage } from "../scene.ts"
import { AGES_MS, BENCH, DESK, DOME, HALL, MIRA, OWNER, ROOM, STUDIO, SUB } from "./people.ts"
import {
  act,
  askForSeveral,
  choosing,
  closeMenu,
  comeBack,
  dismiss,
  forgetFaults,
  goAway,
  goOffline,
  listed,
  rename,
  stay,
} from "./steps.ts"

const MINUTE_MS = 60_000

const owner = { who: OWNER, path: "/devices" } as const

const lists: readonly Scene[] = [
  { ...owner, name: "devices", leave: stay, main: true, whole: true, play: listed },
  {
    ...owner,
    name: "presence",
    path: "/devices/presence",
    leave: stay,
    main: true,
    play: ({ seeName }) => seeName(DOME),
  },
  {
    name: "devices-sub-account",
    who: SUB,
    path: "/devices",
    leave: stay,
    main: true,
    play: ({ seeName }) => seeName(DOME),
  },
  {
    name: "devices-guest",
    path: "/devices",
    leave: stay,
    main: true,
    play: async ({ see, seeName }) => {
      await see("devices.signedOut.title")
      await seeName("Bench cable")
    },
  },
  {
    name: "devices-guest-steps",
    path: "/devices",
    main: true,
    // With a native side the list would have LAN devices.
    before: ({ context, stack }) => forgoBridge(context, stack),
    play: ({ see }) => see("devices.steps.titleGuest"),
  },
  {
    ...owner,
    name: "devices-loading",
    main: true,
    before: ({ stack }) => stack.fault({ call: "loginWithToken", fault: "delay", ms: AGES_MS, times: 10 }),
    play: async ({ page }) => page.locator(".cards").waitFor(),
  },
  {
    ...owner,
    name: "devices-forced-colours",
    repeats: true,
    play: async (stage) => {
      await stage.page.emulateMedia({ forcedColors: "active" })
      await listed(stage)
    },
  },
  // A window of 1440 by 900 at 200 %, a low one, and a phone with touch.
  { ...owner, name: "devices-enlarged", window: { width: 720, height: 450, scale: 2 }, play: listed },
  { ...owner, name: "devices-low", window: { width: 1280, height: 480 }, play: listed },
  { ...owner, name: "devices-touched", window: { width: 390, height: 780, touch: true }, play: listed },
  {
    name: "devices-empty",
    who: MIRA,
    path: "/devices",
    leave: stay,
    main: true,
    play: ({ see }) => see("devices.empty.body"),
  },
  {
    name: "devices-first-load-failed",
    who: MIRA,
    path: "/devices",
    main: true,
    before: ({ stack }) => stack.fault({ call: "loginWithToken", fault: "status:-999", times: 100 }),
    play: ({ t, see }) => see("devices.failed.nothing", { reason: t("common.error.unknown") }),
  },
  {
    ...owner,
    name: "devices-cloud-fault",
    repeats: true,
    leave: forgetFaults,
    main: true,
    play: async (stage) => {
      await listed(stage)
      await stage.stack.fault({ call: "loginWithToken", fault: "status:-999", times: 100 })
      await stage.press("common.action.refresh")
      await stage.page.locator(".list-note").waitFor()
    },
  },
  {
    ...owner,
    name: "devices-offline",
    leave: comeBack,
    main: true,
    play: async (stage) => {
      await listed(stage)
      await goOffline(stage)
    },
  },
  {
    ...owner,
    name: "devices-unreachable",
    leave: forgetFaults,
    main: true,
    play: async (stage) => {
      await listed(stage)
      await stage.stack.fault({ call: "loginWithToken", fault: "drop-request", times: 1_000 })
      await stage.press("common.action.refresh")
      await stage.see("layout.banner.unreachable")
    },
  },
  {
    ...owner,
    name: "devices-stale",
    main: true,
    before: ({ context }) => context.clock.install(),
    play: async (stage) => {
      await listed(stage)
      await goOffline(stage)
      await stage.page.clock.fastForward(31 * MINUTE_MS)
      await stage.see("devices.card.wasOnline")
    },
  },
]

const uses: readonly Scene[] = [
  {
    ...owner,
    name: "devices-menu",
    leave: closeMenu,
    placed: true,
    main: true,
    play: async (stage) => stage.menu(BENCH),
  },
  {
    ...owner,
    name: "devices-found",
    leave: goAway,
    play: async (stage) => {
      await listed(stage)
      await stage.fill("devices.search", "oo")
    },
  },
  {
    ...owner,
    name: "devices-no-match",
    leave: goAway,
    play: async (stage) => {
      await listed(stage)
      await stage.fill("devices.search", "nowhere")
      await stage.see("devices.noMatch")
    },
  },
  { ...owner, name: "devices-selection", leave: goAway, main: true, play: choosing },
  {
    ...owner,
    name: "device-page",
    leave: goAway,
    main: true,
    play: async ({ page, see }) => {
      await page.getByRole("heading", { name: ROOM }).click()
      await see("devices.page.facts")
    },
  },
  {
    ...owner,
    name: "devices-filter-menu",
    leave: closeMenu,
    play: async (stage) => {
      await listed(stage)
      await stage.press("devices.find.kind")
      await stage.page.getByRole("menuitemcheckbox").first().waitFor()
    },
  },
  {
    ...owner,
    name: "devices-palette",
    leave: dismiss,
    main: true,
    play: async (stage) => {
      await listed(stage)
      await stage.page.keyboard.press("Control+k")
      await stage.fill("layout.palette.label", "room")
      await stage.page.getByRole("option").filter({ hasText: ROOM }).first().waitFor()
    },
  },
  {
    ...owner,
    name: "devices-needs-app",
    // With a native side the button would connect.
    before: ({ context, stack }) => forgoBridge(context, stack),
    play: async ({ page, see }) => {
      const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: ROOM }) })
      // The button is visible under a hovering pointer, which a browser without a screen may not have.
      await card.locator(".connect").dispatchEvent("click")
      await see("devices.notice.needsApp")
    },
  },
  {
    ...owner,
    name: "devices-notices",
    main: true,
    before: async ({ stack }) => {
      const did = async (name: string) => (await stack.device(name)).did
      await stack.fault({ call: "rename_device", did: await did(BENCH), fault: "status:-999" })
      await stack.fault({ call: "request_device", did: await did(ROOM), fault: "drop-reply" })
      await stack.fault({ call: "request_device", did: await did(DOME), fault: "status:-999" })
      await stack.fault({ call: "request_device", did: await did(STUDIO), fault: "delay", ms: AGES_MS })
    },
    play: async (stage) => {
      await listed(stage)
      await rename(stage, BENCH, "Refused bench")
      await stage.see("devices.notice.renameRefused")
      await act(stage, ROOM, "reboot")
      await stage.see("devices.notice.rebootUnconfirmed")
      await act(stage, DOME, "wake")
      await stage.see("devices.notice.wakeRefused")
      await act(stage, STUDIO, "reboot")
      await stage.see("devices.notice.rebootSending")
      await goOffline(stage)
      await rename(stage, HALL, "Lecture hall two")
      await act(stage, DESK, "wake")
      await stage.see("devices.notice.wakeQueued")
    },
  },
]

const dialogs: readonly Scene[] = [
  {
    ...owner,
    name: "dialog-wake-bound",
    leave: dismiss,
    main: true,
    play: ({ menu }) => menu(ROOM, "common.action.wake"),
  },
  {
    ...owner,
    name: "dialog-wake-manual",
    leave: dismiss,
    play: async ({ menu, answer, fill, see }) => {
      await menu(ROOM, "common.action.wake")
      await answer("dialog.wake.manual")
      await fill("common.field.mac", "0a:1b-2c")
      await answer("dialog.wake.submit")
      await see("common.invalid.invalidMac")
    },
  },
  { ...owner, name: "dialog-wake-no-bound-mac", leave: dismiss, play: ({ menu }) => menu(BENCH, "common.action.wake") },
  {
    ...owner,
    name: "dialog-rename-device",
    repeats: true,
    leave: dismiss,
    main: true,
    play: ({ menu }) => menu(BENCH, "common.action.rename"),
  },
  {
    ...owner,
    name: "dialog-rename-device-too-long",
    leave: dismiss,
    play: async ({ menu, fill, answer, see }) => {
      await menu(BENCH, "common.action.rename")
      await fill("dialog.rename.label", "ä".repeat(17))
      await answer("common.action.save")
      await see("common.invalid.deviceNameTooLong")
    },
  },
  { ...owner, name: "dialog-tags", leave: dismiss, main: true, play: ({ menu }) => menu(BENCH, "common.action.tags") },
  {
    ...owner,
    name: "dialog-reboot",
    repeats: true,
    leave: dismiss,
    main: true,
    play: ({ menu }) => menu(ROOM, "common.action.reboot"),
  },
  {
    ...owner,
    name: "dialog-reboot-offline",
    leave: async (stage) => {
      await dismiss(stage)
      await comeBack(stage)
    },
    play: async (stage) => {
      await listed(stage)
      await goOffline(stage)
      await stage.menu(ROOM, "common.action.reboot")
    },
  },
]

const dismissChosen = async (stage: SceneStage) => {
  await dismiss(stage)
  await goAway(stage)
}

const batches: readonly Scene[] = [
  { ...owner, name: "dialog-batch-wake", leave: dismissChosen, main: true, play: askForSeveral("wake") },
  { ...owner, name: "dialog-batch-reboot", leave: dismissChosen, play: askForSeveral("reboot") },
  { ...owner, name: "dialog-batch-assign", leave: dismissChosen, play: askForSeveral("assign") },
  {
    ...owner,
    name: "dialog-batch-results",
    play: async (stage) => {
      await askForSeveral("wake")(stage)
      await stage.stack.fault({ call: "request_device", fault: "status:-999" })
      await stage.answer("common.action.wake")
      await stage.see("layout.outbox.state.refused")
    },
  },
]

/** The devices screen in each of its states, its menus and dialogs. */
export const deviceScenes: readonly Scene[] = [...lists, ...uses, ...dialogs, ...batches]
