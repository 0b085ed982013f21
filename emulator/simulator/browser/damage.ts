import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import type { MemoryLog } from "./memoryStore.ts"

/** Damage of a log by a bad disk while no tab has it open, and the state that must follow. */

/** Events that no send depends on: their loss loses no action. */
const cosmetic: ReadonlySet<string> = new Set([
  "RouteOpened",
  "DialogOpened",
  "DialogClosed",
  "ToastShown",
  // These two belong to tabs that are gone when the damage is found.
  "FlowMoved",
  "RefreshRequested",
])

/** Share of the damaged rows that are lost entirely, and most rows damaged at a time. */
const GONE = 0.3
const ROWS_MAX = 3

export class StorageDamage {
  /** Sequence numbers of the unreadable rows. */
  readonly rows = new Set<number>()
  readonly #log: MemoryLog
  /** The saved snapshot while it is unusable. */
  #snapshot: unknown

  constructor(log: MemoryLog) {
    this.#log = log
  }

  get isSnapshotBad(): boolean {
    return this.#snapshot !== undefined && this.#log.snapshot === this.#snapshot
  }

  /**
   * Damages some rows, and perhaps the snapshot. Lost rows leave a gap, never at the end, where code could not notice
   * the loss.
   */
  strike(dice: Prng): void {
    const { events } = this.#log
    this.#strikeSnapshot(dice)
    // Clients do not read events again that a sound snapshot covers.
    const from = this.isSnapshotBad ? 0 : (this.#log.snapshot?.seq ?? 0)
    const places = events.slice(0, -1).flatMap(({ type, seq }) => (seq > from && cosmetic.has(type) ? [seq] : []))
    for (let left = Math.min(places.length, 1 + dice.below(ROWS_MAX)); left > 0; left -= 1) {
      const seq = dice.pick(places)
      const index = events.findIndex((event) => event.seq === seq)
      const event = events[index]
      if (event === undefined || index <= 0) continue
      this.rows.add(seq)
      if (dice.chance(GONE)) events.splice(index, 1)
      else events[index] = { ...event, payload: dice.pick([null, {}, "?"]) }
    }
  }

  #strikeSnapshot(dice: Prng): void {
    const { snapshot } = this.#log
    if (snapshot === null || dice.chance(0.5)) return
    this.#snapshot = { ...snapshot, state: dice.pick([null, {}, { actions: "?" }]) }
    Object.assign(this.#log, { snapshot: this.#snapshot })
  }

  /** The log starts again or loses its end: removed rows are no longer damaged. */
  forget(from = 0): void {
    for (const seq of this.rows) if (seq > from) this.rows.delete(seq)
  }

  /** Invariant 18: a stand-in replaces each damaged row, its remains are set aside, and the damage is reported. */
  check(isReported: boolean): void {
    const at = new Map(this.#log.events.map((event) => [event.seq, event]))
    for (const seq of this.rows) {
      if (at.get(seq)?.type !== "EventSetAside")
        throw new Violation(18, `event ${seq} cannot be read, and nothing stands in its place`)
    }
    if (this.isSnapshotBad) throw new Violation(18, "a snapshot that cannot be read is kept")
    if (this.rows.size > 0 && !isReported) throw new Violation(18, "a part of the log was lost, and no banner says so")
  }
}
