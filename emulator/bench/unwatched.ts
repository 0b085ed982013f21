import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { type BrowserContext, chromium, type Page } from "playwright"
import { addressOf, chromiumArguments, ensureChromium } from "./chromium.ts"

/**
 * A browser without a driver while it works. With a driver, the page keeps up to 200 MB of received data for the
 * driver's view of the network, which no person's page does. So the driver prepares a click and leaves, and the bench
 * looks from outside until the page reports the end.
 */

/** By then the driver has left, and its memory is free. */
const CLICK_AFTER_MS = 3_000
const LOOK_MS = 100
const DONE = "bench: done"

export interface Unwatched {
  /** Drives the browser, then leaves it with its pages open. */
  readonly drive: (use: (context: BrowserContext) => Promise<void>) => Promise<void>
  /** Resolves when a page shows one of the texts given to `prepareClick`. */
  readonly done: () => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Lets a script press a button of the open dialog a little later. The page's title then reports that the dialog shows
 * one of the texts.
 */
export const prepareClick = (page: Page, button: string, texts: readonly string[]): Promise<void> =>
  page.evaluate(
    (wanted) => {
      const dialog = document.querySelector('[role="dialog"]')
      const buttons = [...(dialog?.querySelectorAll("button") ?? [])]
      const found = buttons.find(({ textContent }) => textContent.trim() === wanted.button)
      if (dialog === null || found === undefined) throw new Error(`there is no button ${wanted.button}`)
      document.title = ""
      setTimeout(() => found.click(), wanted.afterMs)
      const looking = setInterval(() => {
        const statuses = [...dialog.querySelectorAll('[role="status"], [role="progressbar"]')]
        const words = statuses.map((one) => one.getAttribute("aria-valuetext") ?? one.textContent)
        if (!words.some((word) => wanted.texts.some((text) => word.includes(text)))) return
        clearInterval(looking)
        document.title = wanted.done
      }, wanted.lookMs)
    },
    { button, texts, done: DONE, afterMs: CLICK_AFTER_MS, lookMs: LOOK_MS },
  )

export const startUnwatched = async (profile: string, patienceMs: number): Promise<Unwatched> => {
  const flags = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--lang=en-US"]
  const child = spawn(ensureChromium(), [...chromiumArguments(), ...flags, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    // The command may be a script that starts the browser: the signal ends the whole group.
    detached: true,
  })
  const address = await addressOf(child)
  const list = new URL("/json/list", address.replace(/^ws/, "http"))
  return {
    drive: async (use) => {
      const browser = await chromium.connectOverCDP(address)
      const [context] = browser.contexts()
      if (context === undefined) throw new Error("the browser has no profile")
      context.setDefaultTimeout(patienceMs)
      await use(context)
      await browser.close()
    },
    done: async () => {
      for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(LOOK_MS))
        if ((await (await fetch(list)).text()).includes(DONE)) return
      throw new Error("the page did not come to an end")
    },
    stop: async () => {
      if (child.pid === undefined || child.exitCode !== null) return
      // The last process of the group closes this.
      const gone = once(child, "close")
      process.kill(-child.pid, "SIGTERM")
      await gone
    },
  }
}
