import type { Scene, SceneStage } from "../scene.ts"
import type { TextKey } from "../words.ts"
import { AGES_MS, BENCH, DOME, OWNER, ROOM, STUDIO } from "./people.ts"
import { act, askForSeveral, goAway, hold, listed, stay } from "./steps.ts"

const MINUTE_MS = 60_000
const BACK_AFTER_MS = 48_000

const owner = { who: OWNER, path: "/devices" } as const

/** Waits until a text with any time is visible. */
const seeTimed = async ({ page, t }: SceneStage, key: TextKey, param: "ago" | "time" | "when") => {
  const parts = t(key, { [param]: "|" }).split("|")
  const pattern = new RegExp(parts.map((part) => RegExp.escape(part)).join(".*"))
  await page.getByText(pattern).first().waitFor()
}

/** A device that does not return, one that is back, one on its way, and one without an answer (WAKE-4). */
const everyOutcome = async (stage: SceneStage) => {
  const { stack, page, press } = stage
  await listed(stage)
  const did = async (name: string) => (await stack.device(name)).did
  await stack.fault({ call: "request_device", did: await did(STUDIO), fault: "delay", ms: AGES_MS })
  await act(stage, DOME, "reboot")
  await seeTimed(stage, "devices.notice.rebootTaken", "ago")
  await stack.patchDevice(await did(DOME), { power: "off" })
  await page.clock.fastForward(6 * MINUTE_MS)
  await seeTimed(stage, "devices.outcome.rebootNotBack", "ago")
  await act(stage, BENCH, "reboot")
  await seeTimed(stage, "devices.notice.rebootTaken", "ago")
  const now = await page.evaluate(() => Date.now())
  await stack.patchDevice(await did(BENCH), { lastSeen: now + BACK_AFTER_MS })
  await press("common.action.refresh")
  await seeTimed(stage, "devices.outcome.rebootBack", "time")
  await act(stage, ROOM, "reboot")
  await seeTimed(stage, "devices.notice.rebootTaken", "ago")
  await act(stage, STUDIO, "reboot")
  await stage.see("devices.notice.rebootSending")
}

/** Time stops before the reboot is sent. */
const whileUndoable = async (stage: SceneStage) => {
  await listed(stage)
  await act(stage, ROOM, "reboot")
  await seeTimed(stage, "devices.notice.rebootUndo", "when")
  await hold(stage)
}

const severalUnderWay = async (stage: SceneStage) => {
  const { stack, page, answer, dialog } = stage
  await stack.fault({ call: "request_device", fault: "delay", ms: AGES_MS, times: 10 })
  await askForSeveral("wake")(stage)
  await answer("common.action.wake")
  await stage.see("layout.outbox.state.sending")
  await page.keyboard.press("Escape")
  await dialog().waitFor({ state: "detached" })
  await page.locator(".batch-line").waitFor()
}

/** Enough for a table with a rail of letters. */
const INITIALS = "ABCDEFGHKLMNOPRSTVWZ"
const OF_EACH = 3

const manyDevices = async (stage: SceneStage) => {
  const { stack, page, press } = stage
  await listed(stage)
  for (const initial of INITIALS)
    for (let number = 1; number <= OF_EACH; number += 1) await stack.addDevice(`${initial}-wing ${number}`)
  await press("common.action.refresh")
  await page.locator(".letters").waitFor()
}

/** The outcomes of actions, on the devices that the actions are about. */
export const outcomeScenes: readonly Scene[] = [
  {
    ...owner,
    name: "devices-outcomes",
    main: true,
    local: { undoReboot: "false" },
    before: ({ context }) => context.clock.install(),
    play: everyOutcome,
  },
  {
    ...owner,
    name: "devices-undo",
    main: true,
    before: ({ context }) => context.clock.install(),
    play: whileUndoable,
  },
]

/** Scenes whose effects no other scene expects. Where scenes share a page, these come last. */
export const lastingScenes: readonly Scene[] = [
  { ...owner, name: "devices-batch", repeats: true, leave: stay, main: true, play: severalUnderWay },
  { ...owner, name: "devices-many", leave: goAway, main: true, play: manyDevices },
  { ...owner, name: "devices-table", path: "/devices?view=table", leave: stay, main: true, play: listed },
]
