import { Effect } from "effect"
import { isSound, type LogDamage, standIn } from "../log/damage.ts"
import type { EventStore } from "../ports/eventStore.ts"
import type { AnyEvent } from "./model.ts"
import type { OwnLog } from "./ownLog.ts"

/** Damage that was found and is not put right yet. */
interface Owed<State> {
  readonly found: LogDamage
  /** Which opening of the log found it. */
  readonly opening: number
  /** The state when it was found. */
  readonly before: State
  isRecorded: boolean
}

/**
 * Records what could not be read, then sets it aside: a crash between the two records it twice, never not at all. What
 * another tab has set aside is recorded already. A mending that fails, on a full disk say, is owed until the next commit,
 * and damage that is found meanwhile waits for that: trying again at once would never end.
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

  /** A log that another tab has begun since has sound events in the same places: then nothing is owed. */
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
