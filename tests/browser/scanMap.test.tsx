import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import type { ClientHandle, Refused } from "../../src/app/client/handle.ts"
import { Scans } from "../../src/app/screens/network/Scans.tsx"
import { Targets } from "../../src/app/screens/network/Targets.tsx"
import { noActions } from "../../src/domain/client/requests.ts"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

const device = (id: string, addr: string) => ({
  ...{ id, did: `did ${id}`, name: `Device ${id}`, model: 1, cloudType: 0, timestamp: 1 },
  ...{ isUsb: false, isHid: true, flags: 0, addr, build: 0 },
})

test("[PICTURE-4] the map of a scan is there as a table, names its devices, and another network is shown by the keyboard", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  desk.do({ type: "ReportBridge", link: CONNECTED })
  desk.do({ type: "RecordLanDevices", devices: [device("n1", "10.0.7.20"), device("n2", "10.0.8.9")], gone: [] })
  desk.do({ type: "RecordLanDevices", devices: [], gone: ["n2"] })
  desk.do({ type: "StartScan", scan: "s1", targets: ["10.0.7.*", "10.0.8.*"], total: 508 })
  desk.do({ type: "EndScan", scan: "s1", done: 300, outcome: "cancelled" })
  await show(desk.client(), <Scans />)
  await page.getByRole("region", { name: "Scan of 10.0.7.*, 10.0.8.*" }).findElement()
  const rows = () =>
    [...document.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent))
  await until(() => rows().length === 2)
  expect(rows()).toEqual([
    ["10.0.7.*", "254", "254", "1", "0"],
    ["10.0.8.*", "254", "46", "0", "1"],
  ])
  expect(document.querySelector(".cell-name")?.getAttribute("title")).toBe("Device n1, 10.0.7.20")
  const other = await page.getByRole("button", { name: /^10\.0\.8\.\* *Found: 0$/ }).findElement()
  expect(other.ariaPressed).toBe("false")
  other.focus()
  await userEvent.keyboard("{Enter}")
  await until(() => other.ariaPressed === "true")
  expect(document.querySelector(".cell-name")?.getAttribute("title")).toBe("Device n2, 10.0.8.9")
})

test("[PICTURE-4][LAN-2] of a pasted list the wrong lines stay in the field, each with what is wrong; a line that cannot be scanned is marked", async () => {
  const desk = new ScreenDesk()
  desk.do({ type: "ReportBridge", link: CONNECTED })
  desk.do({ type: "ObservePreference", key: "subnets", value: '["*.*.*.*","10.0.7.*"]' })
  const sent: unknown[] = []
  const send: ClientHandle["send"] = (request, refused) => {
    sent.push(request)
    if (request.type === "AddSubnet") refused?.("invalidAddress" satisfies Refused)
  }
  await show(desk.client({ ...desk.handle, send }), <Targets />)
  await userEvent.click(await page.getByRole("button", { name: "Add address" }).findElement())
  const field = await page.getByRole("textbox", { name: "IP address or subnet" }).findElement()
  const clipboardData = new DataTransfer()
  clipboardData.setData("text", "10.0.8.0/24\r\n10.0.8.300\n\n10.0.9.0/22\n")
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  const value = () => (field instanceof HTMLInputElement ? field.value : "")
  await until(() => value() === "10.0.8.0/24, 10.0.8.300, 10.0.9.0/22")
  field.focus()
  await userEvent.keyboard("{Enter}")
  await until(() => value() === "10.0.8.300, 10.0.9.0/22")
  expect(sent).toEqual([{ type: "AddSubnet", text: "10.0.8.0/24, 10.0.8.300, 10.0.9.0/22" }])
  await page.getByText(/300 is above 255\./).findElement()
  await page.getByText(/Enter 10\.0\.\*\.\* instead\./).findElement()
  await page.getByText("A range this large can be scanned only in a local network.").findElement()
  await userEvent.click(await page.getByRole("button", { name: "Scan network" }).findElement())
  expect(sent[1]).toEqual({ type: "Scan", targets: ["10.0.7.*"] })
})

test("[LAN-2] an address that is typed while another is added stays in the field", async () => {
  const desk = new ScreenDesk()
  desk.do({ type: "ReportBridge", link: CONNECTED })
  const added: (() => void)[] = []
  const send: ClientHandle["send"] = (_request, _refused, done) => {
    if (done !== undefined) added.push(() => done(noActions))
  }
  await show(desk.client({ ...desk.handle, send }), <Targets />)
  await userEvent.click(await page.getByRole("button", { name: "Add address" }).findElement())
  const field = page.getByRole("textbox", { name: "IP address or subnet" })
  await field.fill("10.0.7.1")
  await userEvent.keyboard("{Enter}")
  await field.fill("10.0.7.2")
  added[0]?.()
  await userEvent.keyboard("{Enter}")
  await until(() => added.length === 2)
  await expect.element(field).toHaveValue("10.0.7.2")
  added[1]?.()
  await expect.element(field).toHaveValue("")
})
