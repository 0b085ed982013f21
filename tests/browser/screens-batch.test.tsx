import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { BatchWakeDialog } from "../../src/app/dialogs/BatchDialog.tsx"
import { BatchRecordDialog } from "../../src/app/dialogs/BatchRecordDialog.tsx"
import { Batches } from "../../src/app/dialogs/batch/Batches.tsx"
import { DialogHost } from "../../src/app/dialogs/DialogHost.tsx"
import { OutboxPanel } from "../../src/app/shell/outbox/OutboxPanel.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

const noop = (): void => undefined

/** One batch that reboots three devices. */
const begun = () => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(3) })
  desk.do({ type: "TakeLeadership" })
  const dids = ["d0", "d1", "d2"]
  const [event] = desk.do({
    type: "StartBatch",
    kind: "reboot",
    accountId: null,
    subject: "",
    dids,
    left: [],
    undo: false,
  })
  if (event?.type !== "BatchStarted") throw new Error("no batch was begun")
  return { desk, batch: event.payload.batch }
}

/** Hands over, claims and answers the action of each device in turn. The second one is refused. */
const finish = (desk: ScreenDesk, batch: string): void => {
  const { epoch } = desk.recorder.state.outbox
  for (const did of ["d0", "d1", "d2"]) {
    desk.do({ type: "AdvanceBatch", batch, epoch })
    const { open } = desk.recorder.state.outbox.actions
    const action = open.find((each) => each.batch?.did === did)?.id ?? ""
    desk.do({ type: "ClaimAction", action, epoch })
    const outcome =
      did === "d1" ? ({ kind: "refused", reason: "unknown", status: -999 } as const) : ({ kind: "done" } as const)
    desk.do({ type: "RecordOutcome", action, attempt: 1, outcome, jitter: 0 })
  }
}

test("[DEVICE-18][OFFLINE-3] what waits in a batch has its line in the outbox until it has ended", async () => {
  await page.viewport(1440, 900)
  const { desk, batch } = begun()
  const client = desk.client()
  client.outboxPanel.set({ isOpen: true, focus: null })
  await show(client, <OutboxPanel />)
  const line = page.getByRole("list", { name: "Bulk actions" })
  await line.getByText("Reboot: 3 devices").findElement()
  await userEvent.click(line.getByRole("button", { name: "Pause" }))
  await line.getByText("Paused").findElement()
  await userEvent.click(line.getByRole("button", { name: "Resume" }))
  finish(desk, batch)
  // The line stays while the pointer is on it, and shows the result.
  await line.getByRole("button", { name: "Dismiss" }).findElement()
  await userEvent.hover(page.getByRole("button", { name: "Close outbox" }))
  await until(() => line.query() === null)
})

test("[DEVICE-18][DEVICE-13] only the failed devices of a batch can be asked again", async () => {
  await page.viewport(1440, 900)
  const { desk, batch } = begun()
  const shown = (
    <>
      <BatchRecordDialog subject={batch} among={[]} isOpen onClose={noop} />
      <DialogHost />
    </>
  )
  await show(desk.client(), shown)
  const again = page.getByRole("button", { name: "Try the failed ones again: 1" })
  await page.getByText("Finished: 0 of 3").findElement()
  expect(again.query()).toBeNull()
  finish(desk, batch)
  await userEvent.click(again)
  const asking = page.getByRole("dialog", { name: "Reboot 1 device?" })
  await asking.getByText("Device 00001").findElement()
  await asking.getByRole("button", { name: "Reboot" }).findElement()
})

test("[DEVICE-18][UX-5] the end of a batch moves nothing of its line, and nothing below it", async () => {
  await page.viewport(1440, 900)
  const { desk, batch } = begun()
  await show(desk.client(), <Batches />)
  const line = page.getByRole("list", { name: "Bulk actions" })
  await line.getByText("Finished: 0 of 3").findElement()
  const places = async () => {
    const shown = [line, line.getByRole("button", { name: "View" }), line.getByText("Reboot: 3 devices")]
    const found = await Promise.all(shown.map((one) => one.findElement()))
    return found.map((element) => JSON.stringify(element.getBoundingClientRect()))
  }
  const before = await places()
  finish(desk, batch)
  await line.getByRole("button", { name: "Try the failed ones again: 1" }).findElement()
  expect(await places()).toEqual(before)
})

const MINUTE = 60_000

test("[DEVICE-13][DEVICE-18] the title counts those that take part, and who is away is said before the press", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  // The second device has no computer to wake. The third was seen hours ago.
  const devices = manyDevices(3).map((one, n) => ({
    ...one,
    flags: n === 1 ? 0 : 4,
    lastSeen: Date.now() - (n === 2 ? 180 * MINUTE : 0),
  }))
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
  await show(desk.client(), <BatchWakeDialog subject="" among={["d0", "d1", "d2"]} isOpen onClose={noop} />)
  const asking = page.getByRole("dialog", { name: "Wake 2 devices?" })
  await asking.getByText("Taking part: 2 of 3").findElement()
  await asking.getByText("Offline: 1. An offline device probably cannot respond now.").findElement()
})

test("[DEVICE-18][WAKE-3][WAKE-4] a batch of reboots says who is back, whose request was only sent, and who was away", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const seen = [0, 0, 40, 0].map((minutes) => Date.now() - minutes * MINUTE - 1_000)
  const devices = manyDevices(4).map((one, n) => ({ ...one, flags: 4, lastSeen: seen[n] ?? 0 }))
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
  desk.do({ type: "TakeLeadership" })
  const dids = ["d0", "d1", "d2", "d3"]
  const [event] = desk.do({
    type: "StartBatch",
    kind: "reboot",
    accountId: null,
    subject: "",
    dids,
    left: [],
    undo: false,
  })
  if (event?.type !== "BatchStarted") throw new Error("no batch was begun")
  const { batch } = event.payload
  const { epoch } = desk.recorder.state.outbox
  for (const did of dids) {
    desk.do({ type: "AdvanceBatch", batch, epoch })
    const action = desk.recorder.state.outbox.actions.open.find((each) => each.batch?.did === did)?.id ?? ""
    desk.do({ type: "ClaimAction", action, epoch })
    const refused = { kind: "refused", reason: "unknown", status: -121 } as const
    const outcome = did === "d2" || did === "d3" ? refused : ({ kind: "done" } as const)
    desk.do({ type: "RecordOutcome", action, attempt: 1, outcome, jitter: 0 })
  }
  await show(desk.client(), <BatchRecordDialog subject={batch} among={[]} isOpen onClose={noop} />)
  const dialog = page.getByRole("dialog")
  await dialog.getByText("Sent: 2", { exact: true }).findElement()
  await dialog.getByText("Refused: 2 (1 offline)", { exact: true }).findElement()
  await dialog.getByText(/Reboot refused: last seen 40 min/).findElement()
  await dialog.getByText(/Reboot refused$/).findElement()
  const all = () => dialog.element().textContent ?? ""
  expect(all()).not.toMatch(/Unknown error|Confirmed/)
  // Only the device that is online can succeed.
  await dialog.getByRole("button", { name: "Try the failed ones again: 1" }).findElement()

  desk.recorder.now += 5_000
  const back = desk.recorder.now
  const read = devices.map((one) => (one.id === "d0" ? { ...one, lastSeen: back } : one))
  desk.do({ type: "RecordDevices", account, begunAt: back, devices: read })
  await dialog.getByText("Back: 1", { exact: true }).findElement()
  await dialog.getByText("Sent: 1", { exact: true }).findElement()
  await dialog.getByText(/Back after/).findElement()
})
