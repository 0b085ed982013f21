import { survivors } from "../../../src/domain/client/accounts/keptAfterReset.ts"
import { Draft } from "../../../src/domain/event/draft.ts"
import { type Action, isOpen } from "../../../src/domain/outbox/state.ts"
import { evolve } from "../../../src/domain/product/evolve.ts"
import { initialState, type State } from "../../../src/domain/product/state.ts"
import type { AccountKey } from "../../../src/domain/values/identity.ts"
import { checkErasure } from "../audits/erasure.ts"
import { namedTarget } from "../audits/unsettled.ts"
import { Violation } from "../violation.ts"

/** What a log begun anew would tell of the accounts that are not deleted. */

const inWords = ({ id, status, attempts, ambiguous, ambiguousBefore, expiresAt }: Action): string =>
  [id, status.state, attempts, ambiguous, ambiguousBefore, expiresAt].join(" ")

const leftOf = ({ outbox }: State, deleted: AccountKey) => ({
  actions: [...outbox.actions.values()]
    .filter((action) => action.account !== deleted && (isOpen(action) || action.status.state === "unconfirmed"))
    .map(inWords),
  readBack: [...outbox.unsettled.values()]
    .filter(({ account, action }) => account !== deleted && action !== null)
    .map(({ target, action }) => `${target} ${action}`)
    .sort(),
})

const targets = ({ outbox }: State): readonly string[] =>
  [...outbox.unsettled.values()].map(({ account, target }) => `${account} ${target}`)

/**
 * Targets that a lost request may still reach, as far as an action tells of it: what a person took off the panel tells
 * nothing. A refusal was the answer to the lost attempt, and a confirmation of before the doubt is none of its causes.
 */
const doubtful = (state: State, deleted: AccountKey): readonly string[] => {
  const lost = [...state.outbox.actions.values()].filter(
    ({ account, ambiguous, status }) =>
      account !== deleted && ambiguous && status.state !== "refused" && status.state !== "confirmed",
  )
  const told = new Set(lost.map(({ account, intent }) => `${account} ${namedTarget(intent)}`))
  return targets(state).filter((target) => told.has(target))
}

/** As if each account in turn had just been deleted. */
export const checkSurvivors = (state: State): void => {
  for (const deleted of state.session.emails.keys()) {
    const gone: State = { ...state, session: { ...state.session, deleted: [deleted] } }
    const kept = survivors(gone)
    checkErasure(gone, kept)
    const draft = new Draft()
    const again = kept.reduce<State>((folded, event) => evolve(folded, event, draft), initialState)
    if (again.outbox.epoch !== state.outbox.epoch)
      throw new Violation(17, `an erasure would lead from epoch ${state.outbox.epoch} to ${again.outbox.epoch}`)
    const [before, after] = [leftOf(gone, deleted), leftOf(again, deleted)]
    for (const what of ["actions", "readBack"] as const)
      if (before[what].join() !== after[what].join())
        throw new Violation(1, `an erasure would keep ${after[what].join(", ")} of ${before[what].join(", ")}`)
    const told = new Set(targets(again))
    for (const target of doubtful(gone, deleted))
      if (!told.has(target)) throw new Violation(1, `an erasure would forget that ${target} is in doubt`)
  }
}
