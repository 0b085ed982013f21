import type { Page } from "playwright"

/** The screens as a person uses them, by their accessible names. Every step throws when it is not possible. */

export const accounts = ["owner@example.com", "sub@example.com"] as const
export type AccountEmail = (typeof accounts)[number]
const PASSWORD = "sightline"

/** Time for the first load, the start of the engine and the storing of the app, on a busy machine, ms. */
const START_MS = 60_000
/** Time for a later start, ms. */
const START_AGAIN_MS = 20_000

/** The name of the outbox once the log has been read. */
const KNOWN_OUTBOX = /^Outbox, (?:empty|[0-9])/

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).first()
const menus = (page: Page) => page.getByRole("button", { name: /^Actions for / })

/** Signs in, also from another account. Resolves when the screen shows the devices of this account. */
export const signIn = async (page: Page, email: AccountEmail): Promise<void> => {
  await page.goto(new URL("/signin", page.url()).href)
  const field = page.getByLabel("Email", { exact: true })
  await field.waitFor({ timeout: START_MS })
  await field.fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await button(page, "Sign in").click()
  await page.waitForURL("**/devices", { timeout: START_MS })
  await menus(page).first().waitFor({ timeout: START_MS })
}

/** After this the app opens without a network. */
export const stored = async (page: Page): Promise<void> => {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/** True when a person is signed in. The page shows this once its engine runs. */
export const isSignedIn = async (page: Page): Promise<boolean> => {
  const form = page.getByLabel("Email", { exact: true })
  await button(page, KNOWN_OUTBOX).or(form).first().waitFor({ timeout: START_AGAIN_MS })
  return button(page, "Log out").isVisible()
}

export const logOut = async (page: Page): Promise<void> => {
  await button(page, "Log out").click()
  const keep = button(page, "Keep and log out")
  await keep
    .or(page.getByLabel("Email", { exact: true }))
    .first()
    .waitFor()
  if (await keep.isVisible()) await keep.click()
  await page.waitForURL("**/signin")
}

/** The names of the visible devices with an action menu. */
export const deviceNames = async (page: Page): Promise<readonly string[]> =>
  (await menus(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""))).map((label) =>
    label.replace(/^Actions for /, ""),
  )

const choose = async (page: Page, device: string, action: string) => {
  await button(page, `Actions for ${device}`).click()
  await page.getByRole("menu").waitFor()
  const item = page.getByRole("menuitem", { name: action })
  if (!(await item.isVisible())) throw new Error(`${device} offers no ${action}`)
  await item.click()
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog")).first()
  await dialog.waitFor()
  return dialog
}

/** Resolves when the dialog has closed, which acknowledges the rename. */
export const rename = async (page: Page, device: string, title: string): Promise<void> => {
  const dialog = await choose(page, device, "Rename")
  await dialog.getByLabel("Name", { exact: true }).fill(title)
  await dialog.getByRole("button", { name: "Save", exact: true }).click()
  await dialog.waitFor({ state: "hidden" })
}

export const reboot = async (page: Page, device: string): Promise<void> => {
  const dialog = await choose(page, device, "Reboot")
  await dialog.getByRole("button", { name: /^(?:Reboot|Confirm)$/ }).click()
  await dialog.waitFor({ state: "hidden" })
}

export const openOutbox = async (page: Page): Promise<void> => {
  const panel = page.getByRole("region", { name: "Outbox", exact: true })
  if (!(await panel.isVisible())) await button(page, KNOWN_OUTBOX).click()
  await panel.waitFor()
}

export const retryAll = (page: Page): Promise<void> => button(page, "Retry all now").click()
