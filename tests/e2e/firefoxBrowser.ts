import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import puppeteer, { type Locator, type Page } from "puppeteer-core"
import { onTestFinished } from "vitest"
import { FIREFOX } from "../environment/engineLack.ts"

/** Firefox ESR, driven by WebDriver BiDi: an empty profile for each test, and the page as a person sees it. */

/** Longest wait for anything on a screen. It ends a hang and measures nothing. */
const PATIENCE_MS = 60_000
const PATIENCE = { timeout: PATIENCE_MS }

/** Without a network Firefox reports every failed request, which is no fault of the app. */
const FAILED_REQUEST = /^(?:Error: )?Cross-Origin Request Blocked: .*\(Reason: CORS request did not succeed\)/

export interface FirefoxTab {
  readonly page: Page
  /** Folder of downloads. */
  readonly downloads: string
  readonly control: (role: FirefoxRole, name: string) => Locator<Element>
  readonly press: (role: FirefoxRole, name: string) => Promise<void>
  readonly fill: (label: string, value: string) => Promise<void>
  /** Waits until an element shows this text. */
  readonly says: (text: string) => Promise<unknown>
  readonly text: () => Promise<string | null>
  /** Errors of the page and violations of its policy so far. */
  readonly faults: () => readonly string[]
}

/** Elements of the used roles by XPath: the engine's own search by role takes seconds on a large page. */
const ELEMENTS = {
  button: "self::button",
  link: "self::a",
  menuitem: "@role='menuitem'",
  heading: "self::h1 or self::h2 or self::h3",
} as const

export type FirefoxRole = keyof typeof ELEMENTS

/** An element with this label, or with this text without a count or a key. Names here have no quotation mark. */
const named = (name: string) =>
  `[@aria-label="${name}" or (not(@aria-label) and descendant-or-self::*[normalize-space(.)="${name}"])]`

const inputLabelled = (label: string) =>
  `//input[@aria-label="${label}" or @id=//label[normalize-space(.)="${label}"]/@for]`

const tabOf = (page: Page, downloads: string): FirefoxTab => {
  const faults: string[] = []
  page.on("pageerror", (error) => {
    if (!FAILED_REQUEST.test(String(error))) faults.push(String(error))
  })
  page.on("console", (message) => {
    if (/Content-Security-Policy|TrustedTypes|TrustedHTML|TrustedScript/.test(message.text()))
      faults.push(message.text())
  })
  const at = (path: string) => page.locator(`::-p-xpath(${path})`).setTimeout(PATIENCE_MS)
  const control = (role: FirefoxRole, name: string) => at(`//*[${ELEMENTS[role]}]${named(name)}`)
  return {
    page,
    downloads,
    control,
    press: (role, name) => control(role, name).click(),
    fill: (label, value) => at(inputLabelled(label)).fill(value),
    says: (text) => page.waitForSelector(`::-p-text(${text})`, PATIENCE),
    text: () => page.evaluate(() => document.body.textContent),
    faults: () => faults,
  }
}

/** Starts Firefox with an empty profile and opens an address. Ends with the test. */
export const openFirefox = async (address: string): Promise<FirefoxTab> => {
  const downloads = mkdtempSync(join(tmpdir(), "sightline-firefox-"))
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: {
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      "intl.accept_languages": "en-US",
    },
  })
  onTestFinished(async () => {
    await browser.close()
    rmSync(downloads, { recursive: true, force: true, maxRetries: 5 })
  })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  const tab = tabOf(page, downloads)
  await page.goto(address)
  return tab
}
