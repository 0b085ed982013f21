import { Layer } from "effect"
import { followWakes, wakeOverLan } from "../../../src/domain/client/lan/waking.ts"
import type { BridgeMessage } from "../../../src/domain/wire/bridge.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { type Click, Page, type Ports } from "./page.ts"
import type { Part } from "./part.ts"

/** One page that wakes computers over the network, and a native side that says what it saw, late or never. */

const MOVES = 16
const IDS = ["n1", "n2", "n3"] as const
/** After so long without a word nobody waits any more, ms. */
const WAITED_MS = 150_000

const macOf = (id: string): string => `02:00:5E:00:00:0${id.slice(1)}`

class Wakes {
  readonly #page: Page
  readonly #ask: Click<Ports>
  /** What the native side was asked and has not answered to the end. */
  #open: string[] = []
  /** What it has said of each device: `sent`, `awake`, `asleep`, `failed`. */
  readonly #said = new Map<string, Set<string>>()

  constructor(page: Page) {
    this.#page = page
    page.follows = (message) => this.#follow(message)
    page.written = ({ type, payload }) => {
      if (type === "LanWakeTold") this.#check(payload)
    }
    this.#ask = page.run(Layer.empty, followWakes)
    const device = {
      model: 1,
      cloudType: 0,
      timestamp: 0,
      isUsb: false,
      isHid: true,
      flags: 4,
      addr: "10.0.7.1",
      build: 0,
    }
    const devices = IDS.map((id) => ({ id, did: `did of ${id}`, name: id, ...device }))
    page.write({ type: "RecordLanDevices", devices, gone: [] })
    page.link(true)
    page.pass(10)
  }

  #follow(message: BridgeMessage): void {
    if (message.type === "wake") this.#open.push(message.id)
  }

  move(dice: Prng): void {
    const page = this.#page
    const move = dice.weighted([
      ["wake", 4],
      ["answer", 6],
      ["away", 1],
      ["clock", 1],
      ["wait", 2],
    ])
    const id = dice.pick(IDS)
    if (move === "wake") this.#ask(wakeOverLan({ id, mac: dice.chance(0.5) ? macOf(id) : null }), () => {})
    else if (move === "answer" && this.#open.length > 0) this.#answer(dice.pick(this.#open), dice)
    else if (move === "away") {
      page.link(false)
      page.pass(dice.between(1, 3_000))
      page.link(true)
    } else if (move === "clock") page.world.skew += dice.between(-600_000, 600_000)
    page.pass(dice.pick([10, 10, 500, 20_000, 60_000]))
  }

  #answer(id: string, dice: Prng): void {
    const word = dice.pick(["sent", "sent", "awake", "asleep", "failed", "refused"] as const)
    if (word !== "sent") this.#open = this.#open.filter((other) => other !== id)
    const said = this.#said.get(id) ?? new Set()
    this.#said.set(id, said.add(word === "refused" ? "failed" : word))
    if (word === "refused") this.#page.tell({ type: "error", reason: "unreachable", about: "wake", id })
    else
      this.#page.tell({
        type: "wake_result",
        id,
        mac: macOf(id),
        sent: word !== "failed",
        ...((word === "awake" || word === "asleep") && { awake: word === "awake" }),
      })
  }

  /** WAKE-4: nothing is said of a computer that the native side has not said of it. */
  #check({ id, stage }: { readonly id: string; readonly stage: string }): void {
    const said = this.#said.get(id)
    const isSaid = stage === "sent" ? said?.has("sent") : stage !== "awake" || said?.has("awake")
    if (isSaid !== true)
      this.#page.fail(new Violation(25, `the computer of ${id} is told ${stage}, and nobody said so`))
  }

  /** In the end nobody waits, whether or not there was an answer. */
  end(): void {
    this.#page.pass(WAITED_MS)
    const open = this.#page.log.state.lan.wakes.find(({ stage }) => stage === "asked" || stage === "sent")
    if (open !== undefined) throw new Violation(7, `the wake of ${open.id} is ${open.stage} for ever`)
  }
}

export const waking: Part = {
  name: "wakes",
  title: "in a page that wakes computers alone",
  every: 8,
  imagine: ({ dice, next, tell }) => {
    const all = new Wakes(new Page(dice, tell))
    for (let n = 0; n < MOVES; n += 1) {
      const own = next()
      if (own !== undefined) all.move(own)
    }
    all.end()
  },
}
