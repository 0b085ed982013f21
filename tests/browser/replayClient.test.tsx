import { type ReactNode, startTransition } from "react"
import { createRoot } from "react-dom/client"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { useView } from "../../src/app/client/client.ts"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { type Client, MomentProvider } from "../../src/app/client/provider.ts"
import { createReplayClient } from "../../src/app/client/replay.ts"
import { createStore, type Store, useStore } from "../../src/app/client/store.ts"
import { DialogHost } from "../../src/app/dialogs/DialogHost.tsx"
import { PasscodeDialog } from "../../src/app/dialogs/PasscodeDialog.tsx"
import { useDevicesAddress } from "../../src/app/lists/devicesAddress.ts"
import { OpenedLog } from "../../src/app/log/openedLog.ts"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { FilesPanel } from "../../src/app/screens/log/FilesPanel.tsx"
import { OutboxPanel } from "../../src/app/shell/outbox/OutboxPanel.tsx"
import { useAskedMode } from "../../src/app/viewer/askedModes.ts"
import type { State } from "../../src/domain/product/state.ts"
import { Recorder } from "../domain/recorder.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

const recorded = () => {
  const log = new Recorder()
  log.now = Date.parse("2026-03-01T10:00:00Z")
  const account = log.signIn()
  const [first] = manyDevices(1)
  if (first === undefined) throw new Error("there is a device")
  const read = (name: string) =>
    log.do({ type: "RecordDevices", account, begunAt: log.now, devices: [{ ...first, name, lastSeen: log.now }] })
  read("Recorded desk")
  return { log, read }
}

/** The client of a log's last moment, made from the client of the moment before. */
const momentOf = (log: Recorder, before: Client | null): Client =>
  createReplayClient({ state: log.state, at: log.now, tab: log.tab }, noDeployment, before)

const Past = ({ moment, children }: { readonly moment: Store<Client>; readonly children: ReactNode }) => (
  <MomentProvider value={useStore(moment)}>{children}</MomentProvider>
)

test("[REPLAY-2] a replay runs beside the live client: it shows what the log says was open and sends nothing", async () => {
  const live = new ScreenDesk()
  const account = live.recorder.signIn()
  live.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(2) })
  const { log } = recorded()
  const moment = createStore(momentOf(log, null))
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
      <Past moment={moment}>{part("replay")}</Past>
    </>,
  )
  const name = (label: string, text: string) => page.getByRole("region", { name: label }).getByText(text).first()
  await name("live", "Device 00000").findElement()
  await name("replay", "Recorded desk").findElement()

  // The log opens a dialog, which the replay shows. A press in it reaches no engine.
  const moves = (): void => moment.set(momentOf(log, moment.get()))
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

const Kept = () => <output>{`${useAskedMode("d1")} ${useDevicesAddress()}`}</output>

test("[REPLAY-2][MODE-2][DEVICE-9] one client does not see what another asks, types and looks at", async () => {
  const [one, other] = [new ScreenDesk().client(), new ScreenDesk().client()]
  const question = { id: "d1", did: "d1", name: "Desk", tried: "none", until: 0 } as const
  const output = () => document.querySelector("output")?.textContent
  const typed = () => page.getByLabelText("Passcode", { exact: true }).findElement()
  const part = (
    <>
      <PasscodeDialog question={question} />
      <Kept />
    </>
  )
  await show(one, part)
  await userEvent.fill(await typed(), "12")
  one.askedModes.set(new Map([["d1", "usb"]]))
  one.devicesAddress.set("/devices?sort=name")
  await until(() => output() === "usb /devices?sort=name")
  await show(other, part)
  await until(() => output() === "null /devices")
  expect(await typed()).toHaveProperty("value", "")
  // The first client asks again and has kept its own values.
  await show(one, part)
  await until(() => output() === "usb /devices?sort=name")
  expect(await typed()).toHaveProperty("value", "12")
})

/** More parts than React renders in a few slices. */
const MANY_PARTS = 5_000
const deskOf = ({ devices }: State): string => devices.bound.get("d0")?.name ?? ""
const Desk = () => <li>{useView(deskOf)}</li>

/** Waits for the next task of the page, such as a key. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

test("[REPLAY-2] another moment is rendered in slices, so that keys are answered in between, and whole in the end", async () => {
  const { log, read } = recorded()
  const place = document.createElement("ul")
  document.body.replaceChildren(place)
  const root = createRoot(place)
  const parts = Array.from({ length: MANY_PARTS }, (_, index) => <Desk key={String(index)} />)
  let client: Client | null = null
  const showMoment = (): void => {
    const moment = momentOf(log, client)
    client = moment
    startTransition(() => root.render(<MomentProvider value={moment}>{parts}</MomentProvider>))
  }
  const shownDesks = () => new Set([...place.children].map(({ textContent }) => textContent))
  showMoment()
  await until(() => place.childElementCount === MANY_PARTS)
  expect(shownDesks()).toEqual(new Set(["Recorded desk"]))

  read("Renamed desk")
  showMoment()
  let tasks = 0
  for (; place.firstElementChild?.textContent !== "Renamed desk"; tasks += 1) await nextTask()
  expect(tasks).toBeGreaterThan(2)
  expect(shownDesks()).toEqual(new Set(["Renamed desk"]))
  root.unmount()
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
  const { log } = recorded().log
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
