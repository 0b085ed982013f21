import { Route, Routes, useLocation } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { createClient } from "../../src/app/client/create.ts"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The chart of the fleet in time, above the list of devices. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

afterEach(close)

const Address = () => <output>{useLocation().pathname + useLocation().search}</output>
const app = (
  <Routes>
    <Route element={<MainLayout />}>
      <Route path="/devices/:did?" element={<Devices />} />
      <Route path="*" element={<Address />} />
    </Route>
  </Routes>
)

/** Twelve devices over eight hours. The first three were away for an hour and a half, five hours ago. */
const fleet = () => {
  const desk = new ScreenDesk()
  const now = Date.now()
  desk.recorder.now = now - 8 * HOUR
  const account = desk.recorder.signIn()
  for (let at = now - 8 * HOUR; at <= now; at += HOUR / 2) {
    desk.recorder.now = at
    const gone = now - 5 * HOUR
    const isAway = at > gone && at < gone + 1.6 * HOUR
    const devices = manyDevices(12).map((each, index) => ({ ...each, lastSeen: isAway && index < 3 ? gone : at }))
    desk.do({ type: "RecordDevices", account, begunAt: at, devices })
  }
  desk.recorder.now = now
  return desk
}

const band = () => document.querySelector<HTMLElement>("section.fleet")
const isDrawn = () => band()?.querySelector("svg path.hi") !== null && band()?.getAttribute("aria-busy") === "false"
const cards = () => document.querySelectorAll("li.card").length
const range = () => document.querySelector(".fl-range")
const finding = () => document.querySelector<HTMLElement>(".fl-pop")?.textContent ?? ""

const open = async (language = "en", width = 1440, desk = fleet()) => {
  await page.viewport(width, 900)
  await show(desk.client(), app, "/devices?view=cards", language)
  await until(() => band() !== null)
}

test("[PICTURE-1] an outage is a mark with its time; it chooses its range, narrows the list to its devices and shows all again", async () => {
  await open()
  await until(isDrawn)
  const mark = page.getByRole("button", { name: /Devices away: 3, back after/ })
  await userEvent.click(mark)
  await until(() => finding().includes(": 3"))
  expect(finding()).toContain("Device 00000")
  await userEvent.click(page.getByRole("button", { name: "Show them" }))
  await until(() => cards() === 3)
  await userEvent.click(page.getByRole("button", { name: "Clear filters" }))
  await until(() => cards() > 3)
  expect(range()).not.toBeNull()
  await userEvent.click(page.getByRole("button", { name: "Show them" }))
  await until(() => cards() === 3)
  await userEvent.click(page.getByRole("button", { name: "Clear the range" }))
  await until(() => cards() > 3 && range() === null)
})

test("[PICTURE-1] dragged with the pointer a range leads to the events of its time", async () => {
  await open()
  await until(isDrawn)
  const track = document.querySelector<HTMLElement>(".fl-drag")
  if (track === null) throw new Error("there is no track")
  await userEvent.dragAndDrop(track, track, { sourcePosition: { x: 600, y: 10 }, targetPosition: { x: 700, y: 10 } })
  await until(() => range() !== null)
  const { width } = range()?.getBoundingClientRect() ?? { width: 0 }
  expect(width).toBeGreaterThan(80)
  expect(width).toBeLessThan(140)
  await userEvent.click(document.querySelector<HTMLElement>(".fl-pop a") ?? track)
  await until(() => /^\/log\?day=\d{13}-\d{13}$/.test(document.querySelector("output")?.textContent ?? ""))
})

test("[PICTURE-1][LAYOUT-5] by keys both ends move and say how many were online, and Escape takes the range away", async () => {
  await open()
  await until(isDrawn)
  const [from] = document.querySelectorAll<HTMLElement>("[role=slider].fl-end")
  from?.focus()
  await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{ArrowLeft}")
  await until(() => range() !== null)
  expect(from?.getAttribute("aria-valuenow")).toBe("42")
  expect(from?.getAttribute("aria-valuetext")).toMatch(/12 online, 0 offline, 0 not observed/)
  // Alt and an arrow stay with the browser, which goes through its history.
  const back = new KeyboardEvent("keydown", { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true })
  expect(from?.dispatchEvent(back)).toBe(true)
  await userEvent.keyboard("{Escape}")
  await until(() => range() === null)
})

test("[PICTURE-1] a screen reader has the same as a table, of the day and of the week", async () => {
  await open()
  await until(isDrawn)
  const rows = () => [...(band()?.querySelectorAll("tbody tr") ?? [])]
  expect(rows()).toHaveLength(48)
  const away = rows().filter((row) => row.children[2]?.textContent === "3")
  expect(away.length).toBeGreaterThan(0)
  expect(band()?.querySelector("table")?.textContent).toContain("Devices away: 3")
  await userEvent.click(page.getByText("7 d", { exact: true }))
  await until(() => isDrawn() && rows().length === 84)
  expect(band()?.querySelector("table")?.textContent).toContain("Devices away: 3")
})

test("[PICTURE-1] a week that stays open for days has no hole: the state knows the last day alone", async () => {
  const desk = fleet()
  let ahead = 0
  const client = createClient(() => Date.now() + ahead)
  client.start.set({ phase: "ready", handle: desk.handle, deployment: noDeployment })
  await page.viewport(1440, 900)
  await show(client, app, "/devices?view=cards")
  await until(() => band() !== null && isDrawn())
  await userEvent.click(page.getByText("7 d", { exact: true }))
  const online = () =>
    [...(band()?.querySelectorAll("tbody tr") ?? [])].filter((row) => row.children[1]?.textContent === "12")
  await until(() => isDrawn() && band()?.querySelectorAll("tbody tr").length === 84)
  const before = online().length
  const { now, state } = desk.recorder
  const account = state.session.current?.account
  if (account === undefined) throw new Error("no account is signed in")
  for (let hours = 0.5; hours <= 44; hours += 0.5) {
    const at = now + hours * HOUR
    ahead = hours * HOUR
    desk.recorder.now = at
    const devices = manyDevices(12).map((each) => ({ ...each, lastSeen: at }))
    desk.do({ type: "RecordDevices", account, begunAt: at, devices })
  }
  await until(() => online().length >= before + 21)
})

test("[PICTURE-1] folding is a preference; folded it says how often what happened", async () => {
  const desk = fleet()
  await open("en", 1440, desk)
  await until(isDrawn)
  band()?.querySelector<HTMLElement>(".fl-fold")?.click()
  await until(() => desk.asked.some((asked) => asked.type === "SetPreference" && asked.key === "fleetBand"))
  desk.do({ type: "ObservePreference", key: "fleetBand", value: "false" })
  await until(() => band()?.classList.contains("folded") && band()?.textContent?.includes("Outages: 1"))
  expect(band()?.getBoundingClientRect().height).toBeLessThanOrEqual(40)
})

test.each([
  [390, "en"],
  [390, "ar"],
  [360, "de"],
] as const)(
  "[PICTURE-1] %i px wide in %s it is one line until it is opened, and then fits",
  async (width, language) => {
    await open(language, width)
    await until(() => band()?.classList.contains("folded") === true)
    expect(band()?.querySelector("svg.i")).not.toBeNull()
    expect(band()?.getBoundingClientRect().height).toBeLessThanOrEqual(48)
    band()?.querySelector<HTMLElement>(".fl-fold")?.click()
    await until(isDrawn)
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test.each([
  [1440, "24 h"],
  [760, "24 h"],
  [390, "24 h"],
  [390, "7 d"],
])("[PICTURE-1][LAYOUT-5] %i px wide the strokes of %s stand apart", async (width, span) => {
  await open("en", width)
  await until(() => band() !== null)
  if (width < 640) await userEvent.click(page.getByRole("button", { name: "Fleet in time" }))
  await until(isDrawn)
  await userEvent.click(page.getByText(span, { exact: true }))
  await until(isDrawn)
  const svg = document.querySelector<SVGElement>(".fl-drag svg")
  const places = () =>
    [...(svg?.querySelectorAll("path:not(.now)") ?? [])]
      .flatMap((path) => [...(path.getAttribute("d") ?? "").matchAll(/M([\d.]+)/g)].map(([, at]) => Number(at)))
      .toSorted((a, b) => a - b)
  const pitchOf = (at: readonly number[]) => {
    const gaps = at.slice(1).flatMap((each, index) => each - (at[index] ?? 0) || [])
    const [, , count] = (svg?.getAttribute("viewBox") ?? "").split(" ")
    return (Math.min(...gaps) / Number(count)) * (svg?.getBoundingClientRect().width ?? 0)
  }
  await until(() => places().length > 0 && pitchOf(places()) >= 3)
})
