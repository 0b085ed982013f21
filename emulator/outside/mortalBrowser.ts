import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright"
import { addressOf, chromiumArguments, ensureChromium } from "../bench/chromium.ts"

/** A browser with a profile on disk that can be killed abruptly and started again. */

const VIEWPORT = { width: 1440, height: 1000 }
/** Longest wait for one step of an operation, ms. The page may be about to crash. */
const STEP_MS = 4_000

interface Life {
  readonly process: ChildProcess
  readonly browser: Browser
  readonly context: BrowserContext
}

export class MortalBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), "sightline-random-"))
  #life: Life | undefined

  /** Uncaught errors of all its pages, over all starts. */
  readonly faults: string[] = []

  async start(): Promise<void> {
    const flags = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${this.#profile}`, "--lang=en-US"]
    const child = spawn(ensureChromium(), [...chromiumArguments(), ...flags, "about:blank"], {
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    })
    try {
      const browser = await chromium.connectOverCDP(await addressOf(child))
      const [context] = browser.contexts()
      if (context === undefined) throw new Error("the browser has no profile")
      context.setDefaultTimeout(STEP_MS)
      context.on("page", (page) => page.on("pageerror", (error) => this.faults.push(error.stack ?? error.message)))
      this.#life = { process: child, browser, context }
    } catch (error) {
      // Only this object knows the processes of the browser, so it must end them here.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
      throw error
    }
  }

  get context(): BrowserContext {
    if (this.#life === undefined) throw new Error("the browser is dead")
    return this.#life.context
  }

  /** Tabs with a page of the app. */
  get tabs(): readonly Page[] {
    return this.context.pages().filter((page) => page.url().startsWith("http"))
  }

  async open(address: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.setViewportSize(VIEWPORT)
    await page.goto(address)
    return page
  }

  /** Kills all processes at once. Pages get no event. */
  async kill(): Promise<void> {
    const life = this.#life
    this.#life = undefined
    if (life?.process.pid === undefined) return
    const gone = once(life.process, "exit")
    process.kill(-life.process.pid, "SIGKILL")
    await gone
    await life.browser.close().catch(() => undefined)
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
