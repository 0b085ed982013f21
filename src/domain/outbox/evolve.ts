import { isAbsolute, targetOf } from "../actions/table.ts"
import type { Draft } from "../event/draft.ts"
import type { Envelope } from "../event/event.ts"
import { SETTLED_ACTIONS_KEPT, UNACCEPTED_INVITATIONS_KEPT } from "../values/limits.ts"
import type { Actions } from "./actions.ts"
import type { OutboxEvent } from "./events.ts"
import { type Action, type OutboxState, unsettledKey } from "./state.ts"

type Recorded = OutboxEvent & Envelope
type EditableOutbox = { -readonly [K in keyof OutboxState]: OutboxState[K] }

/** True when an action leads to a secret that a person can find in no other way (SUB-2). */
type LeadsTo = (action: Action) => boolean

export const evolveOutbox = (state: OutboxState, event: Recorded, draft: Draft, isUnaccepted: LeadsTo): OutboxState => {
  const next = draft.edit(state)
  switch (event.type) {
    case "LeadershipTaken":
      next.epoch = event.payload.epoch
      next.leader = event.tab
      return next
    case "ActionQueued": {
      const actions = draft.edit(next.actions)
      actions.set(event.payload.action, queued(event))
      next.actions = actions
      return next
    }
    case "TargetSettled": {
      const key = unsettledKey(event.payload.account, event.payload.target)
      const unsettled = draft.edit(next.unsettled)
      next.actions = withoutDismissed(next.actions, unsettled.get(key)?.action ?? null, draft)
      unsettled.delete(key)
      next.unsettled = unsettled
      return next
    }
    case "WaitAsked": {
      const { account, until } = event.payload
      const left = [...next.waits].filter(([, wait]) => wait.until > event.at)
      next.waits = new Map([...left, [account, { until, since: event.at }]])
      return next
    }
    case "ActionDismissed":
      next.actions = evolveDismissed(next, event.payload.action, draft)
      return next
    default: {
      const action = next.actions.get(event.payload.action)
      if (action === undefined) return next
      const actions = draft.edit(next.actions)
      actions.set(action.id, progressed(action, event))
      next.actions = actions
      // Few events concern an unsettled target. The others skip the costly name of a target.
      if (next.unsettled.size > 0 || event.type === "ActionDelayed") followTarget(next, action, event, draft)
      next.slow = evolveSlow(next, action, event, draft)
      dropOldest(actions, next.unsettled, isUnaccepted)
      return next
    }
  }
}

type LifeEvent = Exclude<
  Recorded,
  { type: "LeadershipTaken" | "ActionQueued" | "TargetSettled" | "WaitAsked" | "ActionDismissed" }
>

type Queued = Extract<Recorded, { type: "ActionQueued" }>

/*
 * Written out field by field, because a long log is full of these events, and copying the rest of a payload takes
 * several times as long.
 */
const queued = ({ seq, at, tab, payload }: Queued): Action => {
  const { action, account, intent, subject, before, from, batch, theirs, expiresAt } = payload
  const known: Action = {
    id: action,
    order: seq,
    account,
    intent,
    subject,
    before,
    expiresAt,
    at,
    tab,
    attempts: 0,
    claimedAt: 0,
    claimedSeq: 0,
    ambiguous: false,
    ambiguousBefore: false,
    dismissed: false,
    status: { state: "queued" },
  }
  if (from === undefined && batch === undefined && theirs === undefined) return known
  return {
    ...known,
    ...(from !== undefined && { from }),
    ...(batch !== undefined && { batch }),
    ...(theirs !== undefined && { contest: { theirs, seq } }),
  }
}

const progressed = (action: Action, event: LifeEvent): Action => {
  const { at, seq } = event
  switch (event.type) {
    case "ActionClaimed": {
      const { attempt, epoch } = event.payload
      const status = { state: "sending", epoch, claimedAt: at } as const
      return { ...action, attempts: attempt, claimedAt: at, claimedSeq: seq, ambiguousBefore: action.ambiguous, status }
    }
    case "ActionDelayed": {
      const { until, reason, httpStatus } = event.payload
      const answered = httpStatus === undefined ? {} : { httpStatus }
      return {
        ...action,
        ambiguous: action.ambiguous || event.payload.ambiguous,
        status: { state: "waiting", until, reason, since: at, seq, ...answered },
      }
    }
    case "ActionConfirmed": {
      const { by, away } = event.payload
      return { ...action, status: { state: "confirmed", at, by, ...(away && { away }) } }
    }
    case "ActionRefused":
      return { ...action, status: { state: "refused", at, reason: event.payload.reason } }
    case "ActionUnconfirmed":
      return { ...action, status: { state: "unconfirmed", at, reason: event.payload.reason, seq } }
    case "ActionExpired":
      return { ...action, status: { state: "expired", at } }
    case "ActionCancelled":
      return { ...action, status: { state: "cancelled", at } }
    case "ActionSuperseded":
      return { ...action, status: { state: "superseded", at, by: event.payload.by } }
    case "ActionHurried":
      return { ...action, status: { state: "queued" } }
    case "ActionReopened":
      return { ...action, dismissed: false, status: { state: "queued" } }
    case "ActionContested": {
      const { contest: _former, ...rest } = action
      const { theirs } = event.payload
      return theirs === null ? rest : { ...rest, contest: { theirs, seq } }
    }
  }
}

/** A dismissed action stays in the state, hidden, while its value is to be read back: it holds the expected value. */
const evolveDismissed = ({ actions, unsettled }: OutboxState, id: string, draft: Draft): OutboxState["actions"] => {
  const action = actions.get(id)
  if (action === undefined) return actions
  const next = draft.edit(actions)
  const target = unsettled.get(unsettledKey(action.account, targetOf(action.intent)))
  if (target?.action === id) next.set(id, { ...action, dismissed: true })
  else next.delete(id)
  return next
}

const withoutDismissed = (actions: OutboxState["actions"], id: string | null, draft: Draft): OutboxState["actions"] => {
  if (id === null || actions.get(id)?.dismissed !== true) return actions
  const next = draft.edit(actions)
  next.delete(id)
  return next
}

/** Updates the unsettled target of an action, and removes the dismissed action that was kept for it. */
const followTarget = (next: EditableOutbox, action: Action, event: LifeEvent, draft: Draft): void => {
  const key = unsettledKey(action.account, targetOf(action.intent))
  const before = next.unsettled.get(key)?.action ?? null
  next.unsettled = evolveUnsettled(next, action, event, draft)
  if (next.unsettled.get(key)?.action !== before) next.actions = withoutDismissed(next.actions, before, draft)
}

/**
 * An ambiguous attempt leaves its target unsettled. A confirmation names the value that must be read back. A later
 * intent that was refused or given up does not change that value: if it took effect unseen, the outbox sends the
 * confirmed value again. Neither does an earlier intent that is confirmed only now.
 */
const evolveUnsettled = (
  { unsettled, actions }: OutboxState,
  action: Action,
  event: LifeEvent,
  draft: Draft,
): OutboxState["unsettled"] => {
  if (!isAbsolute(action.intent)) return unsettled
  const target = targetOf(action.intent)
  const key = unsettledKey(action.account, target)
  const before = unsettled.get(key)
  if (event.type === "ActionDelayed" && event.payload.ambiguous) {
    const next = draft.edit(unsettled)
    next.set(key, { account: action.account, target, lostAt: event.seq, action: before?.action ?? null })
    return next
  }
  if (before === undefined || event.type !== "ActionConfirmed") return unsettled
  if (before.action !== null && (actions.get(before.action)?.order ?? 0) > action.order) return unsettled
  const next = draft.edit(unsettled)
  next.set(key, { ...before, action: action.id })
  return next
}

const evolveSlow = ({ slow }: OutboxState, action: Action, event: LifeEvent, draft: Draft): OutboxState["slow"] => {
  if (event.type === "ActionDelayed" && event.payload.reason === "tooOften") {
    const next = draft.edit(slow)
    next.set(action.account, { until: event.payload.until, times: (slow.get(action.account)?.times ?? 0) + 1 })
    return next
  }
  if (event.type !== "ActionConfirmed" || !slow.has(action.account)) return slow
  const next = draft.edit(slow)
  next.delete(action.account)
  return next
}

/**
 * Removes older settled actions from the panel; their events stay in the log. An action whose value is still to be read
 * back stays, and so does an invitation that is not accepted yet, because it leads to its code.
 */
const dropOldest = (actions: Actions, unsettled: OutboxState["unsettled"], isUnaccepted: LeadsTo): void => {
  if (actions.size <= SETTLED_ACTIONS_KEPT) return
  const { settled } = actions
  if (settled.length <= SETTLED_ACTIONS_KEPT) return
  const needed = neededOf(actions, unsettled, isUnaccepted)
  let over = settled.length - needed.size - SETTLED_ACTIONS_KEPT
  const dropped: string[] = []
  for (const action of settled) {
    if (over <= 0) break
    if (needed.has(action)) continue
    dropped.push(action.id)
    over -= 1
  }
  for (const id of dropped) actions.delete(id)
}

const nothing: ReadonlySet<Action> = new Set()

/** At most one pass, from the newest on, because it runs for each action that settles. */
const neededOf = (
  { settled, withSecret }: Actions,
  unsettled: OutboxState["unsettled"],
  isUnaccepted: LeadsTo,
): ReadonlySet<Action> => {
  if (withSecret === 0 && unsettled.size === 0) return nothing
  const isReadBack = neededIn(settled, unsettled)
  const needed = new Set<Action>()
  let unaccepted = 0
  for (let place = settled.length - 1; place >= 0; place -= 1) {
    const action = settled[place]
    if (action === undefined) continue
    const leads = unaccepted < UNACCEPTED_INVITATIONS_KEPT && isUnaccepted(action)
    if (leads) unaccepted += 1
    if (leads || isReadBack(action)) needed.add(action)
  }
  return needed
}

const never = (): boolean => false

/** Looks at the shorter of both lists, because a fold runs it for each action that settles. */
const neededIn = (settled: readonly Action[], unsettled: OutboxState["unsettled"]): ((action: Action) => boolean) => {
  if (unsettled.size === 0) return never
  if (unsettled.size > settled.length)
    return ({ id, account, intent }) => unsettled.get(unsettledKey(account, targetOf(intent)))?.action === id
  const ids = new Set<string>()
  for (const { action } of unsettled.values()) if (action !== null) ids.add(action)
  return ({ id }) => ids.has(id)
}
