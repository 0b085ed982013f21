import type { Prng } from "../../prng.ts"
import { Violation } from "../../violation.ts"
import type { Chance, Part } from "../part.ts"
import { Bench, type QuietTab } from "./bench.ts"
import { Book } from "./book.ts"
import { type Deed, drawDeed, type Place, reconcileDeed } from "./deeds.ts"
import type { DeedTold } from "./laws.ts"
import { changeOutside } from "./outside.ts"
import type { Whim } from "./servers.ts"
import { look, type Sight, savedIn, USER } from "./sight.ts"
import { checkQuiet, Watch } from "./watch.ts"

/** Moves of an imagined life of accounts. */
const MOVES = 16
const FULL = { slow: 0, quota: 1, repeated: 0 }
const SOUND = { slow: 0, quota: 0, repeated: 0 }
const SLOW = { slow: 0.3, quota: 0, repeated: 0 }
/** Another tab begins something within, ms. */
const MEANWHILE_MS = 400

/** How often each thing goes wrong. */
const FAILS = 0.15
const MEANWHILE = 0.4
/** Of what happens meanwhile: how much is of the same kind, and how much in the same tab. */
const LIKE = 0.5
const HERE = 0.25
const DIES = 0.1
const OUTSIDE = 0.25

const atDoor: readonly (readonly [Whim, number])[] = [
  ["kind", 5],
  ["silent", 2],
  ["tooOften", 1],
  ["notActivated", 1],
  ["refused", 2],
]
const inside: readonly (readonly [Whim, number])[] = [
  ["kind", 8],
  ["silent", 1],
  ["tooOften", 1],
  ["ends", 2],
  ["another", 1],
]

/** A deed under way. */
interface Going {
  readonly deed: Deed
  readonly at: QuietTab
  readonly before: Sight
  readonly ended: ReadonlySet<string>
  readonly deleted: ReadonlySet<string>
  readonly listed: boolean
  isOver: boolean
  /** Something else happened meanwhile, or this tab had not heard of everything. */
  crossed: boolean
}

class Life {
  readonly bench: Bench
  readonly book = new Book()
  readonly watch: Watch
  tabs: QuietTab[]
  readonly #met: Whim[] = []
  #full: DeedTold["full"]
  readonly #tell: Chance["tell"]

  constructor(dice: Prng, tell: Chance["tell"]) {
    this.bench = new Bench(dice)
    this.#tell = tell
    const { browser, servers } = this.bench
    this.watch = new Watch(this.bench, this.book)
    servers.rotating = dice.chance(0.5)
    browser.disk.silent = dice.pick([0, 0, 1])
    this.tabs = [this.bench.open(), this.bench.open()]
  }

  /** One move: something outside of the tabs, or something that is done in one of them, perhaps while another does something. */
  move(dice: Prng): void {
    if (dice.chance(OUTSIDE)) {
      const what = changeOutside(this.bench, this.book, this.watch, dice)
      this.#tell(() => what)
      return
    }
    const at = dice.pick(this.tabs)
    const { browser, servers } = this.bench
    this.#met.length = 0
    this.#full = undefined
    servers.whim = (call) => {
      const whim = dice.weighted(call === "signin" ? atDoor : inside)
      this.#met.push(whim)
      return whim
    }
    const fails = dice.chance(FAILS) ? dice.pick(["throughout", "late"] as const) : undefined
    browser.safe.failing = dice.chance(FAILS)
    browser.disk.profile = dice.chance(FAILS) ? SLOW : SOUND
    if (fails === "throughout") this.#fill("throughout")
    servers.onArrival = () => {
      if (fails === "late") this.#fill("late")
    }
    this.#run(at, dice)
  }

  #fill(when: DeedTold["full"]): void {
    this.#full ??= when
    this.bench.browser.disk.profile = FULL
  }

  #run(at: QuietTab, dice: Prng): void {
    const { bench } = this
    const first = this.#begin(at, drawDeed(this.#place(at), dice))
    if (first === undefined) {
      this.#calm()
      return
    }
    const going = [first]
    if (dice.chance(MEANWHILE)) {
      bench.pass(dice.below(MEANWHILE_MS))
      const other = dice.chance(HERE) ? at : (this.tabs.find((tab) => tab !== at) ?? at)
      const draw = dice.chance(LIKE) ? first.deed.like : drawDeed
      const second = this.#begin(other, draw(this.#place(other), dice))
      if (second !== undefined) {
        this.watch.isAlone = false
        second.crossed = true
        first.crossed = true
        going.push(second)
      }
    }
    if (dice.chance(DIES)) {
      bench.pass(dice.below(MEANWHILE_MS))
      this.#die(at)
      for (const one of going) {
        one.crossed = true
        if (one.at === at) one.isOver = true
      }
    }
    bench.until(() => going.every(({ isOver }) => isOver), going.map(({ deed }) => deed.name).join(" and "))
    this.#calm()
    this.watch.quiet()
    checkQuiet(bench, this.book)
  }

  /** Nothing fails, and nothing is under way. */
  #calm(): void {
    this.#full = undefined
    this.bench.browser.safe.failing = false
    this.bench.browser.disk.profile = SOUND
    this.watch.isAlone = true
  }

  #place(at: QuietTab): Place {
    return { bench: this.bench, book: this.book, at }
  }

  #die(at: QuietTab): void {
    this.#tell(() => `${at.tab.name} dies`)
    this.bench.browser.kill(at.tab)
    this.tabs = [...this.tabs.filter((tab) => tab !== at), this.bench.open()]
  }

  #begin(at: QuietTab, deed: Deed | undefined): Going | undefined {
    if (deed === undefined) return undefined
    const { bench, book } = this
    this.#tell(() => `${at.tab.name} ${deed.name}`)
    const before = look(bench, book)
    const { devices } = at.engine.state()
    const going: Going = {
      deed,
      at,
      before,
      ended: new Set(book.ended),
      deleted: new Set(book.deleted),
      listed: devices.account === before.current?.account && devices.bound.has("d1"),
      isOver: false,
      crossed: at.engine.cursor() !== bench.browser.disk.log.last,
    }
    const locked = bench.browser.safe.failing
    at.run(deed.effect, () => {
      going.isOver = true
      const after = look(bench, book)
      this.#tell(
        () => `${at.tab.name} is done, having met ${this.#met.join(", ") || "nobody"}; disk: ${this.#full ?? "sound"}`,
      )
      if (going.crossed) return
      try {
        const { before, ended, listed, deleted } = going
        const holder = (token: string) => bench.servers.holderOf(token)
        deed.law({ before, after, met: this.#met, full: this.#full, locked, listed, ended, deleted, holder })
      } catch (error) {
        if (error instanceof Violation) bench.fail(error)
        else throw error
      }
    })
    return going
  }

  /** Nothing fails any more: each tab in turn hears of everything, and brings together what is there. */
  settle(dice: Prng): void {
    const { bench, book } = this
    bench.browser.disk.silent = 0
    bench.servers.whim = () => "kind"
    for (let round = 0; round < 2; round += 1)
      for (const at of this.tabs) {
        at.run(at.engine.catchUp, () => {})
        bench.pass(MEANWHILE_MS)
        const going = this.#begin(at, reconcileDeed(this.#place(at), dice))
        bench.until(() => going?.isOver !== false, "settling")
      }
    const user = savedIn(bench.browser.storage.values.get(USER))
    if (user?.sessionId !== book.current?.id)
      throw new Violation(
        26,
        `in the end ${book.current?.account ?? "nobody"} is signed in, and ${String(user?.uid)} saved`,
      )
    if (bench.violation !== undefined) throw bench.violation
  }
}

/** Signing in and out, refusals, renewals and erasures in two tabs of one browser, with nothing around them. */
export const accounts: Part = {
  name: "accounts",
  title: "with accounts alone, in two tabs",
  every: 3,
  imagine: ({ dice, next, tell }) => {
    const life = new Life(dice, tell)
    for (let n = 0; n < MOVES; n += 1) {
      const own = next()
      if (own !== undefined) life.move(own)
    }
    life.settle(dice)
  },
}
