import { readFileSync } from "node:fs"
import type { Locator, Page } from "playwright"

/** The screens as a person uses them, by their accessible names. */

export const PASSWORD = "sightline"
export const OWNER = "owner@example.com"
export const SUB = "sub@example.com"
/** An account that is not activated. */
export const NEW = "new@example.com"

type Within = Page | Locator

export const button = (within: Within, name: string | RegExp): Locator =>
  within.getByRole("button", typeof name === "string" ? { name, exact: true } : { name })

export const link = (within: Within, name: string): Locator => within.getByRole("link", { name, exact: true }).first()

export const field = (within: Within, name: string): Locator => within.getByLabel(name, { exact: true })

export const heading = (within: Within, name: string): Locator => within.getByRole("heading", { name, exact: true })

const SCREEN_HEADING = "#root > :not([data-frame]) h1"

/** The heading of the current screen. The frame of index.html, which the app replaces, has one as well. */
export const screenHeading = (page: Page): Locator => page.locator(SCREEN_HEADING).first()

/**
 * Follows a link to another screen without a reload. Resolves when the heading is another element, or has another text.
 */
export const visit = async (page: Page, path: string): Promise<void> => {
  const before = await screenHeading(page).elementHandle()
  const text = await before?.textContent()
  await page.evaluate((to) => {
    history.pushState(null, "", to)
    dispatchEvent(new PopStateEvent("popstate"))
  }, path)
  await page.waitForFunction(
    (left) => {
      const now = document.querySelector(left.heading)
      return now !== null && (now !== left.before || now.textContent !== left.text)
    },
    { heading: SCREEN_HEADING, before, text },
  )
}

/** Connects to a device of this network from its card, whose button is visible under the pointer. */
export const connectTo = async (page: Page, name: string): Promise<void> => {
  const network = page.getByRole("region", { name: "On this network" })
  await button(network, name).hover()
  await button(network, `Connect to ${name}`).click()
}

/** A toast by its role: errors are alerts, all others are status. */
export const toast = (page: Page, role: "status" | "alert", text: string | RegExp): Locator =>
  page.getByRole("region", { name: "Notifications" }).getByRole(role).filter({ hasText: text })

/** Fills in and submits the sign-in form once it is there: the address changes before the screen does. */
export const submitSignIn = async (page: Page, email = OWNER, password = PASSWORD): Promise<void> => {
  await heading(page, "Sign in").waitFor({ state: "attached" })
  await field(page, "Email").fill(email)
  await field(page, "Password").fill(password)
  await button(page, "Sign in").click()
}

/** The texts of the app in a language. */
const wordsOf = (language: string): { readonly devices: { readonly card: { readonly actions: string } } } =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), "utf8"))

/** The menu of the first device, in the given language. */
export const anyMenu = (page: Page, language = "en"): Locator => {
  const [before = "", after = ""] = wordsOf(language).devices.card.actions.split("{{name}}")
  return button(page, new RegExp(`^${RegExp.escape(before)}.*${RegExp.escape(after)}$`)).first()
}

/** Resolves when the service worker has stored the whole app: from then on every route opens without a network. */
export const installed = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)

/**
 * Takes the network from a browser, and waits until the page shows it. Pages of one process lose it one after the
 * other, but all get the event with the first. A page's request meanwhile is answered, which counts as a connection. A
 * browser on a machine without a network never gets the event.
 */
export const loseNetwork = async (page: Page): Promise<void> => {
  await page.context().setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event("offline")))
  await page.getByText("You are offline.").first().waitFor()
}

/** Waits until a part of the app has loaded. build/chunks.ts names its file. */
export const atHand = (page: Page, part: string): Promise<unknown> =>
  page.waitForFunction(
    (name) => performance.getEntriesByType("resource").some((entry) => entry.name.includes(`/assets/${name}-`)),
    part,
  )

/**
 * Navigates by the address bar. A closing dialog goes one step back in history, which ends a navigation at the same
 * moment.
 */
export const enterAddress = async (page: Page, path: string): Promise<void> => {
  try {
    await page.goto(path)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("ERR_ABORTED"))) throw error
    await page.goto(path)
  }
}

/** Signs in and waits for the devices. */
export const signIn = async (page: Page, email = OWNER): Promise<void> => {
  await submitSignIn(page, email)
  await page.waitForURL("**/devices")
  await anyMenu(page).waitFor()
}

export const menuOf = (page: Page, device: string): Locator => button(page, `Actions for ${device}`)

const CARD = "xpath=ancestor::*[self::article or self::li or self::tr or @role='row' or @role='listitem'][1]"

/** The card around a device's menu. */
export const card = (page: Page, device: string): Locator => menuOf(page, device).locator(CARD)

/** The open dialog, not a closing menu. */
export const dialog = (page: Page, name = /^(?:Wake|Rename|Reboot) /): Locator =>
  page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }))

/**
 * Opens a dialog from a device's menu. Brings the tab to the front first: a background tab draws at most one frame a
 * second.
 */
export const choose = async (page: Page, device: string, action: "Wake" | "Rename" | "Reboot"): Promise<Locator> => {
  await page.bringToFront()
  await menuOf(page, device).click()
  await page.getByRole("menuitem", { name: action }).click()
  await dialog(page).waitFor()
  return dialog(page)
}

export const rename = async (page: Page, device: string, name: string): Promise<void> => {
  const asking = await choose(page, device, "Rename")
  await field(asking, "Name").fill(name)
  await button(asking, "Save").click()
  await asking.waitFor({ state: "hidden" })
}

export const reboot = async (page: Page, device: string): Promise<void> => {
  const asking = await choose(page, device, "Reboot")
  await button(asking, /^(?:Reboot|Confirm)$/).click()
  await asking.waitFor({ state: "hidden" })
}

/** Wakes the computer bound to the device. */
export const wake = async (page: Page, device: string): Promise<void> => {
  const asking = await choose(page, device, "Wake")
  await button(asking, "Wake").click()
  await asking.waitFor({ state: "hidden" })
}

export const outbox = (page: Page): Locator => page.getByRole("region", { name: "Outbox", exact: true })

/** The button that opens the outbox. Its name has the number of waiting actions. */
export const outboxButton = (page: Page, tells: string | RegExp = /Outbox, /): Locator =>
  page.getByRole("button", { name: tells }).first()

/** Waits until the outbox button shows this number of waiting actions. */
export const outboxTells = (page: Page, waiting: string): Promise<void> =>
  outboxButton(page, `Outbox, ${waiting}`).waitFor()

export const openOutbox = async (page: Page): Promise<Locator> => {
  if (!(await outbox(page).isVisible())) await outboxButton(page).click()
  await outbox(page).waitFor()
  return outbox(page)
}

/** The actions in the open outbox with this text. */
export const actions = (page: Page, text: string | RegExp): Locator =>
  outbox(page).getByRole("listitem").filter({ hasText: text })
