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
  /** True when the reading is too old to change the known value of the action's target. */
  readonly isStale: (action: Action) => boolean
  /** Ids of the actions that the same reading sends again. */
  readonly reopened: ReadonlySet<string>
}

/**
 * Another client has set a value that an older, unsent intent is about to replace. The intent still wins (decision 31),
 * and the person learns of the replaced value. A value that a lost request of our own has set does not count.
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
    // No list is known when another account was signed in meanwhile. Then the values that the person saw decide.
    const known = shownInstead(intent, before)
    const isKnown = known === null ? setsSeen(shown, action) : setsSame(shown, known)
    const isNoted = contest !== undefined && setsSame(shown, contest.theirs)
    if (isKnown || isNoted || isOwn(actions, action, shown)) return []
    return [{ type: "ActionContested", payload: { action: id, theirs: shown } }]
  })
}

/**
 * True when a request of this client may have set the value, or was confirmed to have set it since the person asked.
 */
const isOwn = (actions: OutboxState["actions"], { account, intent, at }: Action, shown: Action["intent"]): boolean =>
  actions
    .about(account, subjectOf(intent))
    .some(
      ({ ambiguous, status, ...other }) =>
        (ambiguous || status.state === "sending" || (status.state === "confirmed" && status.at >= at)) &&
        targetOf(other.intent) === targetOf(intent) &&
        setsSame(other.intent, shown),
    )

/**
 * The value of another client that earlier actions of a target were to replace, and which the newest action now
 * replaces; null when there is none.
 */
export const inherited = (earlier: readonly Action[], intent: Action["intent"]): Action["intent"] | null => {
  const theirs = earlier.findLast(({ contest }) => contest !== undefined)?.contest?.theirs
  return theirs === undefined || setsSame(theirs, intent) ? null : theirs
}
