import { Effect } from "effect"
import type { Preferences } from "../../../src/domain/ports/platform.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"

/** Longest time until another tab learns of a change, ms. */
const TELL_MS = 50
/** Time after which browsers write local storage to disk, ms. A crash may lose younger changes. */
const FLUSH_MS = 5_000

interface Write {
  readonly at: number
  readonly key: string
  readonly before: string | undefined
}

interface Listener {
  readonly tab: Tab
  readonly changed: (key: string) => unknown
}

/** The cause of a change: a write of a tab, or a crash that undid a write. */
export type Change = { readonly tab: Tab } | "crash"

/** Local storage of one browser profile, shared by its tabs; a crash of the machine may undo the latest writes. */
export class LocalStorage {
  readonly values = new Map<string, string>()
  /** Called with every value as it changes, crashes included. */
  onChange: (key: string, value: string | undefined, by: Change) => void = () => {}
  /** True while nothing can be stored (full or forbidden). Each tab then keeps its writes in memory. */
  failing = false
  /** Number of failed writes. */
  failures = 0
  /** Time of each key's last write, ms of the world. */
  readonly writtenAt = new Map<string, number>()
  #writes: Write[] = []
  #listeners: Listener[] = []
  readonly #world: SimulatedWorld
  readonly #prng: Prng

  constructor(world: SimulatedWorld, prng: Prng) {
    this.#world = world
    this.#prng = prng
  }

  /**
   * Behaves like the adapter: a value that cannot be stored stays in memory, and takes precedence until another tab
   * changes the key.
   */
  portFor(tab: Tab): Preferences["Service"] {
    const unstored = new Map<string, string>()
    this.#listeners.push({ tab, changed: (key) => unstored.delete(key) })
    return {
      get: (key) => Effect.sync(() => unstored.get(key) ?? this.values.get(key) ?? null),
      set: (key, value) =>
        Effect.sync(() => {
          if (this.failing) {
            this.failures += 1
            unstored.set(key, value)
            return
          }
          unstored.delete(key)
          this.#write(tab, key, value)
        }),
      remove: (key) =>
        Effect.sync(() => {
          unstored.delete(key)
          this.#write(tab, key, undefined)
        }),
      keys: Effect.sync(() => [...new Set([...this.values.keys(), ...unstored.keys()])]),
      onForeignChange: (changed) =>
        Effect.sync(() => {
          const listener = { tab, changed }
          this.#listeners.push(listener)
          return () => {
            this.#listeners = this.#listeners.filter((other) => other !== listener)
          }
        }),
    }
  }

  crash(): void {
    const { now } = this.#world
    const young = this.#writes.filter(({ at }) => at > now - FLUSH_MS)
    const lost = young.slice(this.#prng.below(young.length + 1))
    for (const { key, before } of lost.reverse()) this.#put(key, before, "crash")
    this.#writes = []
    this.#listeners = []
  }

  #write(tab: Tab, key: string, value: string | undefined): void {
    const before = this.values.get(key)
    if (before === value) return
    this.#writes = this.#writes.filter(({ at }) => at > this.#world.now - FLUSH_MS)
    this.#writes.push({ at: this.#world.now, key, before })
    this.writtenAt.set(key, this.#world.now)
    this.#put(key, value, { tab })
    for (const listener of this.#listeners) {
      if (listener.tab !== tab)
        this.#world.afterIn(listener.tab, this.#prng.below(TELL_MS), () => listener.changed(key))
    }
  }

  #put(key: string, value: string | undefined, by: Change): void {
    if (value === undefined) this.values.delete(key)
    else this.values.set(key, value)
    this.onChange(key, value, by)
  }
}
