import { act, type ReactNode } from "react"
import { Route, Routes } from "react-router-dom"
import { afterEach, beforeAll, expect, test } from "vitest"
import { cdp, page, userEvent } from "vitest/browser"
import { CommandCentre } from "../../src/app/commands/CommandCentre.tsx"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { Updates } from "../../src/app/screens/Updates.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The printed page: whole lists in light colours, with the time and without controls. */

const COUNT = 300
const print = (media: "print" | "") => cdp().send("Emulation.setEmulatedMedia", { media })

beforeAll(() => page.viewport(1280, 800))
afterEach(async () => {
  await print("")
  close()
})

const app = (
  <Routes>
    <Route element={<MainLayout />}>
      <Route path="/devices/:did?" element={<Devices />} />
      <Route path="/devices/updates" element={<Updates />} />
    </Route>
  </Routes>
)

const open = async (path: string, beside?: ReactNode) => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(COUNT) })
  document.documentElement.dataset.theme = "dark"
  await show(
    desk.client(),
    <>
      {app}
      {beside}
    </>,
    path,
  )
  await until(() => document.querySelector("[data-did]"))
}

const seen = (selector: string) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
const lightness = (color: string) => Number(/[\d.]+/.exec(color)?.[0] ?? Number.NaN)

test.each(["cards", "table"])(
  "[UX-6] all devices go to paper as %s, in full height, and the screen is as before",
  async (view) => {
    await open(`/devices?view=${view}`)
    const before = seen("[data-did]").length
    expect(before).toBeLessThan(COUNT)
    await print("print")
    await until(() => seen("[data-did]").length === COUNT)
    const frame = document.querySelector(".list-frame")
    expect(frame?.scrollHeight).toBe(frame?.clientHeight)
    for (const shell of [".side", ".tools", ".tabs", ".letters", "button.icon"]) expect(seen(shell), shell).toEqual([])
    await page
      .getByText(/^As of /)
      .first()
      .findElement()
    expect(seen(".printed")[0]?.textContent).toContain("Devices")
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(innerWidth)
    // The page is dark on screen and light on paper.
    expect(getComputedStyle(document.documentElement).colorScheme).toBe("light")
    expect(lightness(getComputedStyle(document.body).color)).toBeLessThan(0.5)
    await print("")
    await until(() => seen("[data-did]").length === before)
    expect(seen(".printed")).toEqual([])
  },
)

test.each(["cards", "table"])("[UX-6][LAN-2] devices of the network are all on paper at once, as %s", async (view) => {
  const desk = new ScreenDesk()
  desk.do({ type: "ReportBridge", link: CONNECTED })
  const fixed = { model: 1, cloudType: 0, timestamp: 0, isUsb: false, isHid: true, flags: 0, build: 240_918_112_030 }
  const devices = Array.from({ length: COUNT }, (_, index) => {
    const id = `n${index}`
    return { id, did: id, name: `Near ${index}.`, addr: `10.0.${index >> 8}.${index & 255}`, ...fixed }
  })
  desk.do({ type: "RecordLanDevices", devices, gone: [] })
  await show(desk.client(), app, `/devices?view=${view}`)
  await until(() => document.body.textContent.includes("Near 0."))
  // A browser captures the page for paper right after the handlers of this event.
  act(() => void window.dispatchEvent(new Event("beforeprint")))
  const named = new Set(document.querySelector("main")?.textContent.match(/Near \d+\./g))
  window.dispatchEvent(new Event("afterprint"))
  expect(named.size).toBe(COUNT)
})

test("[UX-6] what is open over a page to choose from does not go to paper, the page does, and the focus stays", async () => {
  await open("/devices?view=cards", <CommandCentre />)
  const over = () => document.querySelector<HTMLElement>(".menu-pop, .for-palette")
  const ways = {
    menu: () => userEvent.click(page.getByRole("button", { name: /^Actions for/ }).first()),
    palette: () => userEvent.keyboard("{Control>}k{/Control}"),
  }
  for (const [what, opens] of Object.entries(ways)) {
    await opens()
    await until(() => over()?.contains(document.activeElement))
    await print("print")
    await until(() => seen("[data-did]").length === COUNT)
    expect(over()?.clientHeight, what).toBe(0)
    expect(seen(".printed").length, what).toBe(1)
    await print("")
    await until(() => seen("[data-did]").length < COUNT)
    expect(over()?.contains(document.activeElement), what).toBe(true)
    await userEvent.keyboard("{Escape}")
    await until(() => over() === null)
  }
})

test("[UX-6][FW-8] all results of a campaign go to paper, without buttons and unmeasured, and the screen is as before", async () => {
  const desk = new ScreenDesk()
  const capabilities = ["fw_begin"]
  desk.do({ type: "ReportBridge", link: { state: "connected", version: "1", os: "linux", capabilities } })
  desk.do({ type: "LearnLatestFirmware", build: 241_204_091_500, hash: "0".repeat(32) })
  const fixed = { model: 1, cloudType: 0, timestamp: 0, isUsb: false, isHid: true, flags: 0, build: 240_918_112_030 }
  const ids = Array.from({ length: COUNT }, (_, index) => `n${index}`)
  const devices = ids.map((id, index) => ({ id, did: id, name: `Device ${index}`, addr: `10.0.7.${index}`, ...fixed }))
  desk.do({ type: "RecordLanDevices", devices, gone: [] })
  desk.do({ type: "StartCampaign", devices: ids, limit: 1, atOnce: 1 })
  await show(desk.client(), app, "/devices/updates")
  const rows = () => [...document.querySelectorAll<HTMLElement>("[data-device]")]
  await until(() => rows().length > 0)
  const before = rows().length
  expect(before).toBeLessThan(COUNT)
  await print("print")
  await until(() => rows().length === COUNT)
  expect(seen("[data-device] button")).toEqual([])
  const list = rows()[0]?.parentElement
  expect([list?.style.paddingBlockStart, list?.style.paddingBlockEnd]).toEqual(["0px", "0px"])
  expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(innerWidth)
  await print("")
  await until(() => rows().length === before)
  expect(seen("[data-device] button").length).toBeGreaterThan(0)
})
