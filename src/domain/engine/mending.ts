import { Effect } from "effect"
import { isSound, type LogDamage, standIn } from "../log/damage.ts"
import type { EventStore } from "../ports/eventStore.ts"
import type { AnyEvent } from "./model.ts"
import type { OwnLog } from "./ownLog.ts"

/** Damage that was found and is not mended yet. */
interface Owed<State> {
  readonly found: LogDamage
  /** The number of the opening of the log that found it. */
  readonly opening: number
  /** The state when it was found. */
  readonly before: State
  isRecorded: boolean
}

/**
 * Records the damage, then sets the unreadable events aside: after a crash between the two, the next start records them
 * twice, and never not at all. Events that another tab has set aside are recorded already.
 * When mending fails (on a full disk, say), it waits for the next commit, and so does damage that is found meanwhile:
 * an immediate retry would never end.
 */
export class Mending<State, Command, Event extends AnyEvent, Rejection> {
  readonly #log: OwnLog<State, Command, Event, Rejection>
  readonly #store: EventStore["Service"]
  readonly #record: (found: LogDamage, before: State) => Effect.Effect<void, unknown>
  #owed: Owed<State> | null = null

  constructor(
    log: OwnLog<State, Command, Event, Rejection>,
    store: EventStore["Service"],
    record: (found: LogDamage, before: State) => Effect.Effect<void, unknown>,
  ) {
    this.#log = log
    this.#store = store
    this.#record = record
  }

  /** False after another tab has begun a new log, because that log has sound events at the same sequence numbers. */
  get isOwed(): boolean {
    if (this.#owed?.opening !== this.#log.openings) this.#owed = null
    return this.#owed !== null
  }

  readonly mend: Effect.Effect<void> = Effect.suspend(() => {
    if (!this.isOwed) {
      const found = this.#log.takeDamage()
      if (found === null) return Effect.void
      this.#owed = { found, opening: this.#log.openings, before: this.#log.state, isRecorded: false }
    }
    return this.#owed === null ? Effect.void : Effect.ignore(this.#settle(this.#owed))
  })

  #settle(owed: Owed<State>) {
    return Effect.gen({ self: this }, function* () {
      const { found, before } = owed
      if (!owed.isRecorded) {
        const known = new Set((yield* this.#store.aside).map(({ seq }) => seq))
        const unrecorded = { ...found, unread: found.unread.filter(({ seq }) => !known.has(seq)) }
        if (!isSound(unrecorded)) yield* this.#record(unrecorded, before)
        if (!this.isOwed) return
        owed.isRecorded = true
      }
      const standIns = found.unread.map(({ seq, type, problem }) => standIn(seq, type, problem))
      yield* this.#store.setAside({ events: standIns, snapshots: found.snapshot })
      this.#owed = null
    })
  }
}
