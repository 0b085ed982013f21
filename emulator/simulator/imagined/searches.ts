import { Context, Effect, Exit, Layer } from "effect"
import { Scanning } from "../../../src/domain/client/lan/scanDesk.ts"
import { cancelScan, runScans, startScan } from "../../../src/domain/client/lan/scanning.ts"
import { Subnets } from "../../../src/domain/ports/subnets.ts"
import type { BridgeMessage } from "../../../src/domain/wire/bridge.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { type Click, Page, type Ports } from "./page.ts"
import type { Part } from "./part.ts"

/** Searches of one page alone: the native side answers, falls silent, goes away, or is told to stop. */

const MOVES = 14
/** Longest of a search of which the native side says nothing, ms; those that were asked for wait for one another. */
const SILENT_MS = 40_000
/** What it takes to search everything here when it is answered, ms. */
const ANSWERED_MS = 20_000

/** Overlapping ones, one address, and more than fit into one message. */
const searches = [
  ["10.0.7.*"],
  ["10.0.7.9", "10.0.7.*"],
  ["10.0.7.*", "10.1.2.3", "10.0.7.*"],
  ["10.1.2.3"],
  ["192.168.4.7", "10.0.7.9"],
  Array.from({ length: 18 }, (_, index) => `10.3.${index}.*`),
] as const

/** Every address of the targets, once: only the last part is ever open here. */
const addressesOf = (targets: readonly string[]): readonly string[] => [...new Set(targets.flatMap(hostsOf))]

const hostsOf = (target: string): readonly string[] =>
  target.endsWith(".*") ? Array.from({ length: 254 }, (_, index) => target.replace("*", `${index + 1}`)) : [target]

/** Searches of another tab. */
const OTHER = "other "
const isOther = (scan: string): boolean => scan.startsWith(OTHER)

class Searches {
  readonly #page: Page
  readonly #ask: Click<Ports | Scanning | Subnets>
  /** What was asked for and has not begun, in order. */
  readonly #waiting: (readonly string[])[] = []
  /** What has begun last, and the addresses whose parts the native side has searched to their end since. */
  #wanted: readonly string[] = []
  #searched: string[] = []
  /** What the native side searches now. */
  #part: readonly string[] | null = null
  /** Whether it says how far it is. */
  #answers = true

  constructor(page: Page) {
    this.#page = page
    const subnets = Context.make(Subnets, {
      hosts: (targets, from, count) => Effect.sync(() => targets.flatMap(hostsOf).slice(from, from + count)),
    })
    const services = Layer.mergeAll(Scanning.layer, Layer.succeedContext(subnets))
    this.#ask = page.run(services, runScans)
    page.written = ({ type, payload }) => {
      if (type !== "ScanStarted" || isOther(payload.scan)) return
      this.#wanted = this.#waiting.shift() ?? []
      this.#searched = []
    }
    page.follows = (message) => this.#follow(message)
    page.link(true)
    page.pass(10)
  }

  get #scan() {
    return this.#page.log.state.lan.scan
  }

  move(dice: Prng): void {
    const move = dice.weighted([
      ["search", 5],
      ["cancel", 2],
      ["away", 1],
      ["silent", 1],
      ["other", 1],
      ["wait", 4],
    ])
    if (move === "search") this.#search(dice)
    else if (move === "cancel") this.#ask(cancelScan, () => {})
    else if (move === "away") {
      this.#part = null
      this.#page.link(false)
      this.#page.pass(dice.between(1, 5_000))
      this.#page.link(true)
    } else if (move === "silent") this.#answers = !this.#answers
    else if (move === "other")
      this.#page.write({ type: "StartScan", scan: `${OTHER}${this.#page.world.now}`, targets: [], total: 1 })
    this.#page.pass(dice.pick([1, 20, 300, 2_000, ANSWERED_MS]))
    this.#check()
  }

  #search(dice: Prng): void {
    const targets = dice.pick(searches)
    this.#ask(startScan(targets), (exit) => {
      if (Exit.isFailure(exit)) this.#page.fail(new Violation(7, `${targets.join()} cannot be searched`))
    })
    this.#waiting.push(targets)
  }

  #follow(message: BridgeMessage): void {
    if (message.type === "cancel_scan") this.#end(false)
    if (message.type !== "scan_network") return
    this.#part = message.targets
    const { targets } = message
    const total = targets.length
    if (!this.#answers) return
    for (const share of [0, 0.5])
      this.#page.world.after(1 + 200 * share, () => {
        if (this.#part === targets) this.#page.tell({ type: "scan_progress", done: Math.floor(total * share), total })
      })
    this.#page.world.after(300, () => {
      if (this.#part === targets) this.#end(true)
    })
  }

  #end(isDone: boolean): void {
    const part = this.#part
    if (part === null) return
    this.#part = null
    if (isDone) this.#searched.push(...part)
    this.#page.tell({ type: "scan_progress", done: isDone ? part.length : 0, total: part.length, ended: true })
  }

  /** Whoever is told that a search is done knows that every address was asked, once. */
  #check(): void {
    const scan = this.#scan
    if (scan?.end?.outcome !== "done" || isOther(scan.id)) return
    const should = addressesOf(this.#wanted)
    const asked = new Set(this.#searched)
    const missing = should.find((address) => !asked.has(address))
    if (missing !== undefined) throw new Violation(25, `a search is done, and ${missing} was not asked`)
    if (this.#searched.length > should.length) throw new Violation(22, "a search has asked an address twice")
    if (scan.total !== should.length)
      throw new Violation(25, `a search of ${should.length} addresses is said to be of ${scan.total}`)
  }

  /** In the end nothing is searched for, whether or not the native side says anything. */
  end(): void {
    this.#page.pass(MOVES * SILENT_MS)
    this.#ask(cancelScan, () => {})
    this.#page.pass(SILENT_MS)
    this.#check()
    const scan = this.#scan
    if (scan !== null && !isOther(scan.id) && scan.end === null) throw new Violation(7, "a search goes on for ever")
    if (this.#part !== null) throw new Violation(7, "the native side searches on, and nobody wants that")
  }
}

export const searching: Part = {
  name: "searches",
  title: "in a page that searches alone",
  every: 16,
  imagine: ({ dice, next, tell }) => {
    const all = new Searches(new Page(dice, tell))
    for (let n = 0; n < MOVES; n += 1) {
      const own = next()
      if (own !== undefined) all.move(own)
    }
    all.end()
  },
}
