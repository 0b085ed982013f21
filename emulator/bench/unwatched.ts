import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { type BrowserContext, chromium, type Page } from "playwright"
import { addressOf, chromiumArguments, ensureChromium } from "./chromium.ts"

/**
 * A browser that is alone while it works. Who drives it sees its network, and for that the page keeps up to 200 MB of what it has
 * received: memory that no person has. So the driver prepares a click, leaves, and looks from outside until the page says it is done.
 */

/** The driver has left by then, and the memory that it took is free. */
const CLICK_AFTER_MS = 3_000
const LOOK_MS = 100
const DONE = "bench: done"

export interface Unwatched {
  /** Drives the browser, and leaves it with its pages open. */
  readonly drive: (use: (context: BrowserContext) => Promise<void>) => Promise<void>
  /** Until a page shows what `prepareClick` has named. */
  readonly done: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A script presses a button of the open dialog a little later; the title of the page then shows that the dialog has one of the texts. */
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
    // Its command may be a script that starts it: all of them end together.
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
      // The last of its processes closes this.
      const gone = once(child, "close")
      process.kill(-child.pid, "SIGTERM")
      await gone
    },
  }
}
