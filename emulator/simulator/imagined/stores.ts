import { Effect, Result } from "effect"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import type { EventStore, Snapshot, StoreError } from "../../../src/domain/ports/eventStore.ts"
import { MemoryLog, makeMemoryStore } from "../browser/memoryStore.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import type { Chance, Part } from "./part.ts"

/** The store of the log alone, in three tabs that write, keep snapshots, forget history and begin anew in any order. */

const MOVES = 24
const TABS = ["a", "b", "c"] as const
/** The release that is run, and the one before. */
const VERSIONS = [7, 7, 6] as const
const [NOW, BEFORE] = [7, 6] as const

interface Tab {
  readonly name: string
  readonly store: EventStore["Service"]
  /** It has not heard yet that another tab began the log anew. */
  isLate: boolean
  woken: number
}

/** The log as whoever only listens to what is done would keep it. */
interface Kept {
  /** Ids of all events since the log began; those up to `base` are forgotten. */
  ids: string[]
  base: number
  snapshot: Pick<Snapshot, "seq" | "version"> | null
}

const eventOf = (seq: number, id: string): StoredEvent => ({
  seq,
  id,
  type: "RouteOpened",
  v: 1,
  at: 0,
  account: null,
  tab: "a",
  cause: null,
  payload: { path: "/" },
})

const run = <A>(effect: Effect.Effect<A, StoreError>): Result.Result<A, StoreError> =>
  Effect.runSync(Effect.result(effect))

const refuse = (invariant: number, what: string): never => {
  throw new Violation(invariant, what)
}

/** What is asked in a tab whose log is gone fails, and changes nothing. */
const hold = <A>(
  tab: Tab,
  what: string,
  result: Result.Result<A, StoreError>,
): result is Result.Success<A, StoreError> => {
  if (tab.isLate && Result.isSuccess(result)) refuse(2, `${what} in ${tab.name} succeeds on a log that was erased`)
  if (!tab.isLate && Result.isFailure(result)) refuse(1, `${what} in ${tab.name} fails: ${result.failure.detail}`)
  return Result.isSuccess(result)
}

class Stores {
  readonly #log = new MemoryLog()
  readonly tabs: readonly Tab[] = TABS.map((name) => {
    const tab: Tab = { name, store: makeMemoryStore(this.#log), isLate: false, woken: 0 }
    return tab
  })
  readonly kept: Kept = { ids: [], base: 0, snapshot: null }
  #made = 0

  constructor() {
    for (const tab of this.tabs) {
      Effect.runSync(
        tab.store.onForeignAppend(() => {
          tab.woken += 1
        }),
      )
      run(tab.store.open(NOW))
    }
  }

  #ids(count: number): readonly string[] {
    this.#made += count
    return Array.from({ length: count }, (_, index) => `event ${this.#made - index}`)
  }

  /** Each other tab hears that there is something new, and this one does not. */
  #heard(tab: Tab, before: readonly number[], isNews: boolean): void {
    for (const [index, other] of this.tabs.entries()) {
      const times = other.woken - (before[index] ?? 0)
      if ((other !== tab && isNews) !== times > 0)
        refuse(24, `${other.name} hears ${times} times of what ${tab.name} wrote, which is ${isNews ? "" : "no "}news`)
    }
  }

  append(tab: Tab, dice: Prng): void {
    const { kept } = this
    const last = kept.ids.length
    const cursor = Math.max(kept.base, last - dice.below(3))
    const added = this.#ids(dice.below(3))
    let seen: readonly string[] = []
    const before = this.tabs.map(({ woken }) => woken)
    const result = run(
      tab.store.append(
        cursor,
        (tail) => {
          seen = tail.map(({ id }) => id)
          return added.map((id, index) => eventOf(last + index + 1, id))
        },
        "strict",
      ),
    )
    if (!hold(tab, "writing", result)) return
    if (seen.join() !== kept.ids.slice(cursor).join())
      refuse(24, `${tab.name} decides on ${seen.join()} after ${cursor}`)
    kept.ids.push(...added)
    this.#heard(tab, before, added.length > 0)
  }

  /** Numbers that do not continue the log bring nothing into it. */
  appendGap(tab: Tab): void {
    const { ids, base } = this.kept
    const result = run(tab.store.append(Math.max(base, ids.length), () => [eventOf(ids.length + 2, "gap")], "strict"))
    if (Result.isSuccess(result)) refuse(2, `${tab.name} writes event ${ids.length + 2} after ${ids.length}`)
  }

  snapshot(tab: Tab, dice: Prng): void {
    const { kept } = this
    const last = kept.ids.length
    const seq = dice.between(Math.max(kept.base, last - 6), last + 1)
    const version = dice.pick(VERSIONS)
    const result = run(tab.store.saveSnapshot({ seq, version, state: { seq } }))
    if (seq > last) {
      if (Result.isSuccess(result)) refuse(3, `a snapshot at ${seq} is kept of a log that ends at ${last}`)
      return
    }
    if (!hold(tab, "keeping a snapshot", result)) return
    const { snapshot } = kept
    const isNewer =
      snapshot === null || version > snapshot.version || (version === snapshot.version && seq > snapshot.seq)
    if (isNewer) kept.snapshot = { seq, version }
  }

  prune(tab: Tab, dice: Prng): void {
    const { kept } = this
    const last = kept.ids.length
    const seq = dice.between(kept.base, last)
    const result = run(tab.store.prune({ seq, version: NOW, state: {} }))
    if (seq === last) {
      if (Result.isSuccess(result)) refuse(1, `the newest event ${last} is forgotten`)
      return
    }
    if (!hold(tab, "forgetting", result)) return
    kept.base = seq
    if (kept.snapshot !== null && kept.snapshot.seq < seq) kept.snapshot = null
  }

  beginAnew(tab: Tab, dice: Prng): void {
    const ids = this.#ids(1 + dice.below(3))
    const before = this.tabs.map(({ woken }) => woken)
    const events = ids.map((id, index) => eventOf(index + 1, id))
    const { base } = this.kept
    const result = run(dice.chance(0.5) ? tab.store.rewrite(base, () => events) : tab.store.renew(events))
    if (Result.isFailure(result)) {
      if (!tab.isLate) refuse(1, `beginning anew in ${tab.name} fails: ${result.failure.detail}`)
      return
    }
    Object.assign(this.kept, { ids: [...ids], base: 0, snapshot: null })
    this.#heard(tab, before, true)
    for (const other of this.tabs) other.isLate = other !== tab
  }

  /** What a start finds: the snapshot of its release, and every event after it or after the base. */
  open(tab: Tab, dice: Prng): void {
    const { ids, base, snapshot } = this.kept
    const version = dice.pick([NOW, NOW, BEFORE, null])
    const opened = run(tab.store.open(version))
    if (Result.isFailure(opened)) throw new Violation(1, `opening fails: ${opened.failure.detail}`)
    tab.isLate = false
    const { success } = opened
    const wanted = snapshot !== null && snapshot.version === version ? snapshot.seq : null
    if ((success.snapshot?.seq ?? null) !== wanted)
      refuse(3, `a start gets the snapshot at ${success.snapshot?.seq}, and the one at ${wanted} is kept`)
    const tail = ids.slice(wanted ?? base)
    if (success.tail.map(({ id }) => id).join() !== tail.join())
      refuse(1, `a start reads ${success.tail.length} events, and ${tail.length} were written`)
    if ((success.base?.seq ?? 0) !== base)
      refuse(1, `the log begins after ${success.base?.seq}, and should after ${base}`)
  }
}

const moves = ["append", "append", "append", "snapshot", "snapshot", "open", "appendGap", "prune", "beginAnew"] as const

const imagine = ({ next, tell }: Chance): void => {
  const stores = new Stores()
  for (let n = 0; n < MOVES; n += 1) {
    const dice = next()
    if (dice === undefined) continue
    const move = dice.chance(0.9) ? dice.pick(moves.slice(0, -2)) : dice.pick(moves)
    const tab = dice.pick(stores.tabs)
    tell(() => `${tab.name} does ${move}, of ${stores.kept.ids.length} events after ${stores.kept.base}`)
    const known = moves.find((one) => one === move)
    if (known !== undefined) stores[known](tab, dice)
  }
}

export const stores: Part = { name: "stores", title: "in three tabs of one store", every: 2, imagine }
