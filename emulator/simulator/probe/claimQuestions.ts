import { nextDue, sendable } from "../../../src/domain/outbox/schedule.ts"
import {
  CLOCK_STEP_TOLERATED_MS,
  RELEASE_AFTER_AWAY_MS,
  RELEASE_SPREAD_MS,
  SENDING_MAX,
  TOO_OFTEN_CAP_MS,
} from "../../../src/domain/values/limits.ts"
import { checkClaim } from "../audits/claimRules.ts"
import type { Known } from "../audits/ruleFacts.ts"
import { Violation } from "../violation.ts"
import { isStale } from "./panelQuestions.ts"
import { answerTo, expectAnswer, inWords, recorded, type Situation } from "./question.ts"

/** What may be sent at a moment, what must, and when time alone changes that. */

const idOf = ({ queued }: Known): string => queued.payload.action
const accountOf = ({ queued }: Known): string => queued.payload.account

const isAllowed = (action: Known, situation: Situation): boolean => {
  const payload = { action: idOf(action), attempt: action.attempts + 1, epoch: situation.state.outbox.epoch }
  try {
    checkClaim(recorded({ type: "ActionClaimed", payload }, situation), action, situation.facts)
    return true
  } catch (error) {
    if (error instanceof Violation) return false
    throw error
  }
}

const isOverAt = ({ until, since }: { readonly until: number; readonly since: number }, at: number): boolean =>
  at >= until || since > at + CLOCK_STEP_TOLERATED_MS

/** A clock set back by less than the longest wait for a busy server shortens that wait or not; by more, it ends it. */
const isSlow = (action: Known, { facts, at }: Situation): boolean => {
  const slow = facts.slow.get(accountOf(action))
  return slow !== undefined && at < slow.until && slow.since - at <= TOO_OFTEN_CAP_MS + CLOCK_STEP_TOLERATED_MS
}

/** Nothing is left to wait for: a wait that a server's return may end counts as one to its time. */
const isDue = (action: Known, situation: Situation): boolean => {
  if (action.wait !== undefined && !isOverAt(action.wait, situation.at)) return false
  return !isSlow(action, situation) && isAllowed(action, situation)
}

const checkClaimed = (action: Known, situation: Situation): void => {
  const { state, at } = situation
  const { epoch } = state.outbox
  const command = { type: "ClaimAction", action: idOf(action), epoch } as const
  expectAnswer(17, { ...command, epoch: epoch - 1 }, situation, "a refusal")
  const isOwn = accountOf(action) === state.session.current?.account
  if (action.stage === "unsent" && isStale(action, at)) {
    expectAnswer(0, command, situation, `ActionExpired ${idOf(action)}`)
    return
  }
  const answer = answerTo(command, situation)
  const fail = (invariant: number, what: string): never => {
    throw new Violation(invariant, `claiming ${idOf(action)} at ${at} would bring ${inWords(answer)}, and ${what}`)
  }
  if (answer === undefined) {
    if (isOwn && isDue(action, situation)) fail(7, "nothing holds it up")
    return
  }
  if (!isOwn) fail(9, `it is of ${accountOf(action)}`)
  for (const event of answer) checkClaim(recorded(event, situation), action, situation.facts)
}

/** The queue hands out what may go, in order, and all of it as far as there is room. */
const checkSendable = (situation: Situation, own: readonly Known[]): void => {
  const { state, facts, at } = situation
  const account = state.session.current?.account
  if (account === undefined) return
  const ids = sendable(state.outbox, account, state.connection, at).map(({ id }) => id)
  const known = (id: string): Known | undefined => facts.actions.get(id)
  const wrong = ids.find((id) => {
    const action = known(id)
    return action === undefined || (!isStale(action, at) && !isAllowed(action, situation))
  })
  if (wrong !== undefined) throw new Violation(22, `${wrong} is handed out to be sent at ${at}, and must wait`)
  const sending = own.filter(({ stage }) => stage === "sending").length
  const room = (facts.slow.has(account) ? 1 : SENDING_MAX) - sending
  if (ids.length > Math.max(0, room))
    throw new Violation(22, `${ids.length} actions are handed out beside ${sending} on their way`)
  const left = own.find((action) => isDue(action, situation) && !ids.includes(idOf(action)))
  if (left !== undefined && ids.length < room)
    throw new Violation(7, `${idOf(left)} may go at ${at}, and is not handed out`)
}

/** Waits and expiries that are still to come; a wait for a reply may end before. */
const checkNextDue = ({ state, facts, at }: Situation, held: readonly Known[]): void => {
  const account = state.session.current?.account ?? null
  const unsent = held.filter(({ stage }) => stage === "unsent")
  const expiries = unsent.map(({ queued }) => queued.payload.expiresAt)
  // One whose server has come back since may have ended.
  const isSure = ({ wait }: Known): boolean => wait?.reason !== "noReply" || facts.onlineSeq <= wait.seq
  const own = unsent.filter((action) => accountOf(action) === account)
  const waits = own.filter(isSure).map(({ wait }) => wait?.until ?? null)
  const slow = account === null ? undefined : facts.slow.get(account)
  const moments = [...expiries, ...waits, slow?.until ?? null].flatMap((ms) => (ms !== null && ms > at ? [ms] : []))
  const latest = moments.length === 0 ? null : Math.min(...moments)
  const next = nextDue(state.outbox, account, state.connection, at)
  const isExact = own.every(isSure)
  const isInTime =
    latest === null ? next === null || (!isExact && next > at) : next !== null && next > at && next <= latest
  if (!isInTime) throw new Violation(7, `at ${at} the next thing is due at ${next}, and should at ${latest}`)
}

/** The server answers again at this moment, after so many ms; what is asked is asked `later` ms after that. */
const returned = ({ state, facts, at }: Situation, awayMs: number, later: number): Situation => ({
  state: {
    ...state,
    connection: { status: "online", since: at, seq: Number.MAX_SAFE_INTEGER, awaySince: null, awayMs },
  },
  facts: {
    actions: facts.actions,
    unsettled: facts.unsettled,
    slow: facts.slow,
    command: [],
    online: true,
    onlineSeq: Number.MAX_SAFE_INTEGER,
  },
  at: at + later,
})

/** OFFLINE-4: waits for a reply end when the server is back after a real absence, one after the other and soon. */
const checkReturn = (situation: Situation, own: readonly Known[]): void => {
  const latest = situation.at + RELEASE_SPREAD_MS
  const [now, later] = [
    returned(situation, RELEASE_AFTER_AWAY_MS, 0),
    returned(situation, RELEASE_AFTER_AWAY_MS, RELEASE_SPREAD_MS),
  ]
  const waiting = own.filter(
    (action) =>
      action.stage === "unsent" &&
      action.wait?.reason === "noReply" &&
      !isOverAt(action.wait, situation.at) &&
      [situation.at, latest].every((at) => !isStale(action, at)),
  )
  const claim = (action: Known, then: Situation) =>
    answerTo({ type: "ClaimAction", action: idOf(action), epoch: then.state.outbox.epoch }, then)
  const atOnce = waiting.filter((action) => claim(action, now) !== undefined)
  if (atOnce.length > 1)
    throw new Violation(22, `${atOnce.map(idOf).join(", ")} would go in the moment in which the server is back`)
  const blinked = waiting.find((action) => claim(action, returned(situation, 0, 0)) !== undefined)
  if (blinked !== undefined) throw new Violation(22, `${idOf(blinked)} would go although the server was not away`)
  const left = waiting.find(
    (action) => !isSlow(action, later) && isAllowed(action, later) && claim(action, later) === undefined,
  )
  if (left !== undefined) throw new Violation(7, `${idOf(left)} would wait on after the server is back`)
}

/** `asked`: the actions that are tried to be claimed. */
export const checkClaims = (situation: Situation, asked: readonly Known[]): void => {
  const { state, facts } = situation
  const held = [...facts.actions.values()].filter((action) => state.outbox.actions.has(idOf(action)))
  for (const action of asked) checkClaimed(action, situation)
  const own = held.filter((action) => accountOf(action) === state.session.current?.account)
  checkSendable(situation, own)
  if (facts.online) checkReturn(situation, own)
  checkNextDue(situation, held)
}
