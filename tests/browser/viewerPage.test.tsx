import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { FLAG_NO_SOUND, FLAG_ONE_MODE } from "../../src/domain/wire/deviceFlags.ts"
import { CONNECTED } from "../domain/playedBridge.ts"
import { near, openViewer } from "./openedViewer.tsx"
import { close, manyDevices, ScreenDesk, until } from "./screenDesk.tsx"

/** The page of a viewer. The test gives the news of the screen. */

afterEach(close)

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

test.each<readonly [string, (viewer: Awaited<ReturnType<typeof openViewer>>) => void]>([
  ["whose stream has ended", ({ news }) => news({ type: "ended", reason: "junk" })],
  [
    "whose connection is lost",
    ({ desk }) => {
      const until = Date.now() + 60_000
      desk.do({ type: "ReportUnreached", id: "n1", reason: "vanished", attempt: 1, until })
    },
  ],
])(
  "[SCREEN-4][UX-1] keys on a picture %s are no commands of the page, and the bar stops saying that they go to the device",
  async (_what, end) => {
    const viewer = await openViewer()
    viewer.news({ type: "opened" }, { type: "picture", at: Date.now() })
    const picture = await page.getByRole("application", { name: "Screen of Workshop" }).findElement()
    if (picture instanceof HTMLElement) picture.focus()
    await until(() => text().includes("Keys go to the device"))
    end(viewer)
    await until(() => !text().includes("Keys go to the device"))
    const heard: string[] = []
    const hear = ({ key }: KeyboardEvent) => void heard.push(key)
    document.addEventListener("keydown", hear)
    await userEvent.keyboard("gat")
    document.removeEventListener("keydown", hear)
    expect([document.activeElement, heard]).toEqual([picture, []])
  },
)

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
  // The viewer shows the account's name of its own device, as the lists do.
  const account = desk.recorder.signIn()
  const [device] = manyDevices(1)
  if (device === undefined) throw new Error("there is no device")
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: [{ ...device, name: "Hall" }] })
  await hasName("Hall")
  desk.do({ type: "RenameDevice", did: "d0", name: "Gallery" })
  await hasName("Gallery")
})

test("[AGENT-1][MODE-1] a device without sound and with one mode is offered neither, also after it has left the network", async () => {
  const desk = new ScreenDesk()
  const capabilities = ["set_mode", "viewer"]
  desk.do({ type: "ReportBridge", link: { ...CONNECTED, capabilities } })
  const { news } = await openViewer(desk)
  news({ type: "opened" }, { type: "picture", at: Date.now() }, { type: "mode", mode: "hid" })
  await page.getByRole("radiogroup", { name: "Mode" }).findElement()
  // A narrow bar has the switch only in the menu.
  const openMenu = () => page.getByRole("button", { name: /^Size and quality/ }).click()
  await openMenu()
  await page.getByRole("switch", { name: "Sound" }).findElement()
  await userEvent.keyboard("{Escape}")
  desk.do({ type: "RecordLanDevices", devices: [near("Workshop", FLAG_ONE_MODE | FLAG_NO_SOUND)], gone: [] })
  const isSwitched = () => page.getByRole("radiogroup", { name: "Mode" }).query() !== null
  await until(() => !isSwitched())
  await openMenu()
  await page.getByText("View only").findElement()
  expect(page.getByText("Sound").query()).toBe(null)
  desk.do({ type: "RecordLanDevices", devices: [], gone: ["n1"] })
  await until(() => desk.recorder.state.lan.devices.size === 0)
  expect(isSwitched()).toBe(false)
})
