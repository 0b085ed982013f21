import { Effect, Result } from "effect"
import { type Event, type RecordedEvent, registry } from "../model/events.ts"
import type { State } from "../model/state.ts"
import { type Action, isSettled } from "../outbox/state.ts"
import { Preferences, Vault } from "../ports/platform.ts"
import { USER_KEY } from "../session/savedUser.ts"
import type { AccountKey } from "../values/identity.ts"
import { Engine } from "./engine.ts"
import { observePreferences } from "./preferences.ts"
import { report } from "./reporting.ts"

/**
 * Erases everything local to a deleted account, the log included (ACCOUNT-4). What other accounts still have to send is
 * carried over into the new log: no acknowledged action is lost but those of the account itself (invariant 1).
 */
export const eraseAccount = Effect.fnUntraced(function* (account: AccountKey) {
  const engine = yield* Engine
  const preferences = yield* Preferences
  const { application, session } = engine.state()
  yield* (yield* Vault).erase(account)
  yield* preferences.remove(USER_KEY)
  const erased = yield* Effect.result(engine.rewrite((state) => survivors(state, account)))
  if (Result.isFailure(erased)) {
    // The log could not be begun anew, and the status says so: at least nobody stays signed in.
    const { current } = session
    if (current !== null) yield* report({ type: "EndSession", sessionId: current.id, reason: "accountDeleted" })
    return
  }
  const { version, baseUrl, testMirror, isApp, os } = application
  yield* report({ type: "StartApp", version, baseUrl, testMirror, isApp, os })
  yield* observePreferences
})

/**
 * What the new log begins with: the epoch goes on, so that no claim of old is taken for one of today, and other accounts
 * keep their actions that are open, undecided, or whose value is still to be read back.
 */
const survivors = (state: State, account: AccountKey): readonly RecordedEvent[] => {
  const { epoch, leader, actions, unsettled } = state.outbox
  const readBack = new Set([...unsettled.values()].map(({ action }) => action))
  const kept = [...actions.values()].filter(
    (action) => action.account !== account && (!isSettled(action) || readBack.has(action.id)),
  )
  const history = kept.flatMap((action) =>
    historyOf(action, readBack.has(action.id)).map((event) => ({ event, action })),
  )
  const first: Event = { type: "LeadershipTaken", payload: { epoch } }
  return [
    { ...first, ...envelope(first, 1, leader ?? "", 0), account: null, cause: null },
    ...history.map(({ event, action }, index) => {
      const at = event.type === "ActionQueued" ? action.at : Math.max(action.at, action.claimedAt)
      return { ...event, ...envelope(event, index + 2, action.tab, at), account: action.account, cause: action.id }
    }),
  ]
}

const envelope = ({ type }: Event, seq: number, tab: string, at: number) => ({
  seq,
  id: `kept.${seq}`,
  v: registry.version(type),
  at,
  tab,
})

const historyOf = (kept: Action, readBack: boolean): readonly Event[] => {
  const { id, account, intent, subject, before, expiresAt, attempts, status, ambiguous, epoch } = {
    ...kept,
    epoch: kept.status.state === "sending" ? kept.status.epoch : 0,
  }
  const events: Event[] = [
    { type: "ActionQueued", payload: { action: id, account, intent, subject, before, expiresAt } },
  ]
  if (attempts > 0) events.push({ type: "ActionClaimed", payload: { action: id, attempt: attempts, epoch } })
  const delayed = status.state === "waiting" || (status.state === "queued" && attempts > 0) || readBack
  if (delayed) {
    const { reason, until } = status.state === "waiting" ? status : { reason: "lost" as const, until: 0 }
    events.push({ type: "ActionDelayed", payload: { action: id, reason, until, ambiguous: ambiguous || readBack } })
  }
  if (status.state === "unconfirmed")
    events.push({ type: "ActionUnconfirmed", payload: { action: id, reason: status.reason } })
  if (status.state === "confirmed") events.push({ type: "ActionConfirmed", payload: { action: id, by: status.by } })
  return events
}
