import type { Listing } from "../actions/accountView.ts"
import { definitionOf, isAbsolute, setsSame, setsSeen, shownInstead, subjectOf, targetOf } from "../actions/table.ts"
import type { AccountKey } from "../values/identity.ts"
import type { OutboxEvent } from "./events.ts"
import type { Action, OutboxState } from "./state.ts"

/** A list before and after it was read. */
export interface Reread {
  readonly account: AccountKey
  readonly before: Listing
  readonly after: Listing
  /** Whether the reading is too old to change what is known of this action's target. */
  readonly isStale: (action: Action) => boolean
  /** Actions that the same reading sends again. */
  readonly reopened: ReadonlySet<string>
}

/**
 * Another client has set a value that an intent, made before, is about to replace: the intent still wins (decision 31),
 * and the person learns of it. A value of our own that a lost request brought is no such fact.
 */
export const contestsOf = ({ actions }: OutboxState, reread: Reread): readonly OutboxEvent[] => {
  const { account, before, after, isStale, reopened } = reread
  const again = [...reopened].flatMap((id) => actions.get(id) ?? [])
  return [...actions.openOf(account), ...again].flatMap((action): readonly OutboxEvent[] => {
    const { id, intent, contest } = action
    if (!isAbsolute(intent) || definitionOf(intent).confirmedBy !== after.read || isStale(action)) return []
    const shown = shownInstead(intent, after)
    if (shown === null) return []
    if (setsSame(shown, intent))
      return contest === undefined ? [] : [{ type: "ActionContested", payload: { action: id, theirs: null } }]
    // Where no list is known, because another account was signed in meanwhile, what the person saw tells.
    const known = shownInstead(intent, before)
    const isKnown = known === null ? setsSeen(shown, action) : setsSame(shown, known)
    const isNoted = contest !== undefined && setsSame(shown, contest.theirs)
    if (isKnown || isNoted || isOwn(actions, action, shown)) return []
    return [{ type: "ActionContested", payload: { action: id, theirs: shown } }]
  })
}

/** Whether a request of this client may have set it, or has been confirmed since the person asked. */
const isOwn = (actions: OutboxState["actions"], { account, intent, at }: Action, shown: Action["intent"]): boolean =>
  actions
    .about(account, subjectOf(intent))
    .some(
      ({ ambiguous, status, ...other }) =>
        (ambiguous || status.state === "sending" || (status.state === "confirmed" && status.at >= at)) &&
        targetOf(other.intent) === targetOf(intent) &&
        setsSame(other.intent, shown),
    )

/** What earlier actions of a target have not replaced yet, the newest one will; null when nothing. */
export const inherited = (earlier: readonly Action[], intent: Action["intent"]): Action["intent"] | null => {
  const theirs = earlier.findLast(({ contest }) => contest !== undefined)?.contest?.theirs
  return theirs === undefined || setsSame(theirs, intent) ? null : theirs
}
