import type { Page } from "playwright"
import { expect, test } from "vitest"
import { atHand, button, card, heading, installed, link, menuOf, signIn, visit } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Addresses: the screen of each, its layout, and opening it directly, also without a network. */

const world = startWorld({ isPooled: true })
const TAGLINE = "View, control, wake, update and share your devices."

const authRoutes = [
  ["/signin", "Sign in"],
  ["/signup", "Sign up"],
  ["/reset-password", "Reset password"],
] as const
const mainRoutes = [
  ["/devices", "Devices"],
  ["/account", "Account"],
  ["/help-center", "Help center"],
  ["/settings", "Settings"],
] as const

/** Scripts until the form works (docs/decisions/0011-first-load.md). The form may be visible with fewer. */
const SCRIPTS_BEFORE_FORM = 9

const pathOf = (page: Page): string => new URL(page.url()).pathname
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" }).first()

test("[ROUTE-1] the start leads to sign-in, and to the devices for a guest or a saved user", async () => {
  const person = await world.person()
  const page = await person.open("/")
  await page.waitForURL("**/signin")
  await button(page, "Skip sign-in").click()
  await page.waitForURL("**/devices")
  await expect.poll(() => page.evaluate(() => localStorage.getItem("skipLogin"))).toBe("true")
  await page.goto("/")
  await page.waitForURL("**/devices")

  const owner = await world.person()
  const own = await owner.open("/")
  await signIn(own)
  await own.goto("/")
  await own.waitForURL("**/devices")
})

test("[ROUTE-2][LAYOUT-1] the ways in stand in the auth layout, everything else in the main layout", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  for (const [path, title] of authRoutes) {
    if (pathOf(page) !== path) await visit(page, path)
    await heading(page, title).waitFor()
    await page.getByText(TAGLINE).waitFor()
    await expect.poll(() => navigation(page).count()).toBe(0)
  }
  for (const [path] of mainRoutes) {
    await visit(page, path)
    await navigation(page).waitFor()
    await expect.poll(() => page.getByText(TAGLINE).count()).toBe(0)
    expect(pathOf(page)).toBe(path)
  }
})

test("[ROUTE-3] signed out, the account asks to sign in and has no link; only the start redirects", async () => {
  const person = await world.person()
  const page = await person.open("/account")
  await page.getByText("Sign in to see your account").waitFor()
  await link(navigation(page), "Devices").waitFor()
  await expect.poll(() => navigation(page).getByRole("link", { name: "Account", exact: true }).count()).toBe(0)
  await link(navigation(page), "Devices").click()
  await page.getByText("Sign in to see your bound devices").waitFor()
  expect(pathOf(page)).toBe("/devices")
  await page.goto("/signin")
  await signIn(page)
  await link(navigation(page), "Account").click()
  await heading(page, "Account").waitFor()
  await page.getByText("owner@example.com").first().waitFor()
})

test("[ROUTE-4] an unknown address says so and leads back, after a reload and without a network as well", async () => {
  const person = await world.person({ isStored: true, isPooled: false })
  const page = await person.open("/no/such/page")
  await heading(page, "Page not found").waitFor()
  await page.reload()
  await heading(page, "Page not found").waitFor()
  await installed(page)
  await person.context.setOffline(true)
  await page.goto("/another-one")
  await heading(page, "Page not found").waitFor()
  await link(page, "Go to devices").click()
  await page.waitForURL("**/devices")
  await heading(page, "Devices").waitFor()
})

test("[ROUTE-4][OFFLINE-1] every route opens directly and after a reload with no network at all", async () => {
  const { person, page } = await world.atDevices({ isStored: true, isPooled: false })
  await installed(page)
  // None of these pages was open while there was a network.
  await person.context.setOffline(true)
  for (const [path, title] of [...authRoutes, ...mainRoutes]) {
    await page.goto(path)
    await heading(page, title).waitFor()
    await page.reload()
    await heading(page, title).waitFor()
    expect(pathOf(page)).toBe(path)
  }
  await page.goto("/devices")
  await menuOf(page, "Workshop bench").waitFor()
  await card(page, "Control room A").waitFor()
})

test("[ROUTE-5] the sign-in form works before the scripts of any other page are fetched, and they follow automatically", async () => {
  const person = await world.person({ isPooled: false })
  const held: (() => void)[] = []
  const page = await person.context.newPage()
  // The page itself records the time: a slow test would also see the later requests of the engine.
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (document.querySelector("input") === null) return
      look.disconnect()
      performance.mark("form")
    })
    look.observe(document, { childList: true, subtree: true })
  })
  await person.context.route(/\/assets\/(?:controls|devices|dialogs|forms|overlays|pages)-/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto("/signin")
  await page.getByLabel("Email").fill("nobody@example.com")
  await button(page, "Sign in").waitFor()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const before = await page.evaluate(() => {
    const form = performance.getEntriesByName("form")[0]
    const resources = performance.getEntriesByType("resource")
    return resources.filter((entry) => entry.name.endsWith(".js") && entry.startTime < (form?.startTime ?? 0)).length
  })
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThanOrEqual(SCRIPTS_BEFORE_FORM)
  await person.context.unrouteAll({ behavior: "ignoreErrors" })
  for (const release of held) release()
  for (const part of ["devices", "dialogs", "pages"]) await atHand(page, part)
  await person.context.setOffline(true)
  await button(page, "Skip sign-in").click()
  await link(navigation(page), "Help center").click()
  await heading(page, "Help center").waitFor()
})
