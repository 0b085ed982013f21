import { Effect, Result } from "effect"
import { type Event, type RecordedEvent, registry } from "../model/events.ts"
import type { State } from "../model/state.ts"
import { type Action, isSettled } from "../outbox/state.ts"
import { Preferences, Vault } from "../ports/platform.ts"
import { USER_KEY } from "../session/savedUser.ts"
import { type AccountKey, isAccountKey } from "../values/identity.ts"
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

/** An event of the new log, with its time (ms), tab, account and cause of old. */
type Kept = Pick<RecordedEvent, "at" | "tab" | "account" | "cause"> & { readonly event: Event }

/** The tags that other accounts, and guests, have put on devices: one event for each word. */
const keptTags = ({ tags }: State, erased: AccountKey): readonly Event[] =>
  [...tags].flatMap(([key, devices]) => {
    const account = isAccountKey(key) ? key : null
    if (account === erased) return []
    const words = new Map<string, string[]>()
    for (const [did, on] of devices) for (const tag of on) words.set(tag, [...(words.get(tag) ?? []), did])
    return [...words].map(([tag, dids]): Event => ({ type: "DevicesTagged", payload: { account, dids, tag } }))
  })

/**
 * What the new log begins with: the epoch goes on, so that no claim of old is taken for one of today, and other accounts
 * keep their e-mails, their tags and their actions that are open, undecided, or whose value is still to be read back.
 */
const survivors = (state: State, account: AccountKey): readonly RecordedEvent[] => {
  const { session, outbox } = state
  const { epoch, leader, actions, unsettled } = outbox
  const readBack = new Set([...unsettled.values()].map(({ action }) => action))
  const nobody = { at: 0, tab: leader ?? "", account: null, cause: null }
  const others = [...session.emails].filter(([other]) => other !== account)
  const kept: readonly Kept[] = [
    { ...nobody, event: { type: "LeadershipTaken", payload: { epoch } } },
    ...others.map(
      ([other, email]): Kept => ({
        ...nobody,
        event: { type: "AccountRemembered", payload: { account: other, email } },
      }),
    ),
    ...keptTags(state, account).map((event): Kept => ({ ...nobody, event })),
    ...[...actions.values()]
      .filter((action) => action.account !== account && (!isSettled(action) || readBack.has(action.id)))
      .flatMap((action) => historyOf(action, readBack.has(action.id))),
  ]
  return kept.map(({ event, ...told }, index) => ({
    ...event,
    ...told,
    seq: index + 1,
    id: `kept.${index + 1}`,
    v: registry.version(event.type),
  }))
}

/** The shortest history that leads to the action as it is. */
const historyOf = (action: Action, readBack: boolean): readonly Kept[] => {
  const { id, account, tab, claimedAt, attempts, status } = action
  const told = { tab, account, cause: id }
  const kept: Kept[] = [{ ...told, at: action.at, event: queuedAgain(action) }]
  const epoch = status.state === "sending" ? status.epoch : 0
  if (attempts > 0)
    kept.push({
      ...told,
      at: claimedAt,
      event: { type: "ActionClaimed", payload: { action: id, attempt: attempts, epoch } },
    })
  if (status.state === "waiting" || (status.state === "queued" && attempts > 0) || readBack) {
    const { reason, until, since } = status.state === "waiting" ? status : { ...lost, since: claimedAt }
    const ambiguous = action.ambiguous || readBack
    kept.push({
      ...told,
      at: since,
      event: { type: "ActionDelayed", payload: { action: id, reason, until, ambiguous } },
    })
  }
  const end = endOf(action)
  if (end !== null) kept.push({ ...told, ...end })
  if (action.dismissed)
    kept.push({ ...told, at: claimedAt, event: { type: "ActionDismissed", payload: { action: id } } })
  return kept
}

const lost = { reason: "lost", until: 0 } as const

const queuedAgain = ({ id, account, intent, subject, before, from, expiresAt }: Action): Event => ({
  type: "ActionQueued",
  payload: { action: id, account, intent, subject, before, ...(from !== undefined && { from }), expiresAt },
})

/** The event that brought an action from waiting to where it is; null when it still waits or is on its way. */
const endOf = ({ id, claimedAt, attempts, status }: Action): Pick<Kept, "at" | "event"> | null => {
  switch (status.state) {
    case "queued":
      return attempts === 0 ? null : { at: claimedAt, event: { type: "ActionHurried", payload: { action: id } } }
    case "unconfirmed":
      return { at: status.at, event: { type: "ActionUnconfirmed", payload: { action: id, reason: status.reason } } }
    case "confirmed":
      return { at: status.at, event: { type: "ActionConfirmed", payload: { action: id, by: status.by } } }
    default:
      return null
  }
}
