import { STATUS_DELETED } from "../../../src/domain/features/sharing/state.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { RETRY_BASE_MS, RETRY_CAP_MS, TOO_OFTEN_BASE_MS, TOO_OFTEN_CAP_MS } from "../../../src/domain/values/limits.ts"
import type { Settled } from "../network/network.ts"
import { Violation } from "../violation.ts"
import type { AuditFacts, Known, NetworkEvidence, QueuedEvent, SentRequest } from "./ruleFacts.ts"

/** An event about an attempt may report only the answer to the request of that attempt. */

const refuse = (invariant: number, { queued }: Known, what: string): never => {
  throw new Violation(invariant, `${queued.payload.intent.call} ${queued.payload.action} ${what}`)
}

/** The request of the latest claim, if one was sent, and the answer that its tab received. */
const latest = (
  { queued, claims }: Known,
  { sends, received }: NetworkEvidence,
): { readonly request: SentRequest | undefined; readonly outcome: Settled | undefined } => {
  const claim = claims.at(-1)
  const request = sends(queued.payload.action).findLast(
    ({ tab, sentAt }) => claim !== undefined && tab.name === claim.tab && sentAt >= claim.now,
  )
  return { request, outcome: request === undefined ? undefined : received(request) }
}

const refusalIn = (outcome: Settled | undefined): string | undefined =>
  outcome !== undefined && outcome !== "done" && outcome._tag === "Refused" ? outcome.refusal : undefined

const isRemoval = ({ payload: { intent } }: QueuedEvent): boolean =>
  intent.call === "disconnect_main_account" ||
  (intent.call === "update_subaccount_state" && intent.input.state === STATUS_DELETED)

const isAfterLeadership = ({ command }: AuditFacts): boolean => command.some(({ type }) => type === "LeadershipTaken")

/** Random waits may be short. This many short ones in a row are no chance. */
const ZERO_IN_A_ROW = 2
const SHORT_IN_A_ROW = 4
const LATE_ATTEMPT = 4

const checkWait = (event: Extract<RecordedEvent, { type: "ActionDelayed" }>, action: Known): void => {
  const { until, reason } = event.payload
  const ms = until - event.at
  if (reason === "tooOften" && (ms < TOO_OFTEN_BASE_MS / 2 || ms > TOO_OFTEN_CAP_MS))
    refuse(22, action, `waits ${ms} ms for a busy server`)
  if (reason !== "noReply") return
  const cap = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** action.attempts)
  if (ms < 0 || ms >= cap) refuse(22, action, `waits ${ms} ms after attempt ${action.attempts}`)
  const waits = [...action.waits, ms]
  if (waits.length >= ZERO_IN_A_ROW && waits.slice(-ZERO_IN_A_ROW).every((wait) => wait === 0))
    refuse(22, action, "is tried again at once, time after time")
  const late = waits.slice(LATE_ATTEMPT)
  if (late.length >= SHORT_IN_A_ROW && late.slice(-SHORT_IN_A_ROW).every((wait) => wait <= RETRY_BASE_MS))
    refuse(22, action, "is tried again every second")
}

const checkDelayed = (
  event: Extract<RecordedEvent, { type: "ActionDelayed" }>,
  action: Known,
  rules: AuditFacts,
  evidence: NetworkEvidence,
): void => {
  const { reason, ambiguous } = event.payload
  if (action.stage !== "sending") refuse(17, action, `is put off, and it is ${action.stage}`)
  if (ambiguous !== (reason === "noReply" || reason === "lost"))
    refuse(6, action, `is put off for ${reason} and called ${ambiguous ? "ambiguous" : "certain"}`)
  if (!action.isAbsolute && ambiguous) refuse(5, action, `is put off for ${reason}, and may have happened`)
  if ((reason === "lost") !== isAfterLeadership(rules))
    refuse(17, action, `is put off for ${reason} by a tab that leads`)
  const { request, outcome } = latest(action, evidence)
  const refusal = refusalIn(outcome)
  if (reason === "notSent" && request !== undefined)
    refuse(5, action, `is called not sent, as request ${request.n} was`)
  if (reason === "tooOften" && refusal !== "tooOften") refuse(0, action, "waits for a busy server that never said so")
  if (reason === "session" && refusal !== "sessionInvalid") refuse(10, action, "waits for a session that is valid")
  if (reason === "noReply" && (outcome === "done" || (refusal !== undefined && !mayBeGone(action, outcome))))
    refuse(0, action, "is said to have no reply, and has one")
  checkWait(event, action)
}

/** A removal that the server refuses as already done counts as done when the list shows it. */
const mayBeGone = ({ queued }: Known, outcome: Settled | undefined): boolean => {
  const { call } = queued.payload.intent
  return (call === "update_subaccount_state" || call === "disconnect_main_account") && refusalIn(outcome) !== undefined
}

/** The list that shows the effect of a call. */
const tellers: Readonly<Record<string, RecordedEvent["type"]>> = {
  rename_device: "DevicesRead",
  rename_account: "DevicesRead",
  disconnect_main_account: "MainAccountsRead",
}

const lists: ReadonlySet<string> = new Set(["DevicesRead", "SubAccountsRead", "MainAccountsRead"])

const checkConfirmed = (
  event: Extract<RecordedEvent, { type: "ActionConfirmed" }>,
  action: Known,
  rules: AuditFacts,
  evidence: NetworkEvidence,
): void => {
  const { by } = event.payload
  if (action.stage === "over") refuse(0, action, "is called confirmed, and it had ended")
  const { outcome } = latest(action, evidence)
  if (by === "reply" && outcome !== "done") refuse(0, action, "is called confirmed by a reply that never came")
  if (by === "person" && action.stage !== "unconfirmed") refuse(0, action, "is confirmed by a person who was not asked")
  if (by === "absence" && action.stage !== "unconfirmed")
    refuse(0, action, "is settled by an absence, and was no question")
  if (by !== "read" || mayBeGone(action, outcome)) return
  const list = tellers[action.queued.payload.intent.call] ?? "SubAccountsRead"
  // A list without news leaves no event. An event of another list says nothing about this action.
  const others = rules.command.filter(({ type }) => lists.has(type) && type !== list)
  if (others.length > 0) refuse(6, action, "is confirmed by a list that does not tell")
  if (event.account !== action.queued.payload.account) refuse(9, action, "is confirmed by the list of another account")
}

const checkRefused = (
  { payload: { reason } }: Extract<RecordedEvent, { type: "ActionRefused" }>,
  action: Known,
  evidence: NetworkEvidence,
): void => {
  if (action.stage === "over") refuse(0, action, "is called refused, and it had ended")
  const refusal = refusalIn(latest(action, evidence).outcome)
  if (refusal !== reason)
    refuse(0, action, `is called refused as ${reason}, and the server said ${refusal ?? "nothing"}`)
  if (reason === "sessionInvalid" && action.queued.payload.intent.call !== "request_device")
    refuse(7, action, "is given up with its session")
}

const checkUnconfirmed = (
  { payload: { reason } }: Extract<RecordedEvent, { type: "ActionUnconfirmed" }>,
  action: Known,
  rules: AuditFacts,
  evidence: NetworkEvidence,
): void => {
  if (action.stage === "over" || action.stage === "unconfirmed") refuse(0, action, "is doubted, and it had ended")
  if (action.stage === "unsent") {
    if (!action.ambiguous) refuse(0, action, "is doubted, and never left")
    return
  }
  // An earlier attempt may have succeeded although this one was refused.
  if (action.ambiguous) return
  if (action.isAbsolute) refuse(6, action, "is doubted, and could be sent again")
  if (reason === "lost" && !isAfterLeadership(rules)) refuse(0, action, "is called lost by the tab that sent it")
  const { outcome } = latest(action, evidence)
  // A refused removal may have found nothing to remove, when the list that shows it was unreadable.
  if (refusalIn(outcome) !== undefined && isRemoval(action.queued)) return
  if (reason !== "lost" && (outcome === "done" || refusalIn(outcome) !== undefined))
    refuse(0, action, "is doubted, and was answered")
}

/** Throws when the event reports an answer that no request of the action received. */
export const checkAnswer = (
  event: RecordedEvent,
  action: Known,
  rules: AuditFacts,
  evidence: NetworkEvidence,
): void => {
  switch (event.type) {
    case "ActionDelayed":
      checkDelayed(event, action, rules, evidence)
      return
    case "ActionConfirmed":
      checkConfirmed(event, action, rules, evidence)
      return
    case "ActionRefused":
      checkRefused(event, action, evidence)
      return
    case "ActionUnconfirmed":
      checkUnconfirmed(event, action, rules, evidence)
      return
    case "ActionReopened":
      if (!action.isAbsolute || action.stage !== "over") refuse(6, action, "is sent again, and it cannot be")
  }
}
