import { Effect } from "effect"
import { type Event, type RecordedEvent, registry } from "../model/events.ts"
import type { State } from "../model/state.ts"
import { type Action, isOpen } from "../outbox/state.ts"
import { Preferences, Vault } from "../ports/platform.ts"
import { USER_KEY } from "../session/savedUser.ts"
import type { AccountKey } from "../values/identity.ts"
import { Engine } from "./engine.ts"

/**
 * Erases everything local to a deleted account, the log included (ACCOUNT-4). What other accounts still have to send is
 * carried over into the new log: no acknowledged action is lost but those of the account itself (invariant 1).
 */
export const eraseAccount = Effect.fnUntraced(function* (account: AccountKey) {
  const engine = yield* Engine
  const preferences = yield* Preferences
  yield* (yield* Vault).erase(account)
  yield* preferences.remove(USER_KEY)
  yield* engine.rewrite((state) => survivors(state, account))
})

/** The open and undecided actions of other accounts, as the events that bring them about again. */
export const survivors = (state: State, account: AccountKey): readonly RecordedEvent[] =>
  [...state.outbox.actions.values()]
    .filter((action) => action.account !== account && (isOpen(action) || action.status.state === "unconfirmed"))
    .flatMap((action) => historyOf(action).map((event) => ({ event, action })))
    .map(({ event, action }, index) => ({
      ...event,
      seq: index + 1,
      id: `${action.id}.kept.${index}`,
      v: registry.version(event.type),
      at: event.type === "ActionQueued" ? action.at : Math.max(action.at, action.claimedAt),
      account: action.account,
      tab: action.tab,
      cause: action.id,
    }))

const historyOf = ({ id, account, intent, subject, before, expiresAt, attempts, status, ambiguous }: Action) => {
  const events: Event[] = [
    { type: "ActionQueued", payload: { action: id, account, intent, subject, before, expiresAt } },
  ]
  if (attempts > 0) events.push({ type: "ActionClaimed", payload: { action: id, attempt: attempts, epoch: 0 } })
  if (status.state === "unconfirmed")
    events.push({ type: "ActionUnconfirmed", payload: { action: id, reason: status.reason } })
  if (status.state === "waiting" || (status.state === "queued" && attempts > 0)) {
    const { reason, until } = status.state === "waiting" ? status : { reason: "lost" as const, until: 0 }
    events.push({ type: "ActionDelayed", payload: { action: id, reason, until, ambiguous } })
  }
  return events
}
