import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** Where the devices screen has little room. */

afterEach(close)

/** As many as a household has. */
const start = (): ScreenDesk => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(5) })
  return desk
}

const screen = (
  <Routes>
    <Route element={<MainLayout />}>
      <Route path="/devices/:did?" element={<Devices />} />
      <Route path="/settings" element={null} />
    </Route>
  </Routes>
)

test("[LAYOUT-5][DEVICE-16] on a phone the bar of tabs lies above the page of a device", async () => {
  await page.viewport(360, 740)
  await show(start().client(), screen, "/devices/d1")
  const bottom = (of: string) => document.querySelector(of)?.getBoundingClientRect().bottom ?? 0
  const isOnTop = (tab: Element): boolean => {
    const { left, top, width, height } = tab.getBoundingClientRect()
    return tab.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  await until(() => bottom(".dsheet") > bottom("nav.tabs"))
  await until(() => [...document.querySelectorAll("nav.tabs a")].every(isOnTop))
})

test("[DEVICE-19][LAYOUT-5] the line of the overview cuts off none of its parts where words are long", async () => {
  await page.viewport(760, 900)
  const desk = start()
  for (const language of ["fr", "it", "es"]) {
    await show(desk.client(), screen, "/devices", language)
    await until(() => document.querySelectorAll(".over button").length === 5)
    const line = document.querySelector(".over")
    await until(() => line !== null && line.scrollWidth <= line.clientWidth)
  }
})

test("[DEVICE-16][UX-3] the page of a device that opens while somebody types leaves the focus in the search", async () => {
  await page.viewport(1440, 900)
  await show(start().client(), screen, "/devices")
  const search = page.getByRole("searchbox", { name: "Search devices" })
  await search.findElement()
  const field = search.element()
  if (field instanceof HTMLElement) field.focus()
  // As slow as a pressed card whose page has still to be fetched.
  const card = document.querySelector(".card .hit")
  if (card instanceof HTMLElement) card.click()
  await until(() => document.querySelector(".dsheet-body h2") !== null)
  expect(document.activeElement).toBe(field)
})

test("[DEVICE-12] whoever comes back by a link finds the filter they left, and from the list itself the link shows all", async () => {
  await page.viewport(1440, 900)
  await show(start().client(), screen, "/devices?status=offline")
  const links = () => [...document.querySelectorAll<HTMLAnchorElement>(".side .nav a")]
  const press = async (address: string) => {
    await until(() => links().some((link) => link.getAttribute("href") === address))
    links()
      .find((link) => link.getAttribute("href") === address)
      ?.click()
  }
  await until(() => document.querySelector(".page.of-devices .tools") !== null)
  await press("/settings")
  await press("/devices?status=offline")
  await until(() => document.body.textContent.includes("No matching devices"))
  await press("/devices")
  await until(() => document.querySelectorAll(".card").length === 5)
})

test("[DEVICE-11][LAYOUT-5] on a phone the heading of the list keeps its buttons on one line, where words are long too", async () => {
  await page.viewport(360, 740)
  const desk = start()
  const tops = () =>
    [...document.querySelectorAll(".sec-head:has(> .reread) .icon")].map((each) => each.getBoundingClientRect().top)
  for (const language of ["de", "es", "pt", "ja"]) {
    await show(desk.client(), screen, "/devices", language)
    await until(() => document.querySelector(".sec-head > .reread > .note") !== null)
    await until(() => tops().length === 2 && tops()[0] === tops()[1])
  }
})
