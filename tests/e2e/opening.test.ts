import type { Page } from "playwright"
import { expect, test } from "vitest"
import { storageOf } from "./browser.ts"
import { startWorld } from "./world.ts"

/** The page before any script of the app runs. Nothing may move when the app takes over. */

const world = startWorld()

/** Largest layout shift without a press, as browsers count it: some figures of the sidebar come with the engine. */
const LAYOUT_SHIFT_MAX = 0.01

const cases = [
  { path: "/signin", theme: "dark", language: "en", width: 1440 },
  { path: "/signin", theme: "light", language: "ar", width: 412 },
  { path: "/reset-password", theme: "light", language: "de", width: 768 },
  { path: "/", theme: "light", language: "ja", width: 412 },
  { path: "/devices", theme: "dark", language: "en", width: 412 },
  { path: "/devices", theme: "light", language: "ar", width: 1440 },
  { path: "/help-center", theme: "dark", language: "fr", width: 900 },
  { path: "/settings", theme: "light", language: "ko", width: 360 },
] as const

/** The common properties of the frame and the app: position, text and style. */
const painted = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const common =
      ".auth-title > *, .horizon .far, .side .brand > *, .top .mark, .nav a, .tabs a, .page-head h1, " +
      ".of-devices > .sec:first-of-type h2, .of-devices > .sec:first-of-type .inline-note > *"
    return Array.from(document.querySelectorAll<Element>(common))
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { color, backgroundColor, fontSize } = getComputedStyle(element)
        const drawn = Array.from(element.querySelectorAll("svg > *"), (shape) => shape.cloneNode(false))
        const shapes = drawn.map((shape) => (shape instanceof Element ? shape.outerHTML : ""))
        const box = [x, y, width, height].map(Math.round)
        return [element.textContent, box, color, backgroundColor, fontSize, ...shapes].join(" ")
      })
  })

const surroundings = (page: Page) =>
  page.evaluate(() => {
    const { lang, dir, dataset } = document.documentElement
    return { lang, dir, theme: dataset.theme, background: getComputedStyle(document.body).backgroundColor }
  })

test.each(cases)(
  "[ROUTE-6] $path says what is true before the app is here, and keeps its place ($theme, $language, $width px)",
  async ({ path, theme, language, width }) => {
    const storageState = storageOf(world.stack, { theme, language })
    const person = await world.person({ storageState, viewport: { width, height: 900 }, reducedMotion: "reduce" })
    const { context } = person
    let asked = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await context.route(/\/assets\/(?:libraries|first)-.*\.js$/, async (route) => {
      asked += 1
      await released
      await route.continue()
    })
    await context.addInitScript(() => {
      const moved: number[] = []
      Reflect.set(window, "moved", moved)
      const watch = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push(Number(Reflect.get(entry, "value")))
      })
      watch.observe({ type: "layout-shift", buffered: true })
    })
    const page = await context.newPage()
    await page.goto(path, { waitUntil: "commit" })
    await expect.poll(() => asked).toBeGreaterThan(0)
    await page.evaluate(() => document.fonts.ready)
    await expect.poll(() => page.locator("[data-frame]").count()).toBe(1)
    const before = { shown: await painted(page), around: await surroundings(page) }
    expect(before.shown.length).toBeGreaterThan(1)
    expect(before.around).toMatchObject({ theme, dir: language === "ar" ? "rtl" : "ltr" })
    release()
    await expect.poll(() => page.locator("[data-frame]").count()).toBe(0)
    await expect.poll(() => page.title()).not.toBe("Sightline")
    expect({ shown: await painted(page), around: await surroundings(page) }).toEqual(before)
    const moved = await page.evaluate(() => Reflect.get(window, "moved"))
    expect(moved.reduce((sum: number, one: number) => sum + one, 0)).toBeLessThan(LAYOUT_SHIFT_MAX)
  },
)

test("[ROUTE-6][I18N-1] who is signed in finds the account among the links at once, whatever is stored as language; an unknown address shows no frame", async () => {
  const user = JSON.stringify({ name: "of no account" })
  const person = await world.person({ storageState: storageOf(world.stack, { user, language: "en_US" }) })
  await person.context.route(/\/assets\/.*\.js$/, () => undefined)
  const page = await person.context.newPage()
  await page.goto("/settings", { waitUntil: "commit" })
  await page.locator(".nav a[href='/account']").waitFor()
  await expect.poll(() => page.locator(".nav a[aria-current=page]").textContent()).toBe("Settings")
  /* A page beside the list belongs to the list, but is not the list. */
  await page.goto("/devices/network", { waitUntil: "commit" })
  await expect.poll(() => page.locator(".nav a[aria-current=page]").textContent()).toBe("Devices")
  expect(await page.locator("[data-frame] h1").count()).toBe(0)
  await page.goto("/no/such/page", { waitUntil: "commit" })
  await expect.poll(() => page.locator("[data-frame]").count()).toBe(0)
  await person.context.unrouteAll({ behavior: "ignoreErrors" })
})

/** One request when the page names the script, one when the app needs it. */
const LOST_REQUESTS = 2

test("[ROUTE-6] a script of the start that does not arrive is asked for again", async () => {
  const person = await world.person()
  let lost = 0
  await person.context.route(/\/assets\/libraries-.*\.js$/, (route) => {
    if (lost === LOST_REQUESTS) return route.continue()
    lost += 1
    return route.abort()
  })
  const page = await person.open("/signin")
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
})

const notLoaded = "Sightline could not be loaded."

test.each(["/assets/libraries-", "/assets/en-"])(
  "[ROUTE-6][OFFLINE-2] when a file that the app cannot start without (%s) does not arrive, the page says so, and opens when it comes",
  async (file) => {
    const person = await world.person()
    await person.context.route(new RegExp(`${file}[\\w-]+\\.js`), (route) => route.abort())
    const page = await person.open("/signin")
    await page.getByRole("alert").filter({ hasText: notLoaded }).waitFor()
    await expect
      .poll(() => page.getByText("View, control, wake, update and share your devices.").isVisible())
      .toBe(true)
    await person.context.unrouteAll()
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    await expect.poll(() => page.getByText(notLoaded).count()).toBe(0)
  },
)

test("[ROUTE-6] the page asks for its font before it names any script, so that texts are painted in it", async () => {
  const html = await (await fetch(world.stack.app)).text()
  const font = html.search(/<link rel="preload" as="font"[^>]*geist-latin/)
  expect(font).toBeGreaterThan(0)
  expect(font).toBeLessThan(html.indexOf("<script"))
})
