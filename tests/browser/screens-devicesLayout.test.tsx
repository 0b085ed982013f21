import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { closeAllToasts, showToast } from "../../src/app/ui/toasts.ts"
import { CONNECTED } from "../domain/playedBridge.ts"
import { first, frame } from "./devicesDesk.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The devices screen in little room. */

afterEach(close)

/** The default count is that of a household. */
const start = (count = 5): ScreenDesk => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(count) })
  return desk
}

/** Devices of this network that are on no list. */
const near = ["n1", "n2", "n3", "n4"].map((id) => {
  const device = { id, did: `did ${id}`, name: `Near ${id}`, model: 1, cloudType: 0, timestamp: 1, flags: 0, build: 0 }
  return { ...device, isUsb: false, isHid: true, addr: `10.0.7.${id.slice(1)}` }
})
const rows = () => document.querySelectorAll("[data-did^='did ']").length

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

/** The box of the letters of a part, without the space around them. */
const textBox = (part: Element | null): DOMRect => {
  const range = document.createRange()
  if (part !== null) range.selectNodeContents(part)
  return range.getBoundingClientRect()
}

test("[DEVICE-19][LAYOUT-5] each sign of the overview is nearer to its figure than to the word before it", async () => {
  for (const width of [1440, 700, 360]) {
    await page.viewport(width, 900)
    await show(start(12).client(), screen, "/devices")
    await until(() => document.querySelectorAll(".over button").length === 5)
    const parts = [...document.querySelectorAll(".over button")].map((part) => ({
      sign: part.querySelector(".g")?.getBoundingClientRect() ?? new DOMRect(),
      figure: textBox(part.querySelector("b")),
      word: textBox(part.querySelector("b + span")),
    }))
    for (const [place, { sign, figure }] of parts.entries()) {
      const before = parts[place - 1]?.word
      // The first part of a line has no word before it.
      if (before === undefined || before.right > sign.left) continue
      expect(sign.left - before.right).toBeGreaterThan(figure.left - sign.right)
    }
  }
})

test("[DEVICE-3][DEVICE-16] beside the page of a device the list takes the room that a higher window gives", async () => {
  await page.viewport(1440, 700)
  await show(start(40).client(), screen, "/devices/d1")
  const bottom = () => document.querySelector(".list-frame")?.getBoundingClientRect().bottom ?? 0
  await until(() => document.querySelector(".dsheet-body h2") !== null && bottom() > 600)
  await page.viewport(1440, 1_100)
  await until(() => bottom() > 1_000)
})

test("[DEVICE-16][UX-3] the page of a device that opens while somebody types leaves the focus in the search", async () => {
  await page.viewport(1440, 900)
  await show(start().client(), screen, "/devices")
  const search = page.getByRole("searchbox", { name: "Search devices" })
  await search.findElement()
  const field = search.element()
  if (field instanceof HTMLElement) field.focus()
  // This click is as late as that of a card whose page is still being fetched.
  const card = document.querySelector(".card .hit")
  if (card instanceof HTMLElement) card.click()
  await until(() => document.querySelector(".dsheet-body h2") !== null)
  expect(document.activeElement).toBe(field)
})

/** The device with the first card below this line of the window, px. */
const firstBelow = (line: number): string | undefined =>
  [...document.querySelectorAll<HTMLElement>("li.card[data-did]")].find(
    (card) => card.getBoundingClientRect().top > line,
  )?.dataset.did

test("[DEVICE-17][UX-5] on a phone whose cards stand in twos, what stood first stays first when they stand one by one", async () => {
  await page.viewport(636, 900)
  await show(start(200).client(), screen, "/devices?view=cards")
  const columns = () =>
    getComputedStyle(document.querySelector(".page-list .cards") ?? document.body).gridTemplateColumns
  await until(() => columns().split(" ").length === 2)
  const below = () => document.querySelector(".tools")?.getBoundingClientRect().bottom ?? 0
  const first = () => Number(firstBelow(below() - 1)?.slice(1) ?? -1)
  await until(() => {
    if (first() < 80) scrollBy(0, 60)
    return first() === 80
  })
  // Scrolling and turning a phone do not happen within one frame.
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
  await page.viewport(600, 900)
  await until(() => columns().split(" ").length === 1)
  // The row above may have been partly visible.
  await until(() => first() >= 78 && first() <= 80)
})

test("[DEVICE-3][UX-5] what stood first of all or of what is looked for stays first when the cards have fewer columns", async () => {
  for (const sought of ["", "&status=online"]) {
    await page.viewport(1440, 900)
    await show(start(900).client(), screen, `/devices?view=cards${sought}`)
    const columns = () => getComputedStyle(frame().querySelector(".cards") ?? document.body).gridTemplateColumns
    await until(() => document.querySelector(".list-frame li.card") !== null && columns().split(" ").length === 3)
    frame().scrollTop = 100 * 120
    await until(() => first() === "d300")
    await page.viewport(900, 900)
    await until(() => columns().split(" ").length === 2 && first() === "d300")
  }
})

test("[DEVICE-12] a link back keeps the filter, and from the list itself the link shows all", async () => {
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

test("[LAYOUT-6][LAYOUT-5] on a phone a lost connection takes one line, is read in full, and shown so when asked for", async () => {
  await page.viewport(360, 740)
  const desk = start()
  const height = () => document.querySelector<HTMLElement>(".banner")?.offsetHeight ?? 0
  await show(desk.client(), screen, "/devices", "de")
  for (const [status, title, text] of [
    ["offline", "Sie sind offline.", "Postausgang"],
    ["unreachable", "Der Server ist nicht erreichbar.", "antwortet nicht"],
  ] as const) {
    desk.do({ type: "ReportConnection", status })
    await until(() => document.querySelector(".banner p")?.textContent.includes(title))
    expect(document.querySelector(".banner p")?.textContent).toContain(text)
    expect(height()).toBeLessThanOrEqual(52)
  }
  expect(page.getByRole("button", { name: "Jetzt erneut versuchen" }).query()).toBe(null)
  await userEvent.click(page.getByRole("button", { name: "Details", exact: true }))
  await page.getByRole("button", { name: "Jetzt erneut versuchen" }).findElement()
  await until(() => height() > 52)
})

test("[I18N-3][DEVICE-4] in Arabic a long English name begins where it begins, and is cut at its end", async () => {
  await page.viewport(360, 740)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const devices = manyDevices(1).map((device) => ({ ...device, name: "Mezzanine projection booth, on the left side" }))
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
  await show(desk.client(), screen, "/devices?view=cards", "ar")
  const beforeName = () => {
    const hit = document.querySelector(".hit")
    const text = hit?.querySelector("bdi")?.firstChild
    if (hit === null || text === null || text === undefined) return Number.NaN
    const first = document.createRange()
    first.setStart(text, 0)
    first.setEnd(text, 1)
    return first.getBoundingClientRect().left - hit.getBoundingClientRect().left
  }
  await until(() => Math.abs(beforeName()) < 2)
})

test("[I18N-3][RENAME-2] in Arabic a long English name that is being replaced is cut at its end, within its sentence", async () => {
  await page.viewport(360, 740)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const devices = manyDevices(1).map((device) => ({ ...device, name: "Mezzanine projection booth" }))
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
  desk.do({ type: "RenameDevice", did: "d0", name: "Booth" })
  await show(desk.client(), screen, "/devices?view=cards", "ar")
  const name = () => document.querySelector(".slot .say bdi")
  await until(() => name()?.textContent === "Mezzanine projection booth")
  const [box, say] = [name(), document.querySelector(".slot .say")].map(
    (part) => part?.getBoundingClientRect() ?? new DOMRect(),
  )
  const letters = textBox(name())
  // The letters begin at the start of their box, and overflow at its end.
  expect(letters.left).toBeCloseTo(box?.left ?? Number.NaN, 0)
  expect(letters.width).toBeGreaterThan(box?.width ?? Number.POSITIVE_INFINITY)
  expect(box?.left).toBeGreaterThanOrEqual(say?.left ?? Number.POSITIVE_INFINITY)
})

test("[DEVICE-1][BRIDGE-4][UX-5] devices that answered keep their places when the native side goes, and their heading says how to connect", async () => {
  await page.viewport(1440, 900)
  const desk = start()
  desk.do({ type: "ReportBridge", link: CONNECTED })
  desk.do({ type: "RecordLanDevices", devices: near, gone: [] })
  await show(desk.client(), screen, "/devices?view=cards")
  await until(() => rows() === 4)
  const top = () => document.querySelector("[data-did^='did ']")?.getBoundingClientRect().top
  const before = top()
  expect(before).toBeGreaterThan(0)
  desk.do({ type: "ReportBridge", link: { state: "away" } })
  await page.getByRole("link", { name: "How to connect" }).findElement()
  expect(rows()).toBe(4)
  expect(top()).toBe(before)
})

test("[UX-5][MSG-4] a toast lies neither on the bar of a selection, nor on the outbox, nor on what is said of the list", async () => {
  const box = (of: string) => document.querySelector(of)?.getBoundingClientRect()
  const areApart = (one: string, other: string) => {
    const [a, b] = [box(one), box(other)]
    if (a === undefined || b === undefined || a.width === 0 || b.width === 0) return false
    return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
  }
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(30) })
  const noticed = (
    <>
      {screen}
      <Notices />
    </>
  )
  for (const width of [1440, 360]) {
    await page.viewport(width, 740)
    await show(desk.client(), noticed, "/devices?view=cards")
    await page.getByRole("button", { name: "Select", exact: true }).click()
    await until(() => box(".selbar") !== undefined)
    showToast({ kind: "success", text: "A sentence that is as long as most of those that are said" }, undefined)
    await until(() => areApart(".toast", ".selbar"))
    await page.getByRole("button", { name: "Clear selection" }).click()
    await page
      .getByRole("button", { name: /^Outbox, / })
      .first()
      .click()
    await until(() => areApart(".toast", ".sheet"))
    closeAllToasts()
    close()
  }
  desk.do({ type: "ReportConnection", status: "online" })
  desk.do({ type: "RecordReadFailure", account, list: "devices", reason: "unknown" })
  for (const width of [1440, 768, 360]) {
    await page.viewport(width, 740)
    await show(desk.client(), noticed, "/devices?view=cards")
    await until(() => box(".below-list .inline-note") !== undefined)
    showToast({ kind: "error", text: "A sentence that is as long as most of those that are said" }, undefined)
    await until(() => areApart(".toast", ".below-list .inline-note"))
    closeAllToasts()
    close()
  }
})

test("[MSG-4][LAYOUT-5] a toast on a phone keeps the same distance from both edges", async () => {
  await page.viewport(360, 740)
  await show(new ScreenDesk().client(), <Notices />)
  showToast({ kind: "success", text: "Renamed" }, undefined)
  const toast = () => document.querySelector(".toast")?.getBoundingClientRect()
  await until(() => toast() !== undefined)
  const { left = 0, right = 0 } = toast() ?? {}
  closeAllToasts()
  expect(Math.round(left)).toBe(Math.round(window.innerWidth - right))
})

test("[UX-3][I18N-3] keys that are held together stand as on the keyboard, also where text runs to the left", async () => {
  await page.viewport(1440, 900)
  for (const language of ["en", "ar"]) {
    await show(start().client(), screen, "/devices", language)
    await until(() => document.querySelectorAll(".command-line kbd").length === 2)
    const [first = 0, second = 0] = [...document.querySelectorAll(".command-line kbd")].map(
      (cap) => cap.getBoundingClientRect().left,
    )
    expect(first).toBeLessThan(second)
  }
})

test("[DEVICE-13][DEVICE-17] a finger that rests on a device chooses it, one that moves on or leaves at once does not", async () => {
  await page.viewport(360, 740)
  await show(start().client(), screen, "/devices?view=cards")
  const card = () => document.querySelector<HTMLElement>("[data-did='d1'] .hit")
  const chosen = () => [...document.querySelectorAll<HTMLElement>(".card.chosen")].map(({ dataset }) => dataset.did)
  await until(() => card() !== null)
  const finger = (type: string, x = 40) =>
    card()?.dispatchEvent(
      new PointerEvent(type, { pointerType: "touch", isPrimary: true, bubbles: true, clientX: x, clientY: 400 }),
    )
  finger("pointerdown")
  finger("pointermove", 80)
  finger("pointerup", 80)
  finger("pointerdown")
  finger("pointermove", 44)
  await until(() => chosen().includes("d1"))
  expect(chosen()).toEqual(["d1"])
  // Lifting the finger presses nothing.
  finger("pointerup", 44)
  card()?.click()
  await until(() => document.querySelector(".selbar") !== null)
  expect(chosen()).toEqual(["d1"])
  // From now on one tap selects.
  finger("pointerdown")
  finger("pointerup")
  card()?.click()
  await until(() => chosen().length === 0)
})

test("[DEVICE-2][UX-4] an account without devices reads the steps to the first one, and can accept an invitation there", async () => {
  await page.viewport(1440, 900)
  const desk = start(0)
  await show(desk.client(), screen, "/devices")
  const steps = await page.getByRole("list", { name: "Three steps to your first device" }).findElement()
  expect(steps.querySelectorAll("li")).toHaveLength(3)
  // A link explains "bind". A native side that is present is named by its own name.
  const how = page.getByRole("link", { name: "How to bind a device" }).element()
  expect(how.getAttribute("href")).toBe("/help-center")
  expect(how.getBoundingClientRect().left).toBe(how.previousElementSibling?.getBoundingClientRect().left)
  desk.do({ type: "ReportBridge", link: { state: "away" } })
  await page.getByRole("heading", { name: /^Get the desktop app/ }).findElement()
  desk.do({ type: "ReportBridge", link: CONNECTED })
  await page.getByRole("heading", { name: /^Desktop app or bridge ?Connected$/ }).findElement()
  // Below a list of LAN devices, "no devices found" would be wrong.
  expect(page.getByRole("heading", { name: "No devices found" }).query()).not.toBeNull()
  desk.do({ type: "RecordLanDevices", devices: near, gone: [] })
  await page.getByRole("heading", { name: "No devices are bound to your account yet" }).findElement()
  await page.getByRole("button", { name: "Accept invitation" }).click()
  await until(() =>
    desk.asked.some((request) => request.type === "OpenDialog" && request.dialog === "acceptInvitation"),
  )
})

test("[DEVICE-2][UX-4] a guest has two steps, and is asked to sign in once", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  desk.do({ type: "ReportBridge", link: { state: "away" } })
  await show(desk.client(), screen, "/devices")
  const steps = await page.getByRole("list", { name: "Two steps to your first device" }).findElement()
  expect(steps.querySelectorAll("li")).toHaveLength(2)
  expect(document.querySelectorAll(".page a[href='/signin']")).toHaveLength(1)
  expect(page.getByRole("link", { name: "How to connect" }).elements()).toHaveLength(1)
})
