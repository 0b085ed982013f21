import { Route, Routes, useLocation } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { BatchAssignDialog, BatchWakeDialog } from "../../src/app/dialogs/BatchDialog.tsx"
import { BatchFirmwareDialog } from "../../src/app/dialogs/BatchFirmwareDialog.tsx"
import { BatchTagsDialog } from "../../src/app/dialogs/TagsDialog.tsx"
import { useBackAddress } from "../../src/app/lists/origin.ts"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { Network } from "../../src/app/screens/Network.tsx"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** A LAN device that is on no list has the same page as a device of the account. */

afterEach(close)

const Viewed = () => (
  <output>
    {useLocation().pathname} back to {useBackAddress()}
  </output>
)

const app = (
  <Routes>
    <Route path="/devices/network" element={<Network />} />
    <Route path="/devices/:did?" element={<Devices />} />
    <Route path="/viewer/:id" element={<Viewed />} />
  </Routes>
)

const near = (id: string, addr = `10.0.7.${id.slice(1)}`) => {
  const device = { id, did: `did-${id}`, name: `Near ${id}`, model: 1, cloudType: 0, timestamp: 1, flags: 0, build: 7 }
  return { ...device, isUsb: addr === "", isHid: true, addr }
}

const network = (isGuest = false) => {
  const desk = new ScreenDesk()
  if (!isGuest) {
    const account = desk.recorder.signIn()
    desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(4) })
  }
  desk.do({ type: "ReportBridge", link: CONNECTED })
  desk.do({ type: "RecordLanDevices", devices: [near("n1"), near("n2"), near("n3", "")], gone: [] })
  return desk
}

const sheetOf = (name: string) => page.getByRole("complementary", { name })
const named = (name: string) => page.getByRole("button", { name, exact: true })
const isAt = (text: string) => until(() => document.querySelector("output")?.textContent === text)

test.each([
  ["a guest", true, "2 of 3", "1 of 2"],
  ["a person with an account", false, "6 of 7", "5 of 6"],
])(
  "[PICTURE-5][DEVICE-16] for %s a device of this network opens beside the list, with its position there, its details, actions and history",
  async (_who, isGuest, place, placeAfter) => {
    await page.viewport(1440, 900)
    const desk = network(isGuest)
    await show(desk.client(), app, "/devices?view=cards")
    await userEvent.click(named("Near n2"))
    const sheet = sheetOf("Near n2")
    for (const text of [place, "10.0.7.2", "did-n2", "AVW1", "HID mode"])
      await sheet.getByText(text, { exact: true }).findElement()
    await sheet.getByRole("link", { name: "All events of this device" }).findElement()
    expect(document.querySelector("[aria-current] h3")?.textContent).toBe("Near n2")

    // The page shows the course of a wake, as the card does.
    await userEvent.click(sheet.getByRole("button", { name: "Actions for Near n2" }))
    await page.getByRole("menuitem", { name: "Wake" }).findElement()
    await userEvent.keyboard("{Escape}")
    desk.do({ type: "RecordLanDevices", devices: [], gone: ["n1"] })
    await sheet.getByText(placeAfter, { exact: true }).findElement()

    // A device that is only on a cable cannot be woken. Its page says why it cannot be updated.
    await userEvent.click(sheet.getByRole("button", { name: "Next device" }))
    const cabled = sheetOf("Near n3")
    await cabled.getByText("The device is connected by USB only.", { exact: false }).findElement()
    expect(cabled.getByRole("button", { name: "Wake", exact: true }).query()).toBeNull()
    desk.do({ type: "ReportBridge", link: { state: "away" } })
    await until(() => cabled.getByRole("button", { name: "Connect", exact: true }).element().ariaDisabled === "true")
    await cabled.getByText("Last seen online", { exact: true }).findElement()
    desk.do({ type: "ReportBridge", link: CONNECTED })
    await userEvent.click(cabled.getByRole("button", { name: "Connect", exact: true }))
    await isAt("/viewer/n3 back to /devices?view=cards")
  },
)

test("[PICTURE-5][DEVICE-17] C connects to devices of the account and of this network, and the page of a device says why it cannot", async () => {
  await page.viewport(1440, 900)
  const desk = network()
  for (const [name, viewed] of [
    ["Near n1", "/viewer/n1"],
    ["Device 00001", "/viewer/d1"],
  ] as const) {
    await show(desk.client(), app, "/devices?view=table")
    await until(() => named(name).query())
    named(name).element().focus()
    await userEvent.keyboard("c")
    await isAt(`${viewed} back to /devices?view=table`)
  }
  desk.do({ type: "ReportBridge", link: { state: "away" } })
  await show(desk.client(), app, "/devices?view=table")
  await until(() => named("Device 00001").query())
  named("Device 00001").element().focus()
  await userEvent.keyboard("c")
  await sheetOf("Device 00001")
    .getByText(/require the desktop app or the bridge/)
    .findElement()
})

test("[PICTURE-5][LAN-1] what answered a scan opens its page too, and the way back leads to the scan again", async () => {
  await page.viewport(1440, 900)
  const desk = network()
  await show(desk.client(), app, "/devices/network")
  await userEvent.click(page.getByRole("link", { name: "Near n1" }))
  await userEvent.click(sheetOf("Near n1").getByRole("button", { name: "Next device" }))
  await userEvent.click(sheetOf("Near n2").getByRole("button", { name: "Close the device" }))
  await userEvent.click(page.getByRole("button", { name: "Connect to Near n1" }))
  await isAt("/viewer/n1 back to /devices/network")
})

const listed = () => [...document.querySelectorAll<HTMLElement>("[data-did]")].map(({ dataset }) => dataset.did)
const press = (name: string) => userEvent.click(page.getByRole("button", { name }))

test.each(["cards", "table", "wall"])(
  "[PICTURE-5][DEVICE-1][DEVICE-12] as %s devices of the account and of this network are one list, in one order, by one search and one filter",
  async (view) => {
    await page.viewport(1440, 900)
    const desk = network()
    const account = desk.recorder.state.session.current?.account
    if (account === undefined) throw new Error("somebody is signed in")
    const [own, other] = manyDevices(2).map((device, at) => ({ ...device, name: at === 0 ? "Near n0" : "Near n2b" }))
    if (own === undefined || other === undefined) throw new Error("there are two devices")
    desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: [own, other] })
    await show(desk.client(), app, `/devices?view=${view}`)
    await until(() => listed().join() === "d0,d1,did-n1,did-n2,did-n3")
    await show(desk.client(), app, `/devices?view=${view}&reversed=1`)
    await until(() => listed().join() === "d1,d0,did-n3,did-n2,did-n1")
    await show(desk.client(), app, `/devices?view=${view}&kind=lan`)
    await until(() => listed().join() === "did-n1,did-n2")
    await show(desk.client(), app, `/devices?view=${view}`)
    await userEvent.fill(page.getByRole("searchbox", { name: "Search devices" }), "n2")
    await until(() => listed().join() === "d1,did-n2")
  },
)

test("[LAN-1][PICTURE-5] one press on the page of the devices scans the network that this computer is in", async () => {
  await page.viewport(1440, 900)
  const desk = network()
  await show(desk.client(), app, "/devices?view=cards")
  await press("Scan network")
  expect(desk.asked).toContainEqual({ type: "Scan", targets: ["10.0.7.*"] })
})

const bar = () => page.getByRole("region", { name: "Selected devices" })
const boxes = () => [...document.querySelectorAll<HTMLInputElement>("[data-did^=did-] input[type=checkbox]")]
const chosen = () => boxes().filter(({ checked }) => checked).length

test.each(["cards", "table"])(
  "[PICTURE-5][DEVICE-13] as %s devices of this network are selected by box, key and range like those of the account",
  async (view) => {
    await page.viewport(1440, 900)
    await show(network().client(), app, `/devices?view=${view}`)
    await until(() => named("Near n1").query())
    named("Near n1").element().focus()
    await userEvent.keyboard("x")
    await bar().getByText("1 selected").findElement()
    await userEvent.click(named("Near n3"), { modifiers: ["Shift"] })
    await bar().getByText("3 selected").findElement()
    await userEvent.click(page.getByRole("checkbox", { name: "Select Near n2" }), { force: true })
    await until(() => chosen() === 2)
    await userEvent.click(bar().getByRole("button", { name: "Select all" }))
    await bar().getByText("7 selected").findElement()
    expect(chosen()).toBe(3)
    named("Near n1").element().focus()
    await userEvent.keyboard("{Escape}")
    await until(() => bar().query() === null && boxes().length === 0)
  },
)

test("[PICTURE-5][DEVICE-13] a guest selects what can be updated, and is offered nothing that needs an account", async () => {
  await page.viewport(1440, 900)
  await show(network(true).client(), app, "/devices")
  await userEvent.click(page.getByRole("button", { name: "Select", exact: true }))
  await userEvent.click(bar().getByRole("button", { name: "Select all" }))
  await bar().getByText("3 selected").findElement()
  const offered = bar().getByRole("button").elements()
  expect(offered.map(({ textContent }) => textContent).filter(Boolean)).toEqual(["Select all", "Update firmware"])
})

test("[DEVICE-13][SUB-5] a device that is shared with the person is left out of an assignment with its owner's name", async () => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const [own, others] = manyDevices(2)
  if (own === undefined || others === undefined) throw new Error("there are two devices")
  const devices = [own, { ...others, shared: true, owner: "Noor Haddad" }]
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
  const sub = {
    id: "s1",
    name: "Ines",
    email: "ines@example.com",
    createdAt: 1,
    status: 2,
    devices: [],
  } as const
  desk.do({ type: "RecordSubAccounts", account, begunAt: Date.now(), subAccounts: [sub] })
  const about = { subject: "", among: ["d0", "d1"], isOpen: true, onClose: () => undefined }
  await show(desk.client(), <BatchAssignDialog {...about} />)
  await page.getByText(/Shared by .*Noor Haddad/).findElement()
})

test("[PICTURE-5][DEVICE-13] each action says why it leaves a selected device of this network out, and an update takes it", async () => {
  const desk = network()
  desk.do({ type: "LearnLatestFirmware", build: 240918112030, hash: "a".repeat(32) })
  const about = { subject: "", among: ["d0", "did-n1"], isOpen: true, onClose: () => undefined }
  await show(desk.client(), <BatchWakeDialog {...about} />)
  await page.getByText("Near n1").findElement()
  await page.getByText("Not bound to an account").findElement()
  await show(desk.client(), <BatchTagsDialog {...about} />)
  await page.getByText("Taking part: 1 of 2").findElement()
  await show(desk.client(), <BatchFirmwareDialog {...about} />)
  await until(() => page.getByRole("checkbox", { name: "Near n1" }).query())
})
