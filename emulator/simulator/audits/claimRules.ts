import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { CLOCK_STEP_TOLERATED_MS, LANE_PATIENCE_ATTEMPTS, SENDING_MAX } from "../../../src/domain/values/limits.ts"
import { Violation } from "../violation.ts"
import type { AuditFacts, Known } from "./ruleFacts.ts"

/**
 * The conditions under which an action may be claimed, expire, be superseded, cancelled, retried early or removed from
 * the panel.
 */

const isAhead = (at: number, now: number): boolean => at > now + CLOCK_STEP_TOLERATED_MS

const isStale = ({ queued }: Known, at: number): boolean => {
  const { expiresAt } = queued.payload
  return expiresAt !== null && (at >= expiresAt || isAhead(queued.at, at))
}

const refuse = (invariant: number, { queued }: Known, what: string): never => {
  throw new Violation(invariant, `${queued.payload.intent.call} ${queued.payload.action} ${what}`)
}

/** A wait ends at its time, when the clock was set back before its start, or when a silent server answers again. */
const isWaitedFor = ({ wait }: Known, at: number, { onlineSeq }: AuditFacts): boolean =>
  wait === undefined ||
  at >= wait.until ||
  isAhead(wait.since, at) ||
  (wait.reason === "noReply" && onlineSeq > wait.seq)

/** A lane keeps its order. An action that failed several times delays only its own target. */
const holdsUp = (other: Known, action: Known): boolean => {
  if (other.lane !== action.lane || other.order >= action.order) return false
  if (other.stage !== "unsent") return other.stage === "sending"
  const isPatient = other.wait === undefined || other.attempts < LANE_PATIENCE_ATTEMPTS
  return isPatient || other.target === action.target
}

const checkClaimed = (
  event: Extract<RecordedEvent, { type: "ActionClaimed" }>,
  action: Known,
  rules: AuditFacts,
): void => {
  const { at, payload } = event
  const { account } = action.queued.payload
  if (action.stage !== "unsent") refuse(17, action, `is claimed, and it is ${action.stage}`)
  if (payload.attempt !== action.attempts + 1)
    refuse(17, action, `is claimed as attempt ${payload.attempt} after ${action.attempts}`)
  if (isStale(action, at)) refuse(0, action, "is claimed, and it has expired")
  if (!isWaitedFor(action, at, rules)) refuse(22, action, "is claimed before its wait is over")
  if (!rules.online) refuse(22, action, "is claimed while the server does not answer")
  const all = [...rules.actions.values()]
  const before = all.find((other) => holdsUp(other, action))
  if (before !== undefined) refuse(8, action, `is claimed before the earlier ${before.queued.payload.action}`)
  const slow = rules.slow.get(account)
  const sending = all.filter(({ stage, queued }) => stage === "sending" && queued.payload.account === account).length
  if (sending >= (slow === undefined ? SENDING_MAX : 1)) refuse(22, action, `is claimed beside ${sending} others`)
  if (slow !== undefined && at < slow.until && !isAhead(slow.since, at))
    refuse(22, action, "is claimed while the server is busy")
}

const checkSuperseded = (
  event: Extract<RecordedEvent, { type: "ActionSuperseded" }>,
  action: Known,
  rules: AuditFacts,
): void => {
  if (action.stage !== "unsent") refuse(6, action, `is called superseded, and it is ${action.stage}`)
  if (!action.isAbsolute) refuse(6, action, "is called superseded, and it says no final value")
  if (action.ambiguous && action.queued.payload.intent.call === "update_subaccount_state")
    refuse(6, action, "is called superseded, and the next state follows from it")
  const newer = rules.actions.get(event.payload.by)
  // When `newer` is undefined, this command itself queues it, with its next event.
  if (
    newer !== undefined &&
    (newer.order <= action.order || newer.target !== action.target || newer.stage !== "unsent")
  )
    refuse(6, action, `is called superseded by ${event.payload.by}, which is not newer, elsewhere, or not to be sent`)
}

/** Throws when the event may not come now. `checkAnswer` handles answers. */
export const checkClaim = (event: RecordedEvent, action: Known, rules: AuditFacts): void => {
  switch (event.type) {
    case "ActionClaimed":
      checkClaimed(event, action, rules)
      return
    case "ActionSuperseded":
      checkSuperseded(event, action, rules)
      return
    case "ActionExpired":
      if (action.stage !== "unsent" || !isStale(action, event.at)) refuse(0, action, "is called expired, and is not")
      return
    case "ActionCancelled": {
      if (action.stage !== "unsent") refuse(0, action, `is called cancelled, and it is ${action.stage}`)
      if (action.ambiguous) refuse(0, action, "is called cancelled, and may have happened")
      checkCancelledTogether(action, rules)
      return
    }
    case "ActionHurried":
      if (action.stage !== "unsent") refuse(5, action, `is hurried, and it is ${action.stage}`)
      return
    case "ActionDismissed":
      if (action.stage === "unsent" || action.stage === "sending") refuse(1, action, "is taken off the panel unsent")
  }
}

/** Signing out discards only the actions of one account. */
const checkCancelledTogether = (action: Known, { command, actions }: AuditFacts): void => {
  for (const event of command) {
    if (event.type !== "ActionCancelled") continue
    const other = actions.get(event.payload.action)
    if (other !== undefined && other.queued.payload.account !== action.queued.payload.account)
      refuse(9, action, `is cancelled together with ${event.payload.action} of another account`)
  }
}
