import type { Backstage, Scene, SceneStage } from "../scene.ts"
import { AGES_MS, BENCH, DESK, DOME, HALL, OWNER, ROOM, STUDIO, SUITE } from "./people.ts"
import { act, goOffline, listed, rename } from "./steps.ts"

const MINUTE_MS = 60_000

const owner = { who: OWNER, path: "/devices" } as const

const panelOf = ({ page, t }: SceneStage) => page.getByRole("region", { name: t("layout.outbox.title"), exact: true })

const close = async (stage: SceneStage) => {
  await stage.press("layout.outbox.close")
  await panelOf(stage).waitFor({ state: "detached" })
}

/** Opens the panel unless it has opened automatically. */
const open = async (stage: SceneStage) => {
  const { page } = stage
  const panel = panelOf(stage)
  if (!(await panel.isVisible())) await page.locator(".side .lines button").click()
  await panel.waitFor()
}

const faults = async ({ stack }: Backstage) => {
  const did = async (name: string) => (await stack.device(name)).did
  await stack.fault({ call: "rename_device", did: await did(BENCH), fault: "status:-999" })
  await stack.fault({ call: "request_device", did: await did(ROOM), fault: "drop-reply" })
  await stack.fault({ call: "rename_device", did: await did(HALL), fault: "http-500", times: 1_000 })
  await stack.fault({ call: "rename_device", did: await did(STUDIO), fault: "delay", ms: AGES_MS })
}

/** One action in each state that is reachable within seconds. */
const everyState = async (stage: SceneStage) => {
  await listed(stage)
  await rename(stage, SUITE, "Edit suite 1")
  await stage.see("common.success.deviceRenamed")
  await rename(stage, BENCH, "Refused bench")
  await act(stage, ROOM, "reboot")
  await stage.see("devices.notice.rebootUnconfirmed")
  await rename(stage, STUDIO, "Studio 3")
  await rename(stage, HALL, "Lecture hall two")
  await open(stage)
  await stage.see("layout.outbox.state.waiting")
  await rename(stage, "Lecture hall two", "Lecture hall 2a")
  await rename(stage, "Lecture hall 2a", "Lecture hall 2b")
  await stage.see("layout.outbox.state.superseded")
  await act(stage, DESK, "wake")
  await stage.see("layout.outbox.state.unconfirmed")
}

/**
 * The outbox in each of its states. The README shows `outbox-picture` and `outbox-replay` (`docs/picture.png`,
 * `docs/replay.webp`).
 */
export const outboxScenes: readonly Scene[] = [
  {
    ...owner,
    name: "outbox-empty",
    leave: close,
    main: true,
    play: async (stage) => {
      await listed(stage)
      await open(stage)
    },
  },
  { ...owner, name: "outbox-every-state", main: true, before: faults, play: everyState },
  {
    ...owner,
    name: "outbox-offline",
    main: true,
    play: async (stage) => {
      await listed(stage)
      await goOffline(stage)
      await rename(stage, BENCH, "Bench by the window")
      await act(stage, ROOM, "wake")
      await act(stage, ROOM, "reboot")
      await rename(stage, DOME, "Dome")
      await open(stage)
      const item = stage.page.getByRole("listitem").filter({ hasText: "Dome" })
      await item
        .getByRole("button", { name: stage.t("layout.outbox.do.cancel"), exact: true })
        .last()
        .click()
      await stage.see("layout.outbox.state.cancelled")
    },
  },
  {
    ...owner,
    name: "outbox-picture",
    repeats: true,
    before: async ({ stack }) =>
      stack.fault({ call: "request_device", did: (await stack.device(DOME)).did, fault: "drop-reply" }),
    play: async (stage) => {
      await listed(stage)
      await act(stage, DOME, "reboot")
      await stage.see("devices.notice.rebootUnconfirmed")
      await goOffline(stage)
      await rename(stage, ROOM, "Control room 1")
      await act(stage, SUITE, "reboot")
      await open(stage)
      const passing = stage.page.getByRole("region", { name: stage.t("common.toast.region") }).getByRole("status")
      await passing.first().waitFor({ state: "detached" })
    },
  },
  {
    ...owner,
    name: "outbox-expired",
    before: ({ context }) => context.clock.install(),
    play: async (stage) => {
      await listed(stage)
      await goOffline(stage)
      await act(stage, ROOM, "reboot")
      await open(stage)
      await stage.page.clock.fastForward(6 * MINUTE_MS)
      await stage.see("layout.outbox.state.expired")
    },
  },
  {
    ...owner,
    name: "outbox-replay",
    repeats: true,
    window: { width: 1440, height: 900 },
    before: ({ context }) => context.clock.install(),
    play: async (stage) => {
      const { page, context, t, see, press, visit } = stage
      await listed(stage)
      await open(stage)
      await goOffline(stage)
      await rename(stage, ROOM, "Control room 1")
      await act(stage, SUITE, "reboot")
      await page.clock.fastForward(6 * MINUTE_MS)
      await see("layout.outbox.state.expired")
      await context.setOffline(false)
      await see("common.success.deviceRenamed")
      await press("layout.outbox.close")
      await visit("/log")
      await page
        .locator(".erow", { hasText: t("pages.log.event.ActionExpired") })
        .first()
        .click()
      await page.frameLocator(".rview iframe").getByText("Control room 1").first().waitFor()
      await page.locator(".chain .at").waitFor()
      const passing = page.getByRole("region", { name: t("common.toast.region") }).getByRole("status")
      await passing.first().waitFor({ state: "detached" })
    },
  },
  {
    ...owner,
    name: "outbox-held",
    main: true,
    play: async (stage) => {
      await listed(stage)
      await stage.stack.fault({ call: "rename_device", fault: "http-500", times: 1_000 })
      await rename(stage, BENCH, "Bench by the window")
      await stage.press("layout.logOut")
      await stage.answer("layout.logout.keep")
      await stage.page.waitForURL("**/signin")
      await stage.press("auth.signIn.skip")
      await stage.page.waitForURL("**/devices")
      await open(stage)
      await stage.see("layout.outbox.state.held")
    },
  },
  {
    ...owner,
    name: "dialog-log-out-unsent",
    main: true,
    play: async (stage) => {
      await listed(stage)
      await goOffline(stage)
      await rename(stage, BENCH, "Bench by the window")
      await stage.press("layout.logOut")
      await stage.see("layout.logout.keep")
    },
  },
]
