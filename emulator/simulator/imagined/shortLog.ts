import { Draft } from "../../../src/domain/event/draft.ts"
import { type Command, decide } from "../../../src/domain/product/decide.ts"
import { type RecordedEvent, registry } from "../../../src/domain/product/events.ts"
import { evolve } from "../../../src/domain/product/evolve.ts"
import { initialState, type State } from "../../../src/domain/product/state.ts"
import { Violation } from "../violation.ts"
import type { Chance } from "./part.ts"

/** 20 November 2026, ms since 1970. */
const START = 1_795_132_800_000

/** What a history looks at of a state, as text. */
export type Print = (state: State) => string

/** A log for one part of the client: commands one after the other, without the rules of the outbox. */
export class ShortLog {
  state: State = initialState
  /** Clock on the wall, ms. */
  at = START
  readonly events: RecordedEvent[] = []
  readonly #print: Print
  readonly #tell: Chance["tell"]
  #commands = 0

  constructor(print: Print, tell: Chance["tell"]) {
    this.#print = print
    this.#tell = tell
  }

  /** The events that the command brings; undefined when it is refused. */
  do(command: Command): readonly RecordedEvent[] | undefined {
    this.#commands += 1
    this.at += 1
    const { at, state } = this
    const tab = "tab-1"
    const id = `short${this.#commands}`
    const decision = decide(command, state, { id, at, tab })
    if (!decision.ok) return undefined
    this.#tell(() => `${JSON.stringify(command)} brings ${typesOf(decision.value) || "nothing"}`)
    const account = state.session.current?.account ?? null
    const written = decision.value.map(
      (event, index): RecordedEvent => ({
        ...event,
        seq: this.events.length + index + 1,
        id: `${id}.${index}`,
        v: registry.version(event.type),
        at,
        account,
        tab,
        cause: null,
      }),
    )
    const shown = this.#print(state)
    this.events.push(...written)
    this.state = fold(state, written)
    if (this.#print(state) !== shown)
      throw new Violation(3, `folding what ${command.type} brings changes a state that was given out`)
    return written
  }

  /** Invariant 3: all at once they come to the same as one after the other. */
  checkFold(): void {
    const again = this.#print(fold(initialState, this.events))
    const live = this.#print(this.state)
    if (again !== live) throw new Violation(3, `the log folds to ${again}, and the state is ${live}`)
  }
}

const typesOf = (events: readonly { readonly type: string }[]): string => events.map(({ type }) => type).join(", ")

const fold = (state: State, events: readonly RecordedEvent[]): State => {
  const draft = new Draft()
  return events.reduce<State>((folded, event) => evolve(folded, event, draft), state)
}
