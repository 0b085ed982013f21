import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { TagsDialog } from "../../src/app/dialogs/TagsDialog.tsx"
import { CONNECTED } from "../domain/playedBridge.ts"
import { CARDS, COUNT, card, cards, first, frame, names, rows, screen, start } from "./devicesDesk.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The list of devices: visible cards, search, selection, and keys. */

afterEach(close)

test("[DEVICE-8] Connect of a device that is away warns at once, by a sign and in words, and can be pressed", async () => {
  await page.viewport(1440, 900)
  const engine = new ScreenDesk()
  const account = engine.recorder.signIn()
  const [here, away] = manyDevices(2)
  if (here === undefined || away === undefined) throw new Error("two devices")
  const lastSeen = Date.now() - 3 * 3_600_000
  engine.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: [here, { ...away, lastSeen }] })
  await show(engine.client(), screen, CARDS)
  const cardOf = (did: string) => document.querySelector(`li.card[data-did="${did}"]`)
  await until(() => cardOf(away.id))
  await userEvent.hover(cardOf(away.id) ?? document.body)
  const connect = (name: string) => page.getByRole("button", { name: `Connect to ${name}` }).element()
  const why = (name: string) => document.getElementById(connect(name).getAttribute("aria-describedby") ?? "")
  await until(() => connect(away.name).checkVisibility())
  expect(why(away.name)?.textContent).toMatch(/^Last seen 3 hr\.? ago\. The device must be online to connect\.$/)
  expect(connect(away.name).querySelector("svg")?.checkVisibility()).toBe(true)
  expect(connect(away.name).hasAttribute("disabled")).toBe(false)
  await userEvent.hover(cardOf(here.id) ?? document.body)
  expect(why(here.name)).toBeNull()
  expect(connect(here.name).querySelector("svg")).toBeNull()
})

test("[DEVICE-8] without a bridge a card says, when Connect is pressed, why it cannot and what would help, and stays where it is", async () => {
  await page.viewport(1440, 900)
  const engine = new ScreenDesk()
  const account = engine.recorder.signIn()
  const [device] = manyDevices(1)
  if (device === undefined) throw new Error("a device")
  engine.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: [device] })
  const client = engine.client()
  const desktopUrl = "https://app.example/"
  client.deployment.set({ ...noDeployment, desktopUrl })
  await show(client, screen, CARDS)
  await until(() => document.querySelector("li.card"))
  await userEvent.hover(document.querySelector("li.card") ?? document.body)
  await userEvent.click(page.getByRole("button", { name: `Connect to ${device.name}` }))
  const said = page.getByRole("status").filter({ hasText: "Requires the desktop app or bridge" })
  await said.findElement()
  expect(said.getByRole("link").element().getAttribute("href")).toBe(desktopUrl)
  expect(engine.asked.filter(({ type }) => type === "ConnectDevice")).toEqual([])
  expect(document.querySelector("li.card")?.textContent).toContain(device.name)
})

test("[DEVICE-3][DEVICE-4][RENAME-2][OFFLINE-9] ten thousand devices, one of them renamed without a connection", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".list-frame li.card"))

  // The list fits the window and contains only the visible cards.
  const height = Number.parseFloat(getComputedStyle(frame()).maxHeight)
  expect(height).toBeGreaterThanOrEqual(200)
  expect(height).toBeLessThanOrEqual(window.innerHeight)
  expect(cards().length).toBeLessThan(60)
  expect(names()[0]).toBe("Device 00000")
  expect(cards()[0]?.getAttribute("aria-setsize")).toBe(String(COUNT))

  // At its end the list shows the last device, with its position in the whole list.
  frame().scrollTop = frame().scrollHeight
  await until(() => names().includes("Device 09999"))
  expect(card("Device 09999").getAttribute("aria-posinset")).toBe(String(COUNT))
  expect(cards().length).toBeLessThan(60)

  // The rail of letters goes to the first name of each letter. Letters without a name are disabled.
  const rail = page.getByRole("navigation", { name: "Go to a letter" })
  expect(rail.getByRole("button", { name: "A", exact: true }).element()).toHaveProperty("disabled", true)
  await userEvent.click(rail.getByRole("button", { name: "D", exact: true }))
  await until(() => names().includes("Device 00000"))
  frame().scrollTop = frame().scrollHeight
  await until(() => names().includes("Device 09999"))

  // A rename without a connection shows the new name at once, marked as pending, and the name that it replaces.
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
  await page.getByRole("button", { name: "Sorted by Best match" }).findElement()
  const marked = (place: string) =>
    [...(cards()[0]?.querySelectorAll(`${place} mark`) ?? [])].map((mark) => mark.textContent)
  // The match is marked in the name, or in the id when the id matched.
  await until(() => marked(".hit").join() === "Device,04711")
  expect(document.querySelector(".found-id")).toBeNull()
  await userEvent.fill(search, "D9998")
  await until(() => names().join() === "Device 09998")
  await until(() => marked(".found-id").join() === "d9998")
  await userEvent.fill(search, "nothing like it")
  await page.getByText("No matching devices").findElement()
  await userEvent.fill(search, "")
  await page.getByRole("button", { name: "Sorted by Name" }).findElement()
})

test("[DEVICE-13][AUTH-13] what was chosen is gone once another tab signs in an account", async () => {
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
  // The new account begins with an empty selection.
  await userEvent.click(page.getByRole("button", { name: "Select", exact: true }))
  await bar.getByText("0 selected").findElement()
  // No operation is possible on an empty selection, so the bar offers only to select.
  expect(
    bar
      .getByRole("button")
      .elements()
      .map(({ textContent, ariaLabel }) => textContent || ariaLabel),
  ).toEqual(["Clear selection", "Select all"])
})

test("[DEVICE-18] a device that leaves the list is chosen no more", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const read = (count: number) =>
    desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(count) })
  read(3)
  await show(desk.client(), screen, CARDS)
  await until(() => document.querySelectorAll(".list-frame li.card").length === 3)
  cards()[0]?.querySelector<HTMLElement>(".hit")?.focus()
  await userEvent.keyboard("{Control>}a{/Control}")
  const bar = page.getByRole("region", { name: "Selected devices" })
  await bar.getByText("3 selected").findElement()
  read(2)
  await bar.getByText("2 selected").findElement()
})

test("[DEVICE-15] the strip of a card tells seen, not seen and not watched apart, and the list says which is which", async () => {
  const hour = 3_600_000
  const engine = start()
  const [first] = manyDevices(1)
  if (first === undefined) throw new Error("there is no device")
  const account = engine.recorder.signIn("u2")
  const now = Date.now()
  // The device was seen five hours ago. It was offline in the lists of three and two hours ago, and no other list was
  // read.
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
  // All ticks except the current one: one is seen, two are not seen, and the rest have no data.
  expect([marks("hi", "2v12"), marks("lo", "10v4"), marks("lo", "13v1")]).toEqual([1, 2, 47 - 3])
  expect(strip?.getAttribute("aria-label")).toMatch(/^Seen in [12] of 48 half hours; no data for 4[45]$/)
  await userEvent.click(page.getByRole("button", { name: "What do the ticks mean?" }))
  for (const word of ["Seen", "Not seen", "No data"]) await until(() => document.body.textContent?.includes(word))
})

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

  // Selects devices as in a file manager: single ones, a range, all, and none.
  const bar = page.getByRole("region", { name: "Selected devices" })
  await userEvent.keyboard("x")
  await bar.getByText("1 selected").findElement()
  await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}")
  await bar.getByText("3 selected").findElement()
  await userEvent.keyboard("{Shift>}{ArrowUp}{/Shift}")
  await bar.getByText("2 selected").findElement()
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}")
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

  // The header sorts the table and reports the order.
  await userEvent.click(page.getByRole("columnheader", { name: "Name" }).getByRole("button"))
  await until(() => rows()[0]?.dataset.did === "d9999")
  const name = await page.getByRole("columnheader", { name: "Name" }).findElement()
  expect(name.getAttribute("aria-sort")).toBe("descending")

  // The person can choose cards, and this browser keeps the choice.
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
      did: `near-${id}`,
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
  const at = () => document.activeElement?.closest<HTMLElement>("[data-did]")?.dataset.did
  const stops = () => [...document.querySelectorAll("[data-did] .hit[tabindex='0']")]
  for (const [path, keys] of [
    [CARDS, ["{ArrowRight} d1", "{ArrowDown} near-n1", "{ArrowUp} d1", "j d2", "k d1", "{Home} d0", "{End} near-n2"]],
    ["/devices?view=table", ["{ArrowDown} d1", "{End} near-n2", "{ArrowUp} near-n1", "{Home} d0", "{End} near-n2"]],
  ] as const) {
    await show(desk.client(), screen, path)
    await until(() => stops().length === 1 && document.querySelector("[data-did='d0']") !== null)
    const [first] = stops()
    if (first instanceof HTMLElement) first.focus()
    await until(() => at() === "d0")
    for (const step of keys) {
      const [key = "", place] = step.split(" ")
      await userEvent.keyboard(key)
      await until(() => at() === place)
    }
    await until(() => stops().length === 1 && stops()[0] === document.activeElement)
    await userEvent.keyboard("m")
    const wake = page.getByRole("menuitem", { name: "Wake" })
    // The menu handles the key only after it has the focus, which it gets a moment after it opens.
    await until(() => document.activeElement?.closest("[role=menu]"))
    await userEvent.keyboard("{Escape}")
    await until(() => wake.query() === null)
    // PICTURE-5: its name opens its page, as for a device of the account.
    await userEvent.click(page.getByRole("button", { name: "Near n2", exact: true }))
    const sheet = page.getByRole("complementary", { name: "Near n2" })
    await sheet.getByText("10.0.7.2", { exact: true }).findElement()
    await sheet.getByRole("button", { name: "Connect", exact: true }).findElement()
    close()
  }
})

test("[DEVICE-1][LAN-6][DEVICE-12] of a whole network that answers at once only what is in view is drawn", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(1) })
  desk.do({ type: "ReportBridge", link: CONNECTED })
  await show(desk.client(), screen, CARDS)
  const near = Array.from({ length: 900 }, (_, index) => {
    const device = { id: `n${index}`, did: `did ${index}`, name: `Near ${index}`, model: 1, cloudType: 0, timestamp: 1 }
    return { ...device, flags: 0, build: 0, isUsb: false, isHid: true, addr: `10.0.${index >> 8}.${index & 255}` }
  })
  desk.do({ type: "RecordLanDevices", devices: near, gone: [] })
  await until(() => document.querySelector("[data-did='did 0'][aria-setsize='901']"))
  expect(document.querySelectorAll(".card").length).toBeLessThan(60)
})

test("[DEVICE-12][UX-5] a search begins at its best find wherever the list stood, and the list is back at its place afterwards, as cards too", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen)
  await until(() => document.querySelector(".list-frame tr.trow"))
  frame().scrollTop = 5_001 * 40
  await until(() => first() === "d5001")
  const search = page.getByRole("searchbox", { name: "Search devices" })
  await userEvent.fill(search, "device 09")
  await until(() => first() === "d9000")
  await userEvent.fill(search, "nothing like it")
  await page.getByText("No matching devices").findElement()
  await userEvent.fill(search, "")
  await until(() => document.querySelector(".list-frame") !== null && first() === "d5001")
  await userEvent.click(page.getByRole("radio", { name: "Cards" }), { force: true })
  // The same device is in the first row of cards.
  await until(() => document.querySelector(".list-frame li.card") !== null && first() === "d5001")
  await userEvent.click(page.getByRole("radio", { name: "Table" }), { force: true })
  await until(() => document.querySelector(".list-frame tr.trow") !== null && first() === "d5001")
})

test("[DEVICE-12][UX-5] another order keeps the first visible device in its place, and at the top the list stays at the top", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen)
  await until(() => document.querySelector(".list-frame tr.trow"))
  // A press by the test's own pointer would first scroll the list to its header, which is visible anyway.
  const press = () => document.querySelector<HTMLElement>(".thead [aria-sort] button")?.click()
  const top = (did: string) =>
    frame().querySelector(`[data-did="${did}"]`)?.getBoundingClientRect().top ?? Number.NEGATIVE_INFINITY
  // The order is reversed. The list is at its top, so the last name comes first.
  press()
  await until(() => first() === "d9999")
  expect(frame().scrollTop).toBe(0)
  frame().scrollTop = 2_000 * 40 + 15
  await until(() => first() === "d7998")
  const before = top("d7998")
  press()
  await until(() => frame().scrollTop > 7_000 * 40 && first() === "d7998")
  expect(top("d7998")).toBe(before)
})

test("[DEVICE-12][UX-5] a list at its top because cards became rows stays there in another order", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen)
  await until(() => document.querySelector(".list-frame tr.trow"))
  await userEvent.click(page.getByRole("radio", { name: "Cards" }), { force: true })
  await until(() => document.querySelector(".list-frame li.card"))
  const scrolled = new Promise((tell) => frame().addEventListener("scroll", tell, { once: true }))
  frame().scrollTop = 30
  await scrolled
  await userEvent.click(page.getByRole("radio", { name: "Table" }), { force: true })
  await until(() => document.querySelector(".list-frame tr.trow") !== null && first() === "d0")
  document.querySelector<HTMLElement>(".thead [aria-sort] button")?.click()
  await until(() => first() === "d9999")
  expect(frame().scrollTop).toBe(0)
})

test("[DEVICE-12] a tag that is taken off leaves what is being typed, and one that is put on takes it along", async () => {
  const engine = start()
  await show(engine.client(), <TagsDialog subject="d1" among={[]} isOpen onClose={() => undefined} />)
  const typed = page.getByRole("textbox", { name: "New tag" })
  const add = (tag: string) => page.getByRole("button", { name: `Remove tag ${tag}` })
  await userEvent.fill(typed, "Stage")
  await userEvent.keyboard("{Enter}")
  await add("Stage").findElement()
  await until(() => typed.element().getAttribute("value") === "")
  await userEvent.fill(typed, "Rig")
  await userEvent.click(add("Stage"))
  await until(() => add("Stage").query() === null)
  await expect.element(typed).toHaveValue("Rig")
})
