import { Draft } from "../../../src/domain/event/draft.ts"
import { type Command, decide } from "../../../src/domain/product/decide.ts"
import type { Event, RecordedEvent } from "../../../src/domain/product/events.ts"
import { evolve } from "../../../src/domain/product/evolve.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { Facts } from "../audits/ruleFacts.ts"
import { Violation } from "../violation.ts"

/** What is decided on is known: the state as the log gives it, the same by the rules, and a moment of the wall clock, ms. */
export interface Situation {
  readonly state: State
  readonly facts: Facts
  readonly at: number
}

const ASKER = "probe"

/** The events that a command would bring; undefined when it is refused. Nothing is written. */
export const answerTo = (
  command: Command,
  { state, at }: Situation,
  asAccount?: string | null,
): readonly Event[] | undefined => {
  const decision = decide(command, state, {
    id: `${ASKER}.0`,
    at,
    tab: ASKER,
    ...(asAccount !== undefined && { asAccount }),
  })
  return decision.ok ? decision.value : undefined
}

/** As it would be read from the log. */
export const recorded = (event: Event, { state, at }: Situation): RecordedEvent => ({
  ...event,
  seq: Number.MAX_SAFE_INTEGER,
  id: `${ASKER}.0`,
  v: 1,
  at,
  account: state.session.current?.account ?? null,
  tab: state.outbox.leader ?? ASKER,
  cause: null,
})

/** The state after an event that is not written. */
export const after = (event: Event, situation: Situation): State =>
  evolve(situation.state, recorded(event, situation), new Draft())

/** Types of events, each with the action it is about. */
export const inWords = (events: readonly Event[] | undefined): string =>
  events === undefined
    ? "a refusal"
    : events.map(({ type, payload }) => ("action" in payload ? `${type} ${payload.action}` : type)).join(", ") ||
      "nothing"

/** Throws when a command would bring anything else. */
export const expectAnswer = (
  invariant: number,
  command: Command,
  situation: Situation,
  wanted: string,
  asAccount?: string | null,
): void => {
  const answer = inWords(answerTo(command, situation, asAccount))
  if (answer !== wanted)
    throw new Violation(
      invariant,
      `${JSON.stringify(command)} would bring ${answer} at ${situation.at}, and should ${wanted}`,
    )
}
