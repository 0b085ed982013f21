import type { Page } from "playwright"
import { expect, test } from "vitest"
import { actions, button, card, menuOf, openOutbox, reboot, SUB, submitSignIn, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The devices screen: the text of a card, the ageing of the list, and a failed load. */

const world = startWorld({ isPooled: true })
const MINUTE_MS = 60_000
const BENCH = "Workshop bench"

const cards = (page: Page) => button(page, /^Actions for /)

test("[DEVICE-1][DEVICE-4][DEVICE-6][DEVICE-7] cards show name, kind, build, status, when the device was seen, and a menu", async () => {
  const { page } = await world.atDevices()
  await page.getByRole("heading", { name: "Bound devices" }).waitFor()
  await expect.poll(() => cards(page).count()).toBe(11)
  const online = card(page, "Control room A")
  await online.getByText("Cloud").waitFor()
  await online.getByText("Firmware 241204091500").waitFor({ state: "attached" })
  await online.getByText("Online").first().waitFor()
  const offline = card(page, "Lecture hall 2")
  await offline.getByText("Offline").first().waitFor()
  await offline.getByText("3 hr ago", { exact: true }).waitFor()
  await offline.getByText(/\d{2}:\d{2}/).waitFor()
  await card(page, "Warehouse north").getByText("Firmware unknown").waitFor()
  await card(page, "Mixing desk")
    .getByText(/^Shared/)
    .waitFor()
  await card(page, "放送スタジオ 3").waitFor()
  await card(page, "Mezzanine projection booth, left").waitFor()
  await menuOf(page, BENCH).click()
  await expect.poll(() => page.getByRole("menuitem").allInnerTexts()).toEqual(["Wake", "Rename", "Reboot", "Tags"])
})

test("[DEVICE-1][DEVICE-3] cards stand in one, two or three columns by width, in a list that fits the window", async () => {
  const { page } = await world.atDevices()
  const columns = () =>
    page.getByRole("listitem").evaluateAll((items) => {
      const cards = items.filter((item) => item.querySelector("h3") !== null)
      return new Set(cards.map((item) => Math.round(item.getBoundingClientRect().left))).size
    })
  const list = page
    .getByRole("list")
    .filter({ has: menuOf(page, "Control room A") })
    .locator("xpath=..")
  const height = () => list.evaluate((element) => element.getBoundingClientRect().height)
  for (const [width, tall, expected] of [
    [1440, 900, 3],
    [1100, 700, 2],
    [800, 800, 2],
    [500, 800, 1],
    [360, 640, 1],
    [360, 300, 1],
  ] as const) {
    await page.setViewportSize({ width, height: tall })
    await expect.poll(columns).toBe(expected)
    // A short list is completely in the page, so that the browser's search finds each device.
    await expect.poll(() => cards(page).count()).toBe(11)
    // On phones the page itself scrolls the list.
    if (width >= 640) await expect.poll(height).toBeLessThanOrEqual(Math.max(200, tall))
    await expect.poll(height).toBeGreaterThanOrEqual(200)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test("[DEVICE-5] a device is offline after 30 minutes unseen; one seen in the future is online", async () => {
  const { did } = await world.stack.device(BENCH)
  const { did: ahead } = await world.stack.device("Lecture hall 2")
  await world.stack.patchDevice(ahead, { lastSeen: Date.now() + 90 * MINUTE_MS })
  await world.stack.patchDevice(did, { power: "off", lastSeen: Date.now() - 25 * MINUTE_MS })
  const { page } = await world.atDevices({ prepare: (context) => context.clock.install() })
  await card(page, BENCH).getByText("Online").first().waitFor()
  // No reading may show the change: only time does.
  await world.stack.fault({ call: "loginWithToken", fault: "drop-request", times: 1_000 })
  await page.clock.fastForward(4 * MINUTE_MS)
  await card(page, BENCH).getByText("Online").first().waitFor()
  await page.clock.fastForward(2 * MINUTE_MS)
  await card(page, BENCH).getByText("Offline").first().waitFor()
  for (const name of ["Control room A", "Lecture hall 2"]) await card(page, name).getByText("Online").first().waitFor()
})

test("[DEVICE-5][AUTH-10] a reading older than 30 minutes tells what was, and says so", async () => {
  const { person, page } = await world.atDevices({ isStored: true, prepare: (context) => context.clock.install() })
  await person.context.setOffline(true)
  await page.clock.fastForward(31 * MINUTE_MS)
  await card(page, "Control room A").getByText("Last seen online").first().waitFor()
  await page.getByText("11 devices, last known state").waitFor()
})

test("[DEVICE-11][DEVICE-5] a refresh reads again and says so; too fast is said too", async () => {
  const { page } = await world.atDevices()
  await world.stack.addDevice("Newly bound")
  await button(page, "Refresh").click()
  await toast(page, "status", "Devices refreshed.").waitFor()
  await card(page, "Newly bound").waitFor()
  await world.stack.fault({ call: "loginWithToken", fault: "status:-100" })
  await button(page, "Refresh").click()
  await toast(page, "alert", "Loading too fast.").waitFor()
  await card(page, "Newly bound").waitFor()
})

test("[DEVICE-2][MSG-3][CALL-2] whatever breaks a reading, the last known list stays, with its age and the reason", async () => {
  const { page } = await world.atDevices()
  for (const fault of ["drop-request", "wrong-shape"]) {
    await world.stack.fault({ call: "loginWithToken", fault, times: 1_000 })
    await button(page, "Refresh").click()
    await toast(page, "alert", "Could not connect to server. Please try again.").first().waitFor()
    await page.getByText(/^As of \d{2}:\d{2}/).waitFor()
    await page
      .getByText(/Could not connect to server|The server cannot be reached/)
      .first()
      .waitFor()
    await expect.poll(() => cards(page).count()).toBe(11)
    expect(await page.getByText("No devices found").count()).toBe(0)
    await world.stack.clearFaults()
    await button(page, "Refresh").click()
    await page.getByText(/^As of /).waitFor({ state: "detached" })
  }
})

test("[DEVICE-2] a first load that fails is not an empty list, and an empty list says so", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await world.stack.fault({ call: "loginWithToken", fault: "http-500", times: 1_000 })
  await submitSignIn(page, "mira@example.com")
  await page.waitForURL("**/devices")
  await page.getByText(/Could not connect to server\. Please try again\. There is nothing to show yet\./).waitFor()
  await page.getByRole("main").getByText("The server answered with HTTP status 500.", { exact: true }).waitFor()
  await page.getByRole("main").getByText("Could not connect to server. Please try again.", { exact: true }).waitFor()
  expect(await page.getByText("No devices found").count()).toBe(0)
  await world.stack.clearFaults()
  await button(page, "Try again").click()
  await page.getByText("No devices found").waitFor()
})

test("[DEVICE-7][OFFLINE-9] a sub-account sees what is shared with it, marked, with the full menu", async () => {
  const { did } = await world.stack.device("Observatory dome")
  const { page } = await world.atDevices({ email: SUB })
  await expect.poll(() => cards(page).count()).toBe(4)
  const shared = card(page, "Observatory dome")
  await shared.getByText(/^Shared/).waitFor()
  await menuOf(page, "Observatory dome").click()
  await page.getByRole("menuitem", { name: "Reboot" }).click()
  await button(page.getByRole("alertdialog"), "Reboot").click()
  await openOutbox(page)
  await actions(page, "Reboot Observatory dome").getByText("Confirmed").waitFor()
  expect((await world.stack.deviceById(did)).reboots).toBe(1)
})

test("[SEC-1] names from the server and from a person stay text", async () => {
  const name = "<img src=x onerror=boom()>"
  await world.stack.addDevice(name)
  await world.stack.addDevice("__proto__")
  const { page } = await world.atDevices()
  await card(page, name).getByText(name).first().waitFor()
  await card(page, "__proto__").waitFor()
  await menuOf(page, name).click()
  await page.getByRole("menuitem", { name: "Rename" }).click()
  await page.getByLabel("Name", { exact: true }).fill("{{name}}<b>$t(x)</b>")
  await button(page, "Save").click()
  await card(page, "{{name}}<b>$t(x)</b>").waitFor()
  await openOutbox(page)
  await actions(page, name).getByText("Confirmed").waitFor()
  await expect.poll(() => page.locator("img[src=x], b b").count()).toBe(0)
})

test("[DEVICE-12][DEVICE-17] on a phone a search from far down begins at its first find, and leads back", async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => world.stack.addDevice(`Bay ${index}`)))
  const { page } = await world.atDevices({ options: { viewport: { width: 390, height: 780 } } })
  const places = () =>
    cards(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top).filter((top) => top > 0))
  const bench = page.getByRole("heading", { name: BENCH })
  await bench.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 100)
  const search = page.getByRole("searchbox", { name: "Search devices" })
  await search.fill("bay")
  await expect.poll(() => page.getByRole("heading", { name: "Bay 0" }).isVisible()).toBe(true)
  await expect
    .poll(async () => (await page.getByRole("heading", { name: "Bay 0" }).boundingBox())?.y ?? 0)
    .toBeGreaterThan(150)
  await expect.poll(async () => (await places()).length).toBe(30)
  await search.fill("")
  await expect.poll(async () => (await bench.boundingBox())?.y ?? 0).toBeGreaterThan(0)
  await expect.poll(async () => (await bench.boundingBox())?.y ?? 9_999).toBeLessThan(780)
})

test("[DEVICE-4][SEC-1] a device of whose name nothing can be seen is called by its id", async () => {
  const dids = await Promise.all(["\u200b\u2060", " "].map(world.stack.addDevice))
  const { page } = await world.atDevices()
  for (const did of dids) await card(page, did).getByRole("heading", { name: did }).waitFor()
})

test("[DEVICE-16][DEVICE-14] a device has a page of its own by click and by link, where it is renamed, and which keeps what happened", async () => {
  const { did } = await world.stack.device(BENCH)
  const { page } = await world.atDevices()
  await page.getByRole("heading", { name: BENCH }).click()
  await page.waitForURL(`**/devices/${did}`)
  const sheet = page.getByRole("complementary", { name: BENCH })
  await sheet.getByText(did, { exact: true }).waitFor()
  await button(sheet, "Rename here").click()
  await page.keyboard.type("Bench one")
  await page.keyboard.press("Enter")
  await toast(page, "status", "Device renamed.").waitFor()
  await page.reload()
  const renamed = page.getByRole("complementary", { name: "Bench one" })
  await renamed.getByText(`Rename ${BENCH} to Bench one`).waitFor()
  await renamed.getByText(/^Confirmed after/).waitFor()
  await button(renamed, "Next device").click()
  await renamed.waitFor({ state: "detached" })
  await page.goBack()
  await page.waitForURL("**/devices")
  await expect.poll(() => page.getByRole("complementary").filter({ hasText: "Details" }).count()).toBe(0)
})

test("[DEVICE-17][DEVICE-19] the line of the overview filters, and the table is kept over a reload", async () => {
  const { page } = await world.atDevices()
  await button(page, /^offline: 3\. Show only these$/).click()
  await expect.poll(() => cards(page).count()).toBe(3)
  await page.getByRole("radio", { name: "Table" }).click({ force: true })
  const table = page.getByRole("grid", { name: "Devices" })
  await table.getByRole("row", { name: "Lecture hall 2" }).waitFor()
  await page.reload()
  await table.getByRole("row", { name: "Lecture hall 2" }).waitFor()
  await expect.poll(() => cards(page).count()).toBe(3)
  await button(page, /^offline: 3\. Show only these$/).click()
  await expect.poll(() => cards(page).count()).toBe(11)
  await page.goto("/devices")
  await table.waitFor()
})

test("[DEVICE-20][WAKE-4][DEVICE-16] after a reboot the card says that it runs, and then that the device is back, as does its page", async () => {
  const { page } = await world.atDevices()
  await reboot(page, BENCH)
  await card(page, BENCH)
    .getByText(/^Rebooting, sent/)
    .waitFor()
  await world.stack.advanceClock(MINUTE_MS)
  await button(page, "Refresh").click()
  await card(page, BENCH)
    .getByText(/^Back after/)
    .waitFor()
  // Its page shows the same. The palette opens it by its name.
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search commands and devices" }).fill(`open ${BENCH}`)
  await page.getByRole("option", { name: `Open ${BENCH}` }).click()
  const sheet = page.getByRole("complementary", { name: BENCH })
  await sheet
    .getByRole("status")
    .filter({ hasText: /Back after/ })
    .waitFor()
})

test("[DEVICE-16] the strip of a page has its hours in a zone that is a quarter of an hour beside the others, too", async () => {
  const { did } = await world.stack.device(BENCH)
  const { page } = await world.atDevices({ options: { timezoneId: "Asia/Kathmandu" } })
  await page.goto(`/devices/${did}`)
  const axis = page.getByRole("complementary", { name: BENCH }).locator(".axis")
  await expect.poll(() => axis.textContent()).toMatch(/\d{2}:00/)
})

test("[UX-1][DEVICE-18] in forced colours a box shows whether it is chosen, and a switch that it is there", async () => {
  const { page } = await world.atDevices({ options: { forcedColors: "active" } })
  await button(page, "Select").click()
  await page.getByRole("checkbox", { name: `Select ${BENCH}` }).press("Space")
  const looks = (name: string) =>
    card(page, name)
      .locator(".check")
      .evaluate((box) =>
        [box, ...box.children]
          .map((each) => getComputedStyle(each))
          .map((style) => [style.borderTopStyle, style.visibility]),
      )
  await expect
    .poll(() => looks(BENCH))
    .toEqual([
      ["solid", "visible"],
      ["none", "visible"],
    ])
  await expect
    .poll(() => looks("Control room A"))
    .toEqual([
      ["solid", "visible"],
      ["none", "hidden"],
    ])
  await page.goto("/settings")
  const edge = page.locator(".switch").first()
  await expect.poll(() => edge.evaluate((each) => getComputedStyle(each).borderTopStyle)).toBe("solid")
})

/** True when the part at the bottom of the window leaves as much space as the banners take, which may be none. */
const keepsRoomAtFoot = (page: Page): Promise<boolean> =>
  page.locator(".banners").evaluate((banners: HTMLElement) => {
    const room = getComputedStyle(document.documentElement).getPropertyValue("--foot")
    return room === `${banners.offsetHeight}px`
  })

test("[UX-5] nothing moves unasked: not while a page opens, nor when the connection goes and comes, at a desk and on a phone", async () => {
  const { did } = await world.stack.device(BENCH)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const person = await world.person({ isStill: true, viewport })
    const page = await person.open("/signin")
    await submitSignIn(page)
    await cards(page).first().waitFor()
    await page.reload()
    await cards(page).first().waitFor()
    await person.context.setOffline(true)
    const banner = page.getByRole("status").filter({ hasText: "You are offline." }).filter({ visible: true }).first()
    await banner.waitFor()
    await expect.poll(() => keepsRoomAtFoot(page)).toBe(true)
    await person.context.setOffline(false)
    await banner.waitFor({ state: "detached" })
    await expect.poll(() => keepsRoomAtFoot(page)).toBe(true)
    await page.goto(`/devices/${did}`)
    await page.getByRole("complementary", { name: BENCH }).getByText(did, { exact: true }).waitFor()
  }
})
