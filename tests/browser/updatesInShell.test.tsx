import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { CommandCentreLater } from "../../src/app/commands/CommandCentreLater.tsx"
import { DialogHost } from "../../src/app/dialogs/DialogHost.tsx"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { Updates } from "../../src/app/screens/Updates.tsx"
import { Navigation } from "../../src/app/shell/Navigation.tsx"
import { TopBar } from "../../src/app/shell/TopBar.tsx"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The places outside the updates page that show possible and running updates. */

afterEach(close)

const OLD = 240_918_112_030

const near = (id: string, name: string) => ({
  ...{ id, did: `did-${id}`, name, model: 1, cloudType: 0, timestamp: 0, isUsb: false, isHid: true, flags: 0 },
  ...{ addr: `10.0.7.${id.slice(1)}`, build: OLD },
})

const start = (devices: readonly ReturnType<typeof near>[]): ScreenDesk => {
  const desk = new ScreenDesk()
  desk.do({ type: "ReportBridge", link: CONNECTED })
  desk.do({ type: "LearnLatestFirmware", build: 241_204_091_500, hash: "0123456789abcdef0123456789abcdef" })
  desk.do({ type: "RecordLanDevices", devices, gone: [] })
  return desk
}

const screens = (
  <>
    <Routes>
      <Route path="/devices/updates" element={<Updates />} />
      <Route path="/devices/:did?" element={<Devices />} />
      <Route path="/help-center" element={<h1>Help</h1>} />
    </Routes>
    <DialogHost />
    <CommandCentreLater />
  </>
)

test("[FW-8][LAYOUT-2] the navigation says how many can be updated, then how far the updates are; on phones the top bar does", async () => {
  await page.viewport(1440, 900)
  const desk = start([near("n1", "Lecture hall"), near("n2", "Edit suite"), near("n3", "Foyer")])
  const shell = (
    <>
      <TopBar />
      <Navigation className="nav" />
      <Navigation className="tabs" />
    </>
  )
  await show(desk.client(), shell, "/devices/updates")
  const link = (name: string) => document.querySelector<HTMLElement>(`.nav a[title="${name}"]`)
  await until(() => link("Devices that can be updated: 3")?.textContent === "Updates3")
  desk.do({ type: "StartCampaign", devices: ["n1", "n2", "n3"], limit: 2, atOnce: 1 })
  desk.do({ type: "AdvanceCampaign" })
  await until(() => link("0 of 3 updated")?.textContent === "Updates0 of 3")
  desk.do({ type: "RecordNativeProgress", device: "n1", state: 3, percent: 100 })
  await until(() => link("1 of 3 updated")?.ariaCurrent === "page")
  /* A phone has room for four links, so there the updates page is marked at the link to the devices. */
  const marked = [...document.querySelectorAll(".tabs a[aria-current]")].map((each) => each.getAttribute("href"))
  expect(marked).toEqual(["/devices"])
  await page.viewport(390, 844)
  await page.getByRole("link", { name: "1 of 3 updated" }).findElement()
})

test("[FW-8][DEVICE-19] the filter of devices that can be updated offers to update those on this network", async () => {
  await page.viewport(1440, 900)
  const desk = start([])
  const account = desk.recorder.signIn()
  const devices = manyDevices(4).map((device) => ({ ...device, build: OLD }))
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
  const here = [0, 1].map((n) => ({ ...near(`n${n}`, `Device 0000${n}`), did: `d${n}` }))
  desk.do({ type: "RecordLanDevices", devices: here, gone: [] })
  await show(desk.client(), screens, "/devices?view=cards")
  const offer = page.getByRole("button", { name: "Update on this network: 2" })
  await userEvent.click(await page.getByRole("button", { name: "can be updated: 4. Show only these" }).findElement())
  await userEvent.click(await offer.findElement())
  const dialog = page.getByRole("dialog", { name: "Update firmware" })
  await dialog.getByText(/^Devices to update: 2\./).findElement()
})
