import type { Locator, Page } from "playwright"
import { expect, test } from "vitest"
import { button, link, outboxTells, rename, signIn, visit } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The layout around every page. */

const world = startWorld({ isPooled: true })

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" })
const themeToggle = (page: Page) => button(page, /^Switch to (?:light|dark) theme$/).first()
const languageMenu = (page: Page) => button(page, /^Language: /)

/** The middle of an element, as fractions of the window. */
const place = async (what: Locator): Promise<{ x: number; y: number }> => {
  const box = await what.boundingBox()
  const size = what.page().viewportSize()
  if (box === null || size === null) throw new Error("not on screen")
  return { x: (box.x + box.width / 2) / size.width, y: (box.y + box.height / 2) / size.height }
}

test("[LAYOUT-1][I18N-1] the auth layout has theme at the start and language at the end, mirrored in Arabic", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await page.getByText("Sightline", { exact: true }).first().waitFor()
  await page.getByText("View, control, wake, update and share your devices.").waitFor()
  await expect.poll(() => place(themeToggle(page))).toMatchObject({ x: expect.closeTo(0, 0), y: expect.closeTo(0, 0) })
  expect((await place(themeToggle(page))).x).toBeLessThan(0.2)
  expect((await place(languageMenu(page))).x).toBeGreaterThan(0.8)
  await languageMenu(page).click()
  await page.getByRole("menuitemradio", { name: "العربية" }).click()
  await expect.poll(() => page.locator("html").getAttribute("dir")).toBe("rtl")
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("ar")
  const theme = page.locator("header").getByRole("button").first()
  const language = page.locator("header").getByRole("button").last()
  await expect.poll(async () => (await place(theme)).x).toBeGreaterThan(0.8)
  expect((await place(language)).x).toBeLessThan(0.2)
  // The name ends at the edge of the form.
  const endOf = (of: string) => page.locator(of).evaluate((each) => each.getBoundingClientRect().right)
  expect(await endOf(".auth-title h1, .auth-title .title")).toBe(await endOf(".auth-main"))
  await expect.poll(() => page.evaluate(() => localStorage.getItem("language"))).toBe("ar")
})

test("[LAYOUT-1][SETTINGS-1] the theme is dark at first, turns on request, and stays over a reload and in other tabs", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  const theme = (of: Page) => of.evaluate(() => document.documentElement.dataset.theme)
  await expect.poll(() => theme(page)).toBe("dark")
  const other = await person.open("/settings")
  await page.bringToFront()
  await button(page, "Switch to light theme").click()
  await expect.poll(() => theme(page)).toBe("light")
  await expect.poll(() => page.evaluate(() => localStorage.getItem("theme"))).toBe("light")
  await expect.poll(() => theme(other)).toBe("light")
  await page.reload()
  await button(page, "Switch to dark theme").waitFor()
  await expect.poll(() => theme(page)).toBe("light")
})

test("[SETTINGS-1] the theme chosen while another tab is still loading is shown there too", async () => {
  // A reused browser has these scripts and requests none.
  const person = await world.person({ isPooled: false })
  const page = await person.open("/signin")
  const other = await person.context.newPage()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await other.route(/\/assets\/(?:libraries|first)-[\w-]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await other.goto("/signin", { waitUntil: "commit" })
  const theme = () => other.evaluate(() => document.documentElement.dataset.theme)
  await expect.poll(theme).toBe("dark")
  await page.bringToFront()
  await button(page, "Switch to light theme").click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem("theme"))).toBe("light")
  await expect.poll(() => theme()).toBe("dark")
  release()
  await expect.poll(theme).toBe("light")
})

test("[LAYOUT-2][AUTH-2] the sidebar has title, theme, server, links, version and log-out, or log-in", async () => {
  const person = await world.person()
  const page = await person.open("/devices")
  const side = sidebar(page)
  await side.getByText("Sightline", { exact: true }).waitFor()
  await side.getByText("Sightline Cloud").waitFor()
  await side.getByText(/^Version \d+\.\d+\.\d+/).waitFor()
  for (const name of ["Devices", "Help center", "Settings", "Sign in"]) await link(side, name).waitFor()
  await expect.poll(() => side.getByRole("link", { name: "Account", exact: true }).count()).toBe(0)
  await link(side, "Sign in").click()
  await signIn(page)
  await side.getByText("Sightline Cloud").waitFor()
  for (const name of ["Devices", "Account", "Help center", "Settings"]) await link(side, name).waitFor()
  await button(side, "Log out").waitFor()
  await expect.poll(() => side.getByRole("link", { name: "Sign in", exact: true }).count()).toBe(0)
})

test("[LAYOUT-6][OFFLINE-1] connection and outbox are always visible and read out when they change", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  const side = sidebar(page)
  const said = (text: string) => page.getByRole("status").filter({ hasText: text }).first()
  await side.getByText("Online").waitFor()
  await person.context.setOffline(true)
  await side.getByText("Offline").waitFor()
  await said("You are offline.").waitFor()
  await rename(page, "Workshop bench", "Far away")
  await said("Outbox, 1 action waiting").waitFor({ state: "attached" })
  await link(side, "Settings").click()
  await side.getByText("Offline").waitFor()
  await outboxTells(page, "1 action waiting")
  await person.context.setOffline(false)
  await side.getByText("Online").waitFor()
  await said("You are online.").waitFor({ state: "attached" })
  await said("Outbox, empty").waitFor({ state: "attached" })
})

test("[LAYOUT-6] a server that does not answer is another thing than no network", async () => {
  const { page } = await world.atDevices()
  await world.stack.fault({ call: "loginWithToken", fault: "drop-request", times: 1_000 })
  await button(page, "Refresh").click()
  await sidebar(page).getByText("Unreachable").waitFor()
  await page.getByText("The server cannot be reached.").waitFor()
  await page.getByText("The server is unreachable.").waitFor({ state: "attached" })
  await world.stack.clearFaults()
  await button(page, "Retry now").click()
  await sidebar(page).getByText("Online").waitFor()
})

test("[LAYOUT-6] on a phone connection and outbox stand above the page, and the outbox opens there", async () => {
  const { person, page } = await world.atDevices({ isStored: true, options: { viewport: { width: 360, height: 740 } } })
  const top = page.getByRole("banner")
  await top.getByText("Online").waitFor()
  await person.context.setOffline(true)
  await top.getByText("Offline").waitFor()
  await rename(page, "Control room A", "From the phone")
  await button(top, /Outbox, 1 action waiting/).click()
  await page.getByRole("region", { name: "Outbox", exact: true }).getByText("From the phone").waitFor()
})

test("[LAYOUT-5][ACCOUNT-1] the account keeps its buttons in line and its headings alike, where words are long too", async () => {
  const options = { viewport: { width: 768, height: 900 } }
  const { page } = await world.atDevices({ local: { language: "de" }, options })
  await visit(page, "/account")
  const accept = button(page, "Einladung annehmen")
  const heading = page.getByRole("heading", { name: "Verbundene Hauptkonten" })
  const middle = async (of: Locator) => {
    const box = await of.boundingBox()
    return box === null ? Number.NaN : box.y + box.height / 2
  }
  expect(Math.abs((await middle(accept)) - (await middle(heading)))).toBeLessThan(16)
  const row = page.locator(".subs > .sub-row").first()
  await row.hover()
  const [rowBox, nameBox] = [await row.boundingBox(), await row.getByText("Ines Duarte").boundingBox()]
  expect((nameBox?.x ?? 0) - (rowBox?.x ?? 0)).toBeGreaterThanOrEqual(8)
  // The status is beside the name, in one column for any buttons of a row.
  const starts = await page
    .locator(".subs > .sub-row .stt")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
  expect(new Set(starts).size).toBe(1)
  expect(starts[0]).toBeGreaterThan((nameBox?.x ?? 0) + (nameBox?.width ?? 0))
  // On a phone the age of the list is beside the button, not below it.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(async () => Math.abs((await middle(accept)) - (await middle(page.locator(".age"))))).toBeLessThan(2)
  await page.setViewportSize({ width: 1440, height: 900 })
  const looks = await page
    .locator(".sub-row.cols > span:not(:empty)")
    .evaluateAll((all) => all.map((each) => [getComputedStyle(each).color, getComputedStyle(each).fontSize].join(" ")))
  expect([looks.length, new Set(looks).size]).toEqual([4, 1])
  const server = page.getByText(new URL(world.stack.cloud).host)
  await expect.poll(() => server.evaluate((each) => getComputedStyle(each).fontFamily)).toContain("Mono")
})
