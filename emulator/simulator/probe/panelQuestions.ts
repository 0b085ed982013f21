import { CLOCK_STEP_TOLERATED_MS } from "../../../src/domain/values/limits.ts"
import type { Known } from "../audits/ruleFacts.ts"
import { Violation } from "../violation.ts"
import { answerTo, expectAnswer, inWords, type Situation } from "./question.ts"

/** What people and the leader may do with an action, whatever the page offers. */

const idOf = ({ queued }: Known): string => queued.payload.action

const isState = ({ queued }: Known): boolean => queued.payload.intent.call === "update_subaccount_state"

export const isStale = ({ queued }: Known, at: number): boolean => {
  const { expiresAt } = queued.payload
  return expiresAt !== null && (at >= expiresAt || queued.at > at + CLOCK_STEP_TOLERATED_MS)
}

/** What may have happened is not called cancelled. */
const cancelled = (action: Known): string =>
  `${action.ambiguous ? "ActionUnconfirmed" : "ActionCancelled"} ${idOf(action)}`

/** An ended action is asked for again in the name of whom it was asked for, beside none that says the same. */
const checkAgain = (action: Known, situation: Situation): void => {
  const { intent, account } = action.queued.payload
  const answer = answerTo({ type: "SendActionAgain", action: idOf(action) }, situation)
  // The outbox is full.
  if (answer === undefined) return
  const fail = (what: string): never => {
    throw new Violation(1, `sending ${intent.call} ${idOf(action)} again would bring ${inWords(answer)}: ${what}`)
  }
  const [first, last] = [answer.at(0), answer.at(-1)]
  if (first?.type !== "ActionDismissed" || first.payload.action !== idOf(action)) fail("the old one stays")
  if (last?.type !== "ActionQueued" || last.payload.account !== account || last.payload.intent !== intent)
    fail("it is another one, or another account's")
  const others = [...situation.facts.actions.values()].filter(
    ({ stage, target }) => stage === "unsent" && target === action.target,
  )
  const mayGiveWay = others.filter(({ ambiguous }) => action.isAbsolute && !(ambiguous && isState(action)))
  const gone = answer.slice(1, -1).map((event) => ("action" in event.payload ? String(event.payload.action) : ""))
  if (gone.some((id) => !mayGiveWay.some((other) => idOf(other) === id))) fail("what gives way to it must not")
  if (!isState(action) && gone.length !== mayGiveWay.length) fail("an older one stays beside it")
}

/** Each command of the panel, for one action. */
export const checkPanelCommands = (action: Known, situation: Situation): void => {
  const { stage } = action
  const id = idOf(action)
  const isUnsent = stage === "unsent"
  const isOpen = isUnsent || stage === "sending"
  const ask = (
    type: "CancelAction" | "HurryAction" | "DismissAction" | "ConfirmAction" | "SendActionAgain",
    wanted: string | false,
  ): void => expectAnswer(0, { type, action: id }, situation, wanted === false ? "a refusal" : wanted)
  ask("CancelAction", isUnsent && cancelled(action))
  ask("HurryAction", isUnsent && `ActionHurried ${id}`)
  ask("DismissAction", !isOpen && `ActionDismissed ${id}`)
  ask("ConfirmAction", stage === "unconfirmed" && `ActionConfirmed ${id}`)
  if (isOpen) ask("SendActionAgain", false)
  else checkAgain(action, situation)
}

/** Whom the list of before does not know was invited after it was read: the action alone leads to the code (SUB-2). */
const isNeeded = ({ queued, isDone, endedAt }: Known, { session, sharing }: Situation["state"]): boolean => {
  const { account, intent } = queued.payload
  if (intent.call !== "send_invitation" || !isDone || session.current?.account !== account) return false
  const isOwn = sharing.account === account
  const readAt = isOwn ? sharing.subAccountsRead.at : null
  const email = intent.input.email.toLowerCase()
  const isListed = isOwn && [...sharing.subAccounts.values()].some((one) => one.email.toLowerCase() === email)
  return !isListed && (readAt === null || (endedAt !== undefined && readAt <= endedAt))
}

/** Clearing takes what has ended off the panel, all but what leads to something that is found in no other way. */
const checkCleared = (situation: Situation): void => {
  const { state, facts } = situation
  const answer = answerTo({ type: "DismissSettled" }, situation) ?? []
  const cleared = new Set(answer.flatMap((event) => (event.type === "ActionDismissed" ? [event.payload.action] : [])))
  for (const action of facts.actions.values()) {
    const id = idOf(action)
    const isOver = action.stage === "over" && !action.isDismissed && state.outbox.actions.has(id)
    const { call } = action.queued.payload.intent
    if (cleared.has(id) && (!isOver || isNeeded(action, state)))
      throw new Violation(1, `clearing the panel would take ${call} ${id} off, which is ${action.stage}`)
    if (isOver && !cleared.has(id) && call !== "send_invitation")
      throw new Violation(1, `clearing the panel would leave ${call} ${id}`)
  }
}

/** What concerns the whole outbox: a sign-out, the time, and another tab that leads. */
export const checkWhole = (situation: Situation): void => {
  const { state, facts, at } = situation
  const { epoch } = state.outbox
  const unsent = [...facts.actions.values()]
    .filter((action) => action.stage === "unsent" && state.outbox.actions.has(idOf(action)))
    .sort((a, b) => a.order - b.order)
  const stale = unsent.filter((action) => isStale(action, at))
  expectAnswer(
    0,
    { type: "ExpireActions", epoch },
    situation,
    stale.map((one) => `ActionExpired ${idOf(one)}`).join(", ") || "nothing",
  )
  expectAnswer(17, { type: "ExpireActions", epoch: epoch - 1 }, situation, "a refusal")
  checkCleared(situation)
  const accounts = new Set(unsent.map(({ queued }) => queued.payload.account))
  for (const account of accounts) {
    const answer = answerTo({ type: "DiscardActions", account }, situation) ?? []
    const own = unsent.filter(({ queued }) => queued.payload.account === account)
    const thrown = inWords(answer.filter(({ type }) => type !== "BatchMoved"))
    if (thrown !== own.map(cancelled).join(", "))
      throw new Violation(
        9,
        `signing out of ${account} would bring ${thrown}, and ${own.map(idOf).join(", ")} are unsent`,
      )
  }
  const shown = state.session.current?.account ?? null
  if (shown !== null)
    expectAnswer(21, { type: "RenameAccount", name: "Somebody else's" }, situation, "a refusal", `${shown}, another`)
}
