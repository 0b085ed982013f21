import { definitionOf, isAbsolute, targetOf } from "../actions/table.ts"
import type { AskedWait } from "../wire/answer.ts"
import { retryWait, tooOftenWait } from "./backoff.ts"
import type { Away, OutboxEvent, RefusedReason, WaitReason } from "./events.ts"
import { type Action, isUnsent, type OutboxState } from "./state.ts"

/**
 * What became of an attempt. `noReply` is ambiguous: whatever was handed to the network and brought no decoded status.
 * `notSent` never left this tab. `gone` is a removal that was refused because there was nothing left to remove, as a list
 * read after it shows. `stale` is a refused token that another one has replaced meanwhile: nothing was done.
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
  /** `httpStatus` where something answered with an HTTP error. */
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
 * An outcome counts for its own attempt only. After that attempt was given up (a new leader took over) a decoded answer
 * is still news; silence is not.
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

/** Nothing of the account goes out before. What may have been done, and must not be done twice, is not sent again. */
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

/** The server has said what it did, and what it said is not a mere "later"; or the device has shown it. */
const isDecoded = ({ kind }: AttemptOutcome): boolean =>
  kind === "done" || kind === "gone" || kind === "refused" || kind === "away"

/** A refusal speaks for its own attempt. If an earlier attempt may have been applied, the action is not reported as refused. */
const refusedOrUnsure = (action: Action, reason: RefusedReason, status: number | null): readonly OutboxEvent[] => {
  if (!action.ambiguousBefore) return [refused(action, reason, status)]
  if (action.status.state === "unconfirmed") return []
  return [{ type: "ActionUnconfirmed", payload: { action: action.id, reason: "noReply" } }]
}

const refused = (action: Action, reason: RefusedReason, status: number | null): OutboxEvent => ({
  type: "ActionRefused",
  payload: { action: action.id, reason, status },
})

/** Back to waiting, unless a newer intent of the same target has come meanwhile: then that one goes instead. */
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
  // Changes of status depend on one another (SUB-3): each is sent in its turn.
  if (!isAbsolute(action.intent) || definitionOf(action.intent).followsStatus(action.intent) !== null) return undefined
  return outbox.actions
    .ofTarget(action.account, targetOf(action.intent))
    .findLast((other) => other.order > action.order && isUnsent(other))
}

/** A new leader finds attempts without an outcome: absolute ones are sent again, the others become unconfirmed. */
export const recover = (outbox: OutboxState, now: number): readonly OutboxEvent[] =>
  outbox.actions.sending.flatMap((action): readonly OutboxEvent[] =>
    isAbsolute(action.intent)
      ? delayed(action, "lost", now, outbox)
      : [{ type: "ActionUnconfirmed", payload: { action: action.id, reason: "lost" } }],
  )
