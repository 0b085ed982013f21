import { definitionOf, isAbsolute, targetOf } from "../actions/table.ts"
import type { AskedWait } from "../wire/answer.ts"
import { retryWait, tooOftenWait } from "./backoff.ts"
import type { Away, OutboxEvent, RefusedReason, WaitReason } from "./events.ts"
import { type Action, isUnsent, type OutboxState } from "./state.ts"

/**
 * The outcome of an attempt. `noReply` is ambiguous: the request reached the network and brought no decoded status.
 * `notSent` never left this tab. `gone` is a removal that the server refused, and a list read afterwards shows that the
 * entry is gone. `stale` is a token that the server refused and another one has replaced meanwhile: nothing was done.
 */
export type AttemptOutcome =
  | { readonly kind: "stale" }
  | { readonly kind: "done" }
  | { readonly kind: "gone" }
  | { readonly kind: "refused"; readonly reason: RefusedReason; readonly status: number | null }
  | { readonly kind: "tooOften" }
  /** The server asked to wait. */
  | ({ readonly kind: "wait" } & AskedWait)
  | { readonly kind: "session" }
  /** `httpStatus` is the HTTP error that came instead of a reply. */
  | { readonly kind: "noReply"; readonly httpStatus?: number }
  | { readonly kind: "notSent" }
  /** The device was away after the attempt, and is back: it has restarted (PICTURE-6). */
  | ({ readonly kind: "away" } & Away)

interface Report {
  readonly attempt: number
  readonly outcome: AttemptOutcome
  /** [0, 1) */
  readonly jitter: number
}

/**
 * An outcome counts for its own attempt only. After a new leader gave that attempt up, a decoded reply still counts; a
 * missing one does not.
 */
export const decideOutcome = (
  { attempt, outcome, jitter }: Report,
  action: Action,
  outbox: OutboxState,
  now: number,
): readonly OutboxEvent[] => {
  if (attempt !== action.attempts) return []
  const { state } = action.status
  const givenUp = state === "unconfirmed" || (state === "waiting" && action.status.reason === "lost")
  if (state !== "sending" && !(givenUp && isDecoded(outcome))) return []
  switch (outcome.kind) {
    case "done":
      return [{ type: "ActionConfirmed", payload: { action: action.id, by: "reply" } }]
    case "away": {
      const { from, to } = outcome
      return state === "unconfirmed"
        ? [{ type: "ActionConfirmed", payload: { action: action.id, by: "absence", away: { from, to } } }]
        : []
    }
    case "gone":
      return [{ type: "ActionConfirmed", payload: { action: action.id, by: "read" } }]
    case "refused":
      return refusedOrUnsure(action, outcome.reason, outcome.status)
    case "tooOften":
      return delayed(action, "tooOften", now + tooOftenWait(outbox, action, jitter), outbox)
    case "session":
      return definitionOf(action.intent).isDeviceCommand
        ? [refused(action, "sessionInvalid", null)]
        : delayed(action, "session", now, outbox)
    case "stale":
      return delayed(action, "session", now, outbox)
    case "notSent":
      return delayed(action, "notSent", now, outbox)
    case "wait":
      return waited(action, outcome, outbox, now, jitter)
    case "noReply":
      return isAbsolute(action.intent)
        ? delayed(action, "noReply", now + retryWait(action.attempts, jitter), outbox, true, outcome.httpStatus)
        : [{ type: "ActionUnconfirmed", payload: { action: action.id, reason: "noReply" } }]
  }
}

/**
 * Nothing of the account is sent before the wait ends. An at-most-once action that may have been applied becomes
 * unconfirmed.
 */
const waited = (
  action: Action,
  { ms, isUndone }: AskedWait,
  outbox: OutboxState,
  now: number,
  jitter: number,
): readonly OutboxEvent[] => {
  const until = now + (ms ?? tooOftenWait(outbox, action, jitter))
  const asked: OutboxEvent = { type: "WaitAsked", payload: { account: action.account, until } }
  const isSentAgain = isUndone || isAbsolute(action.intent)
  return isSentAgain
    ? [asked, ...delayed(action, "wait", until, outbox, !isUndone)]
    : [asked, { type: "ActionUnconfirmed", payload: { action: action.id, reason: "noReply" } }]
}

/** True when a decoded reply other than “later” shows the outcome, or the device has shown it. */
const isDecoded = ({ kind }: AttemptOutcome): boolean =>
  kind === "done" || kind === "gone" || kind === "refused" || kind === "away"

/**
 * A refusal counts for its own attempt only. If an earlier attempt may have been applied, the action is not reported as
 * refused.
 */
const refusedOrUnsure = (action: Action, reason: RefusedReason, status: number | null): readonly OutboxEvent[] => {
  if (!action.ambiguousBefore) return [refused(action, reason, status)]
  if (action.status.state === "unconfirmed") return []
  return [{ type: "ActionUnconfirmed", payload: { action: action.id, reason: "noReply" } }]
}

const refused = (action: Action, reason: RefusedReason, status: number | null): OutboxEvent => ({
  type: "ActionRefused",
  payload: { action: action.id, reason, status },
})

/** Back to waiting, unless a newer intent of the same target has come meanwhile: then only that one is sent. */
const delayed = (
  action: Action,
  reason: WaitReason,
  until: number,
  outbox: OutboxState,
  ambiguous = reason === "noReply" || reason === "lost",
  httpStatus?: number,
): readonly OutboxEvent[] => {
  const delay: OutboxEvent = {
    type: "ActionDelayed",
    payload: { action: action.id, reason, until, ambiguous, ...(httpStatus !== undefined && { httpStatus }) },
  }
  const newer = newerOfTarget(action, outbox)
  return newer === undefined
    ? [delay]
    : [delay, { type: "ActionSuperseded", payload: { action: action.id, by: newer.id } }]
}

const newerOfTarget = (action: Action, outbox: OutboxState): Action | undefined => {
  // Each change of status depends on the one before (SUB-3), so all are sent in order.
  if (!isAbsolute(action.intent) || definitionOf(action.intent).followsStatus(action.intent) !== null) return undefined
  return outbox.actions
    .ofTarget(action.account, targetOf(action.intent))
    .findLast((other) => other.order > action.order && isUnsent(other))
}

/** The new leader finds attempts without an outcome. It sends absolute ones again; the others become unconfirmed. */
export const recover = (outbox: OutboxState, now: number): readonly OutboxEvent[] =>
  outbox.actions.sending.flatMap((action): readonly OutboxEvent[] =>
    isAbsolute(action.intent)
      ? delayed(action, "lost", now, outbox)
      : [{ type: "ActionUnconfirmed", payload: { action: action.id, reason: "lost" } }],
  )
