import { setTimeout as wait } from "node:timers/promises"
import type { Page } from "playwright"
import { isOpen } from "../../src/domain/outbox/action.ts"
import type { Prng } from "../simulator/prng.ts"
import type { Control } from "./cloud.ts"
import { type PageEvidence, readEvidence } from "./evidence.ts"
import type { MortalBrowser } from "./mortalBrowser.ts"
import {
  type AccountEmail,
  accounts,
  deviceNames,
  isSignedIn,
  logOut,
  openOutbox,
  reboot,
  rename,
  retryAll,
  signIn,
  stored,
} from "./person.ts"
import { type Acknowledged, panelDiffers } from "./verdict.ts"

/** Random operations of a person and of the world, and the final settling of both. */

export interface OperationContext {
  readonly browser: MortalBrowser
  readonly control: Control
  /** The origin of the app. */
  readonly app: string
  readonly prng: Prng
  readonly say: (line: string) => void
}

interface Operation {
  readonly name: string
  /** Its weight in the random choice. */
  readonly weight: number
  /** Runs the operation and returns a word for it. */
  readonly run: () => Promise<string>
}

const TABS_MAX = 2
const faults = ["drop-request", "drop-reply", "http-500", "http-html", "delay"] as const
const faultPaths = ["/api/v2/rename_device", "/api/v2/request_device", "/api/v2/loginWithToken"] as const
const FAULT_TIMES_MAX = 2
const DELAY_MS = 1_500
/** Longest time until everything settles, and interval of the checks, ms. */
const REST_MS = 120_000
const LOOK_MS = 500

export class Operations {
  readonly acknowledged: Acknowledged[] = []
  readonly done = new Map<string, number>()
  readonly #stage: OperationContext
  readonly #drawn: readonly Operation[]
  #email: AccountEmail = accounts[0]
  #renames = 0

  constructor(stage: OperationContext) {
    this.#stage = stage
    const operationsDrawn: readonly Operation[] = [
      { name: "rename", weight: 8, run: () => this.#rename() },
      { name: "reboot", weight: 3, run: () => this.#reboot() },
      { name: "fault", weight: 5, run: () => this.#fault() },
      { name: "offline", weight: 2, run: () => this.#network(true) },
      { name: "online", weight: 3, run: () => this.#network(false) },
      { name: "tab", weight: 2, run: () => this.#tab() },
      { name: "kill", weight: 1, run: () => this.#kill() },
      { name: "account", weight: 1, run: () => this.#account() },
    ]
    this.#drawn = operationsDrawn.flatMap((operation) => Array<Operation>(operation.weight).fill(operation))
  }

  async begin(): Promise<void> {
    const page = await this.#newTab("/signin")
    await signIn(page, this.#email)
    await stored(page)
  }

  /** Runs one operation. A busy page may refuse it; then it is skipped. */
  async one(): Promise<void> {
    const { say } = this.#stage
    const { name, run } = this.#pick(this.#drawn)
    try {
      say(`${name} ${await run()}`)
      this.done.set(name, (this.done.get(name) ?? 0) + 1)
    } catch (error) {
      say(`${name} was not possible: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`)
      for (const tab of this.#stage.browser.tabs) await tab.reload().catch(() => undefined)
    }
  }

  /** Ends faults, waits until no work is open for any account, then reads the evidence to compare. */
  async settle(): Promise<PageEvidence> {
    const { browser, control } = this.#stage
    await control.clearFaults()
    await browser.context.setOffline(false)
    for (const tab of browser.tabs.slice(1)) await tab.close()
    const until = Date.now() + REST_MS
    let evidence = await this.#look()
    while (Date.now() < until) {
      const open = [...evidence.state.outbox.actions.values()].filter(isOpen)
      const { current } = evidence.state.session
      const isHeld = open.length > 0 && open.every(({ account }) => account !== current?.account)
      if (open.length === 0 && !panelDiffers(evidence)) return evidence
      if (isHeld) await this.#account()
      else if (open.length > 0) await this.#hurry()
      await wait(LOOK_MS)
      evidence = await this.#look()
    }
    return evidence
  }

  #pick<Value>(among: readonly Value[]): Value {
    const one = among[this.#stage.prng.below(among.length)]
    if (one === undefined) throw new Error("there is nothing to choose from")
    return one
  }

  async #newTab(path: string): Promise<Page> {
    return this.#stage.browser.open(new URL(path, this.#stage.app).href)
  }

  /** A tab in front with a person signed in. */
  async #page(): Promise<Page> {
    const { tabs } = this.#stage.browser
    const page = tabs.length === 0 ? await this.#newTab("/devices") : this.#pick(tabs)
    await page.bringToFront()
    // A killed browser may have lost the token of a sign-in that it had just stored.
    if (!(await isSignedIn(page))) {
      await this.#network(false)
      await signIn(page, this.#email)
    }
    return page
  }

  async #rename(): Promise<string> {
    const page = await this.#page()
    const device = this.#pick(await deviceNames(page))
    this.#renames += 1
    const title = `Name ${this.#renames}`
    await rename(page, device, title)
    this.acknowledged.push({ kind: "rename", title })
    return `${device} to ${title}`
  }

  async #reboot(): Promise<string> {
    const page = await this.#page()
    const subject = this.#pick(await deviceNames(page))
    await reboot(page, subject)
    this.acknowledged.push({ kind: "reboot", subject })
    return subject
  }

  async #fault(): Promise<string> {
    const path = this.#pick(faultPaths)
    const fault = this.#pick(faults)
    const times = 1 + this.#stage.prng.below(FAULT_TIMES_MAX)
    await this.#stage.control.fault({ match: { path }, fault, times, ...(fault === "delay" && { ms: DELAY_MS }) })
    return `${fault} at ${path}, ${times} times`
  }

  async #network(isOffline: boolean): Promise<string> {
    await this.#stage.browser.context.setOffline(isOffline)
    return "for every tab"
  }

  async #tab(): Promise<string> {
    const { tabs } = this.#stage.browser
    if (tabs.length < TABS_MAX) {
      await this.#newTab("/devices")
      return "opened"
    }
    await this.#pick(tabs).close()
    return "closed"
  }

  async #kill(): Promise<string> {
    const { browser } = this.#stage
    await browser.kill()
    await browser.start()
    await this.#newTab("/devices")
    return "and started again"
  }

  async #account(): Promise<string> {
    await this.#network(false)
    const page = await this.#page()
    await logOut(page)
    this.#email = accounts.find((email) => email !== this.#email) ?? accounts[0]
    await signIn(page, this.#email)
    return `changed to ${this.#email}`
  }

  async #hurry(): Promise<void> {
    await retryAll(await this.#page()).catch(() => undefined)
  }

  async #look(): Promise<PageEvidence> {
    const page = await this.#page()
    await openOutbox(page)
    return readEvidence(page)
  }
}
