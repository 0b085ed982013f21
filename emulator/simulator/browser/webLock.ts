import { Effect } from "effect"
import type { Leadership, Presence } from "../../../src/domain/ports/leadership.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"

/** Longest time until a tab learns that it got or lost the lock, ms. */
const TELL_MS = 10

interface Hold {
  readonly tab: Tab
  readonly granted: () => void
  lost: boolean
  /** Called when the lock is taken away. */
  onLost: (() => void) | undefined
}

/** The one Web Lock of a browser profile, and the heartbeat its holder leaves beside the log. */
export class WebLock {
  /** Locks taken from a silent holder. */
  steals = 0
  #holder: Hold | undefined
  #waiting: Hold[] = []
  #lastBeat: number | null = null
  /** Listeners for the presence reports of tabs. */
  readonly #listeners = new Map<Tab, (presence: Presence) => void>()
  readonly #world: SimulatedWorld
  readonly #prng: Prng

  constructor(world: SimulatedWorld, prng: Prng) {
    this.#world = world
    this.#prng = prng
  }

  get holder(): Tab | undefined {
    return this.#holder?.tab
  }

  portFor(tab: Tab): Leadership["Service"] {
    const request = (steal: boolean) =>
      Effect.callback<Hold>((resume) => {
        const hold: Hold = { tab, granted: () => resume(Effect.succeed(hold)), lost: false, onLost: undefined }
        if (steal) this.#steal(hold)
        else this.#enqueue(hold)
        return Effect.sync(() => this.#release(hold))
      })
    const release = (hold: Hold) => Effect.sync(() => this.#release(hold))
    return {
      hold: ({ steal }) => Effect.map(Effect.acquireRelease(request(steal), release, { interruptible: true }), lostOf),
      isHeld: Effect.sync(() => this.#holder !== undefined),
      beat: (at) =>
        Effect.sync(() => {
          this.#lastBeat = at
        }),
      lastBeat: Effect.sync(() => this.#lastBeat),
      available: true,
      tell: (presence) => Effect.sync(() => this.#spread(tab, presence)),
      onPresence: (listener) =>
        Effect.sync(() => {
          this.#listeners.set(tab, listener)
          return () => this.#listeners.delete(tab)
        }),
    }
  }

  /** The lock of a dead tab goes to the next waiting tab. */
  tabDied(tab: Tab): void {
    this.#listeners.delete(tab)
    this.#waiting = this.#waiting.filter((hold) => hold.tab !== tab)
    if (this.#holder?.tab === tab) this.#release(this.#holder)
  }

  crash(): void {
    this.#listeners.clear()
    this.#holder = undefined
    this.#waiting = []
    this.#lastBeat = null
  }

  #spread(from: Tab, presence: Presence): void {
    for (const [tab, listener] of this.#listeners) if (tab !== from) this.#tell(tab, () => listener(presence))
  }

  #enqueue(hold: Hold): void {
    if (this.#holder === undefined) this.#grant(hold)
    else this.#waiting.push(hold)
  }

  #steal(hold: Hold): void {
    const before = this.#holder
    if (before !== undefined) {
      this.steals += 1
      before.lost = true
      this.#tell(before.tab, () => before.onLost?.())
    }
    this.#grant(hold)
  }

  #grant(hold: Hold): void {
    this.#holder = hold
    this.#tell(hold.tab, hold.granted)
  }

  #release(hold: Hold): void {
    this.#waiting = this.#waiting.filter((other) => other !== hold)
    if (this.#holder !== hold) return
    this.#holder = undefined
    const next = this.#waiting.shift()
    if (next !== undefined) this.#grant(next)
  }

  #tell(tab: Tab, what: () => void): void {
    this.#world.afterIn(tab, this.#prng.below(TELL_MS), what)
  }
}

const lostOf = (hold: Hold): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (hold.lost) resume(Effect.void)
    else hold.onLost = () => resume(Effect.void)
  })
