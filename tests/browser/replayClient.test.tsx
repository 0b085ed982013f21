import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { ClientProvider } from "../../src/app/client/provider.ts"
import { createReplayClient } from "../../src/app/client/replay.ts"
import { DialogHost } from "../../src/app/dialogs/DialogHost.tsx"
import { OpenedLog } from "../../src/app/log/openedLog.ts"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { FilesPanel } from "../../src/app/screens/log/FilesPanel.tsx"
import { OutboxPanel } from "../../src/app/shell/outbox/OutboxPanel.tsx"
import { Recorder } from "../domain/recorder.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

const recorded = () => {
  const log = new Recorder()
  log.now = Date.parse("2026-03-01T10:00:00Z")
  const account = log.signIn()
  const [first] = manyDevices(1)
  if (first === undefined) throw new Error("there is a device")
  log.do({
    type: "RecordDevices",
    account,
    begunAt: log.now,
    devices: [{ ...first, name: "Recorded desk", lastSeen: log.now }],
  })
  return log
}

test("[REPLAY-2] a replay stands beside the live client: it shows what the log says was open and sends nothing", async () => {
  const live = new ScreenDesk()
  const account = live.recorder.signIn()
  live.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(2) })
  const log = recorded()
  const replay = createReplayClient(log.tab, { state: log.state, at: log.now }, noDeployment)
  const part = (label: string) => (
    <section aria-label={label}>
      <Devices />
      <OutboxPanel />
      <DialogHost />
    </section>
  )
  await show(
    live.client(),
    <>
      {part("live")}
      <ClientProvider value={replay.client}>{part("replay")}</ClientProvider>
    </>,
  )
  const name = (label: string, text: string) => page.getByRole("region", { name: label }).getByText(text).first()
  await name("live", "Device 00000").findElement()
  await name("replay", "Recorded desk").findElement()

  // The log opens a dialog; the replay shows it, and what a person presses in it reaches no engine.
  const moves = (): void => replay.show({ state: log.state, at: log.now })
  log.do({ type: "OpenDialog", dialog: "reboot", about: "d0", among: [] })
  moves()
  const dialog = page.getByRole("alertdialog", { name: "Reboot Recorded desk?" })
  await dialog.findElement()
  await userEvent.click(dialog.getByRole("button", { name: "Reboot" }))
  await dialog.getByText("This is a recording. Nothing in it can be changed or sent.").findElement()
  expect(live.asked).toEqual([])

  log.do({ type: "CloseDialog", dialog: "reboot" })
  log.do({ type: "RenameDevice", did: "d0", name: "Renamed in the log" })
  moves()
  await until(() => dialog.query() === null)
  await name("replay", "Renamed in the log").findElement()
  expect(page.getByRole("region", { name: "live" }).getByText("Renamed in the log").query()).toBeNull()
})

test("[OFFLINE-10][AUTH-13] a dialog opened by one account closes when another signs in, before it can act", async () => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn("sub")
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(1) })
  await show(
    desk.client(),
    <>
      <Devices />
      <DialogHost />
    </>,
  )
  await userEvent.click(page.getByRole("button", { name: "Actions for Device 00000" }))
  await userEvent.click(page.getByRole("menuitem", { name: "Reboot" }))
  const dialog = page.getByRole("alertdialog")
  await dialog.findElement()
  const owner = desk.recorder.signIn("owner")
  desk.do({ type: "RecordDevices", account: owner, begunAt: Date.now(), devices: manyDevices(1) })
  await until(() => dialog.query() === null)
  expect(desk.asked.filter(({ type }) => type === "RebootDevice")).toEqual([])
  expect(desk.asked.at(-1)).toMatchObject({ type: "CloseDialog", dialog: "reboot" })
})

test("[SETTINGS-4] a report can be made from a panel that was opened before the log was read", async () => {
  const { log } = recorded()
  const opened = new OpenedLog({
    bounds: async () => ({ first: 1, last: log.length }),
    base: async () => null,
    read: async (from, to) => log.slice(from - 1, to),
  })
  const noop = () => undefined
  await show(new ScreenDesk().client(), <FilesPanel opened={opened} isOpen onClose={noop} onFile={noop} />)
  const make = page.getByRole("button", { name: "Make the file" })
  await expect.element(make).toBeDisabled()
  await opened.open()
  await expect.element(make).toBeEnabled()
})
