import type { AttemptOutcome } from "../../../src/domain/outbox/outcome.ts"
import type { Event } from "../../../src/domain/product/events.ts"
import { RETRY_BASE_MS, RETRY_CAP_MS, TOO_OFTEN_BASE_MS, TOO_OFTEN_CAP_MS } from "../../../src/domain/values/limits.ts"
import type { Known } from "../audits/ruleFacts.ts"
import { Violation } from "../violation.ts"
import { after, answerTo, inWords, type Situation } from "./question.ts"

/** What each way an attempt can end would make of an action. */

const outcomes: readonly AttemptOutcome[] = [
  { kind: "done" },
  { kind: "gone" },
  { kind: "refused", reason: "unknown", status: -1 },
  { kind: "tooOften" },
  { kind: "session" },
  { kind: "stale" },
  { kind: "noReply" },
  { kind: "notSent" },
]
/** The longest wait that is drawn, and the shortest. */
const JITTERS = [0, 0.999] as const

const idOf = ({ queued }: Known): string => queued.payload.action

/** The action goes back to the queue; a newer value of the same target goes in its place. */
const putOff = (action: Known, { facts }: Situation): readonly string[] => {
  const { call } = action.queued.payload.intent
  const newer = [...facts.actions.values()].filter(
    ({ stage, target, order }) => stage === "unsent" && target === action.target && order > action.order,
  )
  const isReplaced = action.isAbsolute && call !== "update_subaccount_state" && newer.length > 0
  return isReplaced ? ["ActionDelayed", "ActionSuperseded"] : ["ActionDelayed"]
}

const wantedOf = (action: Known, { kind }: AttemptOutcome, situation: Situation): readonly string[] => {
  const { stage, wait } = action
  const isDecided = kind === "done" || kind === "gone" || kind === "refused"
  const isGivenUp = stage === "unconfirmed" || (stage === "unsent" && wait?.reason === "lost")
  if (stage !== "sending" && !(isGivenUp && isDecided)) return []
  switch (kind) {
    case "done":
    case "gone":
      return ["ActionConfirmed"]
    case "refused":
      if (!action.ambiguousBefore) return ["ActionRefused"]
      return stage === "unconfirmed" ? [] : ["ActionUnconfirmed"]
    case "session":
      return action.queued.payload.intent.call === "request_device" ? ["ActionRefused"] : putOff(action, situation)
    case "noReply":
      return action.isAbsolute ? putOff(action, situation) : ["ActionUnconfirmed"]
    default:
      return putOff(action, situation)
  }
}

/** From the shortest to the longest wait, ms. */
const waitsOf = (action: Known, { kind }: AttemptOutcome, { facts }: Situation): readonly [number, number] => {
  const times = facts.slow.get(action.queued.payload.account)?.times ?? 0
  const busy = Math.min(TOO_OFTEN_CAP_MS, TOO_OFTEN_BASE_MS * 2 ** times)
  if (kind === "tooOften") return [busy / 2, busy]
  return kind === "noReply" ? [0, Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** action.attempts)] : [0, 0]
}

const checkWait = (
  answer: readonly Event[],
  [shortest, longest]: readonly [number, number],
  jitter: number,
  at: number,
): void => {
  const [first] = answer
  if (first?.type !== "ActionDelayed") return
  const ms = first.payload.until - at
  const wanted = shortest + (longest - shortest) * jitter
  if (Math.abs(ms - wanted) > 1)
    throw new Violation(
      22,
      `${first.payload.action} would wait ${ms} ms for ${first.payload.reason}, and should ${wanted}`,
    )
}

export const checkOutcomes = (action: Known, situation: Situation): void => {
  const { attempts } = action
  if (attempts === 0) return
  for (const outcome of outcomes)
    for (const jitter of JITTERS) {
      const ask = (attempt: number) =>
        answerTo({ type: "RecordOutcome", action: idOf(action), attempt, outcome, jitter }, situation)
      const answer = ask(attempts) ?? []
      const wanted = wantedOf(action, outcome, situation)
      if (answer.map(({ type }) => type).join() !== wanted.join())
        throw new Violation(
          25,
          `${outcome.kind} of ${idOf(action)}, ${action.stage}, would bring ${inWords(answer)}, and should ${wanted}`,
        )
      checkWait(answer, waitsOf(action, outcome, situation), jitter, situation.at)
      const older = ask(attempts - 1) ?? []
      if (older.length > 0)
        throw new Violation(25, `${outcome.kind} of an older attempt of ${idOf(action)} would bring ${inWords(older)}`)
    }
}

/** The same as if an action that waits had just been claimed. */
export const checkOutcomesOfClaim = (action: Known, situation: Situation): void => {
  if (action.stage !== "unsent") return
  const attempts = action.attempts + 1
  const payload = { action: idOf(action), attempt: attempts, epoch: situation.state.outbox.epoch }
  const state = after({ type: "ActionClaimed", payload }, situation)
  const claimed: Known = { ...action, stage: "sending", attempts, ambiguousBefore: action.ambiguous }
  checkOutcomes(claimed, { ...situation, state })
}
