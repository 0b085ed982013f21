import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { type ClientHandle, noViewer, type ViewerNews } from "../../src/app/client/handle.ts"
import { Viewer } from "../../src/app/screens/Viewer.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The page of a viewer, with a screen whose news a test gives. */

afterEach(close)

const near = (name: string) => ({
  ...{ id: "n1", did: "d0", name, model: 0, cloudType: 0, timestamp: 0, isUsb: false, isHid: true, flags: 0 },
  ...{ addr: "10.0.7.1:36459", build: 0 },
})

/** The viewer of a connected device of this network. */
const openViewer = async (desk = new ScreenDesk()) => {
  const listeners: ((news: ViewerNews) => void)[] = []
  const handle: ClientHandle = {
    ...desk.handle,
    send: () => undefined,
    view: ({ received }) => {
      listeners.push(received)
      return noViewer
    },
  }
  desk.do({ type: "RecordLanDevices", devices: [near("Workshop")], gone: [] })
  desk.do({ type: "OpenDevice", id: "n1", did: "d0", name: "Workshop", isUsb: false, cloudType: 0 })
  desk.do({ type: "ReportReached", id: "n1" })
  const routes = (
    <Routes>
      <Route path="/viewer/:id" element={<Viewer />} />
    </Routes>
  )
  await show(desk.client(handle), routes, "/viewer/n1")
  await until(() => listeners.length > 0)
  const news = (...all: readonly ViewerNews[]) => {
    for (const each of all) for (const listener of listeners) listener(each)
  }
  return { desk, news }
}

const state = () => document.querySelector(".vbar .who .vh")?.textContent ?? ""
const text = () => document.body.textContent ?? ""

test("[SCREEN-3][UX-2] the bar says one thing of the picture, the same as the stage: connected, ended, and connected again", async () => {
  const { news } = await openViewer()
  news({ type: "opened" }, { type: "picture", at: Date.now() }, { type: "latency", ms: 8 })
  await until(() => state() === "Connected")
  await until(() => text().includes("8 ms"))
  news({ type: "ended", reason: "ended" })
  await until(() => state() === "The picture has ended.")
  expect(text()).not.toContain("Connected")
  expect(text()).not.toContain("8 ms")
  news({ type: "opened" }, { type: "picture", at: Date.now() })
  await until(() => state() === "Connected")
  expect(text()).not.toContain("The picture has ended.")
})

test("[AGENT-3][WAKE-3] a computer that nothing can wake is not said to be asleep, and one that something can is", async () => {
  const { news } = await openViewer()
  news({ type: "opened" }, { type: "host", awake: false, canWake: false }, { type: "ended", reason: "vncUnreachable" })
  await page.getByText("The VNC server behind the device cannot be reached.").findElement()
  expect(text()).not.toContain("asleep")
  expect(page.getByRole("button", { name: "Wake" }).query()).toBe(null)
  news({ type: "host", awake: false })
  await page.getByText("The computer is asleep.").findElement()
  expect(page.getByRole("button", { name: "Wake" }).query()).not.toBe(null)
})

test("[DEVICE-8][RENAME-2] a device that is renamed while it is viewed has its new name in the bar, the title and the picture", async () => {
  const desk = new ScreenDesk()
  const { news } = await openViewer(desk)
  news({ type: "opened" }, { type: "picture", at: Date.now() })
  const hasName = (name: string) =>
    until(
      () =>
        document.querySelector(".vbar h1")?.textContent === name &&
        document.title.includes(name) &&
        page.getByRole("application", { name: `Screen of ${name}` }).query() !== null,
    )
  await hasName("Workshop")
  desk.do({ type: "RecordLanDevices", devices: [near("Library")], gone: [] })
  await hasName("Library")
  // Lists have the account's name for a device of the account, and the viewer does.
  const account = desk.recorder.signIn()
  const [device] = manyDevices(1)
  if (device === undefined) throw new Error("there is no device")
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: [{ ...device, name: "Hall" }] })
  await hasName("Hall")
  desk.do({ type: "RenameDevice", did: "d0", name: "Gallery" })
  await hasName("Gallery")
})
