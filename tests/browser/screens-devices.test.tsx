import { Route, Routes, useNavigate } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

const frame = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>(".list-frame")
  if (found === null) throw new Error("there is no list")
  return found
}
const cards = (): readonly HTMLElement[] => [...frame().querySelectorAll<HTMLElement>("li.card")]
const names = (): readonly string[] => cards().map((card) => card.querySelector("h3")?.textContent ?? "")
const card = (name: string): HTMLElement => {
  const found = cards().find((each) => each.querySelector("h3")?.textContent?.startsWith(name))
  if (found === undefined) throw new Error(`${name} is not in sight`)
  return found
}

const COUNT = 10_000

const screen = (
  <Routes>
    <Route path="/devices/:did?" element={<Devices />} />
  </Routes>
)
const CARDS = "/devices?view=cards"

const start = (): ScreenDesk => {
  const fresh = new ScreenDesk()
  const account = fresh.recorder.signIn()
  fresh.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(COUNT) })
  return fresh
}

test("[DEVICE-3][DEVICE-4][RENAME-2][OFFLINE-9] ten thousand devices, one of them renamed without a connection", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".list-frame li.card"))

  // The list fits the window and holds only what is in sight.
  const height = Number.parseFloat(getComputedStyle(frame()).maxHeight)
  expect(height).toBeGreaterThanOrEqual(200)
  expect(height).toBeLessThanOrEqual(window.innerHeight)
  expect(cards().length).toBeLessThan(60)
  expect(names()[0]).toBe("Device 00000")
  expect(cards()[0]?.getAttribute("aria-setsize")).toBe(String(COUNT))

  // Scrolled to its end it shows the last one, at its place among all.
  frame().scrollTop = frame().scrollHeight
  await until(() => names().includes("Device 09999"))
  expect(card("Device 09999").getAttribute("aria-posinset")).toBe(String(COUNT))
  expect(cards().length).toBeLessThan(60)

  // The rail of letters goes to the first of each; letters that no name begins with go nowhere.
  const rail = page.getByRole("navigation", { name: "Go to a letter" })
  expect(rail.getByRole("button", { name: "A", exact: true }).element()).toHaveProperty("disabled", true)
  await userEvent.click(rail.getByRole("button", { name: "D", exact: true }))
  await until(() => names().includes("Device 00000"))
  frame().scrollTop = frame().scrollHeight
  await until(() => names().includes("Device 09999"))

  // A rename without a connection shows the new name at once, marked as pending, and what it replaces.
  frame().scrollTop = 0
  await until(() => names().includes("Device 00001"))
  engine.do({ type: "ReportConnection", status: "offline" })
  engine.do({ type: "RenameDevice", did: "d1", name: "Observatory" })
  await until(() => names().some((name) => name.startsWith("Observatory")))
  expect(card("Observatory").textContent).toContain("Not confirmed yet")
  expect(card("Observatory").textContent).toContain("Renaming, was Device 00001")
})

test("[DEVICE-2][UX-4] a search finds by name and id, and says so when nothing matches", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".list-frame li.card"))
  const search = page.getByRole("searchbox", { name: "Search devices" })
  await userEvent.fill(search, "device 04711")
  await until(() => names().join() === "Device 04711")
  const marked = (place: string) =>
    [...(cards()[0]?.querySelectorAll(`${place} mark`) ?? [])].map((mark) => mark.textContent)
  // What was found is marked: in the name, or in the id where that was it.
  await until(() => marked(".hit").join() === "Device,04711")
  expect(document.querySelector(".found-id")).toBeNull()
  await userEvent.fill(search, "D9998")
  await until(() => names().join() === "Device 09998")
  await until(() => marked(".found-id").join() === "d9998")
  await userEvent.fill(search, "nothing like it")
  await page.getByText("No matching devices").findElement()
})

test("[LAYOUT-6][OFFLINE-3] the outbox count is in sight and read out, and Escape gives the focus back", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), <MainLayout />)
  const button = page.getByRole("button", { name: "Outbox, empty" })
  await button.findElement()
  engine.do({ type: "ReportConnection", status: "offline" })
  engine.do({ type: "RenameDevice", did: "d2", name: "Mixing desk" })
  await until(() =>
    [...document.querySelectorAll("[role=status]")].some((line) => line.textContent === "Outbox, 1 action waiting"),
  )
  const waiting = page.getByRole("button", { name: "Outbox, 1 action waiting" })
  await userEvent.click(waiting)
  const panel = page.getByRole("region", { name: "Outbox", exact: true })
  await panel.findElement()
  await panel.getByText("Rename Device 00002 to Mixing desk").findElement()
  await panel.getByText(/Will be sent when the connection is back/).findElement()
  await userEvent.keyboard("{Escape}")
  await until(() => panel.query() === null)
  expect(document.activeElement).toBe(waiting.element())
})

test("[DEVICE-13][AUTH-13] what was chosen is not chosen for whoever signs in in another tab", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".list-frame li.card"))
  await userEvent.click(page.getByRole("button", { name: "Select", exact: true }))
  await until(() => card("Device 00001").querySelector("input"))
  card("Device 00001").querySelector("input")?.click()
  const bar = page.getByRole("region", { name: "Selected devices" })
  await bar.getByText("1 selected").findElement()
  const account = engine.recorder.signIn("u2")
  engine.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(3) })
  await until(() => cards().length === 3)
  expect(bar.query()).toBe(null)
  // The one who signed in begins with nothing.
  await userEvent.click(page.getByRole("button", { name: "Select", exact: true }))
  await bar.getByText("0 selected").findElement()
})

test("[DEVICE-15] the strip of a card tells seen, not seen and not watched apart, and the list says which is which", async () => {
  const hour = 3_600_000
  const engine = start()
  const [first] = manyDevices(1)
  if (first === undefined) throw new Error("there is no device")
  const account = engine.recorder.signIn("u2")
  const now = Date.now()
  // Seen five hours ago; looked for in vain three and two hours ago; nobody looked in between.
  for (const ago of [5, 3, 2]) {
    engine.recorder.now = now - ago * hour
    const devices = [{ ...first, lastSeen: now - 5 * hour }]
    engine.do({ type: "RecordDevices", account, begunAt: engine.recorder.now, devices })
  }
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".list-frame li.card"))
  const strip = card("Device 00000").querySelector("svg.presence")
  const marks = (part: string, stroke: string): number => {
    const drawn = strip?.querySelector(`path.${part}`)?.getAttribute("d") ?? ""
    return drawn.split(stroke).length - 1
  }
  // All but the last tick, which is now: one seen, two not seen, the rest not watched.
  expect([marks("hi", "2v12"), marks("lo", "10v4"), marks("lo", "13v1")]).toEqual([1, 2, 47 - 3])
  expect(strip?.getAttribute("aria-label")).toMatch(/^Seen in [12] of 48 half hours; no data for 4[45]$/)
  await userEvent.click(page.getByRole("button", { name: "What do the ticks mean?" }))
  for (const word of ["Seen", "Not seen", "No data"]) await until(() => document.body.textContent?.includes(word))
})

test("[OFFLINE-3][OFFLINE-6] the outbox counts from when it was asked, says when a try is due, and blames the clock only for what it did", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  const { recorder } = engine
  await show(engine.client(), <MainLayout />)
  const asked = Date.now() - 120_000
  const at = (after: number, command: Parameters<ScreenDesk["do"]>[0]) => {
    recorder.now = asked + after
    engine.do(command)
  }
  const idOf = (subject: string) => {
    const found = [...recorder.state.outbox.actions.values()].find((action) => action.subject === subject)
    return found?.id ?? ""
  }
  at(0, { type: "TakeLeadership" })
  at(0, { type: "RenameDevice", did: "d1", name: "Patient" })
  at(0, { type: "RenameDevice", did: "d2", name: "Due" })
  at(0, { type: "RebootDevice", did: "d3" })
  const { epoch } = recorder.state.outbox
  at(0, { type: "ReportConnection", status: "online" })
  at(60_000, { type: "ClaimAction", action: idOf("Device 00001"), epoch })
  const report = { type: "RecordOutcome", attempt: 1, jitter: 0.5 } as const
  at(60_020, { ...report, action: idOf("Device 00001"), outcome: { kind: "done" } })
  at(60_000, { type: "ClaimAction", action: idOf("Device 00002"), epoch })
  at(60_020, { ...report, action: idOf("Device 00002"), outcome: { kind: "noReply" } })
  at(-3_600_000, { type: "ExpireActions", epoch })

  await userEvent.click(page.getByRole("button", { name: /^Outbox,/ }))
  const panel = page.getByRole("region", { name: "Outbox", exact: true })
  await panel.getByText("Confirmed after 1 minute.").findElement()
  await panel.getByText("Retrying now. The server did not respond.").findElement()
  await panel.getByText("Expired because the clock was set back. It was never sent.").findElement()
  engine.do({ type: "ReportConnection", status: "offline" })
  await panel.getByText("Queued. Will be sent when the connection is back.").findElement()
})

const ToSignIn = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate("/signin")}>
      To the form
    </button>
  )
}

test("[MSG-4][LAYOUT-3] a toast about an action offers the outbox only where there is one, and leaves with the action or its session", async () => {
  const engine = start()
  await show(
    engine.client(),
    <>
      <ToSignIn />
      <Notices />
    </>,
    "/devices/network",
  )
  const shown = page.getByRole("button", { name: "View" })
  const line = (device: string) => page.getByText(`Rename of ${device} added to the outbox`)
  const toForm = await page.getByRole("button", { name: "To the form" }).findElement()
  // Their time stands still while the focus is among them: what goes does not go because it is over.
  const region = await page.getByRole("region", { name: "Notifications" }).findElement()
  if (region instanceof HTMLElement) region.focus()
  await until(() => engine.isHeard)
  engine.do({ type: "ReportConnection", status: "offline" })
  engine.do({ type: "RenameDevice", did: "d3", name: "Given up" })
  await line("Device 00003").findElement()
  await shown.findElement()

  // Given up: nothing is left to tell of it.
  const [action] = [...engine.recorder.state.outbox.actions.keys()]
  engine.do({ type: "CancelAction", action: action ?? "" })
  await until(() => line("Device 00003").query() === null)

  // Its end is told in the same place, above what came later, and takes the focus over.
  engine.do({ type: "RenameDevice", did: "d5", name: "Done" })
  engine.do({ type: "RenameDevice", did: "d4", name: "Kept" })
  await line("Device 00004").findElement()
  const [ending] = document.querySelectorAll<HTMLElement>(".toast")
  ending?.querySelector("button")?.focus()
  engine.do({ type: "TakeLeadership" })
  engine.do({ type: "ReportConnection", status: "online" })
  const { actions, epoch } = engine.recorder.state.outbox
  const done = [...actions.keys()].at(-2) ?? ""
  engine.do({ type: "ClaimAction", action: done, epoch })
  engine.do({ type: "RecordOutcome", action: done, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  await page.getByRole("status").getByText("Device renamed.").findElement()
  const told = [...document.querySelectorAll(".toast p")].map(({ textContent }) => textContent)
  expect(told).toEqual(["Device renamed.", "Rename of Device 00004 added to the outbox"])
  expect(document.activeElement?.closest(".toast")).toBe(ending)

  // Taken along to a page without an outbox it still tells, and offers nothing.
  await shown.findElement()
  if (toForm instanceof HTMLElement) toForm.click()
  await until(() => shown.query() === null)
  expect(line("Device 00004").query()).not.toBeNull()

  // Signed out: it is of another account now.
  const session = engine.recorder.state.session.current?.id ?? ""
  engine.do({ type: "EndSession", sessionId: session, reason: "person" })
  await until(() => line("Device 00004").query() === null)
})

test("[DEVICE-16][DEVICE-14] a device opens beside the list, is renamed in place, and tells what became of it", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".list-frame li.card"))
  const opener = card("Device 00001").querySelector<HTMLElement>(".hit")
  opener?.focus()
  await userEvent.keyboard("{Enter}")
  const sheet = page.getByRole("complementary", { name: "Device 00001" })
  await sheet.getByText(`2 of ${COUNT.toLocaleString("en")}`).findElement()
  await until(() => sheet.element().contains(document.activeElement))
  // The list beside it stays usable, in fewer columns.
  expect(card("Device 00001").getAttribute("aria-current")).toBe("page")
  await sheet.getByText("d1", { exact: true }).findElement()
  await sheet.getByText("Added to your list").findElement()

  await userEvent.click(sheet.getByRole("button", { name: "Rename here" }))
  await until(() => document.activeElement instanceof HTMLInputElement)
  await userEvent.keyboard("Observatory{Enter}")
  await page.getByRole("complementary", { name: /Observatory/ }).findElement()
  await page.getByText("Rename Device 00001 to Observatory").first().findElement()
  // Too long a name is not saved, and says by how much.
  await userEvent.click(page.getByRole("button", { name: "Rename here" }))
  await userEvent.keyboard(`${"x".repeat(33)}{Enter}`)
  await page.getByText("33 of 32 bytes").findElement()
  await userEvent.keyboard("{Escape}")
  expect(engine.asked.filter(({ type }) => type === "RenameDevice")).toHaveLength(1)

  // An action that is on its way already keeps its place and says why.
  engine.do({ type: "RebootDevice", did: "d1" })
  const reboot = page.getByRole("complementary").getByRole("button", { name: "Reboot", exact: true })
  await until(() => reboot.element().getAttribute("aria-disabled") === "true")
  await page.getByText(/A reboot is already in progress\./).findElement()
  // A browser alone connects to nothing: that is said once, for both.
  for (const name of ["Connect", "Update firmware"]) {
    const act = page.getByRole("complementary").getByRole("button", { name, exact: true }).element()
    expect(act.getAttribute("aria-disabled")).toBe("true")
    const why = document.getElementById(act.getAttribute("aria-describedby") ?? "")
    expect(why?.textContent?.split("Connecting and updating require the desktop app or the bridge.")).toHaveLength(2)
  }

  // The next one, by key; Escape closes and gives the focus back.
  await until(() => document.querySelector(".dname button"))
  document.querySelector<HTMLElement>(".dname button")?.focus()
  await userEvent.keyboard("j")
  await page.getByRole("complementary", { name: "Device 00002" }).findElement()
  // Single keys that are turned off lead nowhere.
  engine.do({ type: "ObservePreference", key: "shortcuts", value: "false" })
  await userEvent.keyboard("j")
  engine.do({ type: "ObservePreference", key: "shortcuts", value: null })
  await userEvent.keyboard("j")
  await page.getByRole("complementary", { name: "Device 00003" }).findElement()
  await userEvent.keyboard("{Escape}")
  await until(() => document.querySelector(".dsheet") === null)
  await until(() => document.activeElement?.closest("li.card"))
})

test("[DEVICE-16][DEVICE-15] the strip of a page says each half hour by keys and as a table, and a device that is gone says so", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, "/devices/d7")
  const strip = page.getByRole("slider", { name: "Last 24 hours" })
  const now = await strip.findElement()
  expect(now.getAttribute("aria-valuetext")).toMatch(/^\d\d:\d\d to \d\d:\d\d, Seen$/)
  if (now instanceof HTMLElement) now.focus()
  await userEvent.keyboard("{Home}")
  await until(() => /No data$/.test(now.getAttribute("aria-valuetext") ?? ""))
  expect(now.getAttribute("aria-valuenow")).toBe("0")
  const table = page.getByRole("table", { name: "Last 24 hours" })
  await table.getByRole("cell", { name: "No data" }).findElement()
  await table.getByRole("cell", { name: "Seen", exact: true }).findElement()
  await page.getByRole("table", { name: "Last 7 days" }).getByText("Today").findElement()
  await show(engine.client(), screen, "/devices/nobody")
  await page.getByRole("complementary", { name: "This device is not in your list" }).findElement()
})

test("[DEVICE-16][DEVICE-17] on a phone the page scrolls with its cards, a device takes its place, and gives it back", async () => {
  await page.viewport(360, 740)
  const engine = start()
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".page-list li.card"))
  expect(document.querySelector(".list-frame")).toBe(null)
  const all = () => [...document.querySelectorAll<HTMLElement>(".page-list li.card")]
  expect(all().length).toBeLessThan(60)
  window.scrollTo(0, 30_000)
  await until(() => all().some((each) => each.getAttribute("aria-posinset") === "251"))
  const opener = all()[3]?.querySelector<HTMLElement>(".hit")
  const place = window.scrollY
  opener?.click()
  await until(() => document.querySelector(".dsheet"))
  expect(all()[0]?.offsetParent ?? null).toBe(null)
  expect(window.scrollY).toBe(0)
  await userEvent.click(page.getByRole("button", { name: "Back to the list" }))
  await until(() => document.querySelector(".dsheet") === null)
  await until(() => Math.abs(window.scrollY - place) < 2)
})

const rows = (): readonly HTMLElement[] => [...frame().querySelectorAll<HTMLElement>("tr.trow")]
const focused = (): string | undefined => document.activeElement?.closest<HTMLElement>("[data-did]")?.dataset.did

test("[DEVICE-17][DEVICE-18] many devices are a table with one stop for Tab, in which keys move, choose and open", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen)
  await until(() => document.querySelector(".list-frame tr.trow"))
  const table = await page.getByRole("grid", { name: "Devices" }).findElement()
  expect(table.getAttribute("aria-rowcount")).toBe(String(COUNT + 1))
  expect(rows().length).toBeLessThan(60)
  expect(rows()[0]?.getBoundingClientRect().height).toBe(40)
  const stops = () =>
    [...frame().querySelectorAll<HTMLElement>("tbody :is(button, input)")].filter((one) => one.tabIndex >= 0)
  expect(stops()).toHaveLength(1)

  stops()[0]?.focus()
  expect(focused()).toBe("d0")
  for (const [key, at] of [
    ["{ArrowDown}", "d1"],
    ["j", "d2"],
    ["k", "d1"],
    ["{End}", "d9999"],
    ["{ArrowDown}", "d9999"],
    ["{Home}", "d0"],
    ["{PageDown}", "d5"],
  ] as const) {
    await userEvent.keyboard(key)
    await until(() => focused() === at)
  }
  expect(stops()).toHaveLength(1)

  // Chosen as in a file manager: one by one, by range, all, none.
  const bar = page.getByRole("region", { name: "Selected devices" })
  await userEvent.keyboard("x")
  await bar.getByText("1 selected").findElement()
  await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}")
  await bar.getByText("3 selected").findElement()
  rows()
    .find((row) => row.dataset.did === "d10")
    ?.querySelector<HTMLElement>(".hit")
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey: true }))
  await bar.getByText("4 selected").findElement()
  await userEvent.keyboard("{Control>}a{/Control}")
  await bar.getByText("10,000 selected").findElement()
  await userEvent.keyboard("{Escape}")
  await until(() => bar.query() === null)

  // The head sorts and says how.
  await userEvent.click(page.getByRole("columnheader", { name: "Name" }).getByRole("button"))
  await until(() => rows()[0]?.dataset.did === "d9999")
  const name = await page.getByRole("columnheader", { name: "Name" }).findElement()
  expect(name.getAttribute("aria-sort")).toBe("descending")

  // Cards by choice, kept in this browser.
  await userEvent.click(page.getByRole("radio", { name: "Cards" }), { force: true })
  await until(() => cards().length > 0)
  expect(engine.asked).toContainEqual({ type: "SetPreference", key: "deviceView", value: "cards" })
})

test("[DEVICE-17][DEVICE-8] the devices of this network are one stop for Tab too, and keys lead on to those of the account", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(4) })
  desk.do({ type: "ReportBridge", link: CONNECTED })
  const near = ["n1", "n2"].map((id) => {
    const device = {
      id,
      did: `did ${id}`,
      name: `Near ${id}`,
      model: 1,
      cloudType: 0,
      timestamp: 1,
      flags: 0,
      build: 0,
    }
    return { ...device, isUsb: false, isHid: true, addr: `10.0.7.${id.slice(1)}` }
  })
  desk.do({ type: "RecordLanDevices", devices: near, gone: [] })
  const at = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-did], [data-neighbour]")
    return row?.dataset.did ?? row?.dataset.neighbour
  }
  const stops = () => [...document.querySelectorAll("[data-neighbour] .hit[tabindex='0']")]
  for (const [path, keys] of [
    [CARDS, ["{ArrowRight} n2", "{ArrowDown} d0", "{ArrowUp} n2", "{Home} n1", "j n2", "j d0", "k n2"]],
    ["/devices?view=table", ["{ArrowDown} n2", "{ArrowDown} d0", "{ArrowUp} n2", "{ArrowUp} n1", "{End} n2"]],
  ] as const) {
    await show(desk.client(), screen, path)
    await until(() => stops().length === 1 && document.querySelector("[data-did='d0']") !== null)
    const [first] = stops()
    if (first instanceof HTMLElement) first.focus()
    await until(() => at() === "n1")
    for (const step of keys) {
      const [key = "", place] = step.split(" ")
      await userEvent.keyboard(key)
      await until(() => at() === place)
    }
    await until(() => stops().length === 1 && stops()[0] === document.activeElement)
    await userEvent.keyboard("m")
    await page.getByRole("menuitem", { name: "Wake" }).findElement()
    await userEvent.keyboard("{Escape}")
    close()
  }
})

test("[DEVICE-1][LAN-6] a whole network that answers at once has its places, which are filled portion by portion, until each of it is there", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(1) })
  desk.do({ type: "ReportBridge", link: CONNECTED })
  await show(desk.client(), screen, CARDS)
  const drawn: number[] = []
  const count = () => document.querySelectorAll("[data-neighbour] h3").length
  const heights = new Set<number>()
  const height = () => document.querySelector<HTMLElement>(".cards:has([data-neighbour])")?.offsetHeight
  const watching = new MutationObserver(() => {
    drawn.push(count())
    heights.add(height() ?? 0)
  })
  watching.observe(document.body, { subtree: true, childList: true })
  const near = Array.from({ length: 90 }, (_, index) => {
    const device = { id: `n${index}`, did: `did ${index}`, name: `Near ${index}`, model: 1, cloudType: 0, timestamp: 1 }
    return { ...device, flags: 0, build: 0, isUsb: false, isHid: true, addr: `10.0.7.${index + 1}` }
  })
  desk.do({ type: "RecordLanDevices", devices: near, gone: [] })
  await until(() => count() === 90)
  watching.disconnect()
  const steps = drawn.map((now, index) => now - (drawn[index - 1] ?? 0))
  // Twelve, and the one where Tab stops.
  expect(Math.max(...steps)).toBeLessThanOrEqual(13)
  expect([...heights].filter((high) => high > 0)).toEqual([height()])
})
