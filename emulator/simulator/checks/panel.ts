import { laneOf, targetOf } from "../../../src/domain/actions/table.ts"
import { shownAccountName, shownDeviceName } from "../../../src/domain/outbox/overlay.ts"
import { type Action, isSettled } from "../../../src/domain/outbox/state.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { SETTLED_ACTIONS_KEPT } from "../../../src/domain/values/limits.ts"
import { outboxCount, outboxGroups, unsentCount } from "../../../src/domain/views/outbox.ts"
import type { ActionStage, AuditFacts, Known, Unsettled } from "../audits/ruleFacts.ts"
import { Violation } from "../violation.ts"

/**
 * Compares the outbox with the audit of the same events (invariant 3): it forgets no action before its end, each action
 * has the right status, and every list and number equals a fresh count.
 */

const stageOf = ({ status }: Action): ActionStage => {
  switch (status.state) {
    case "queued":
    case "waiting":
      return "unsent"
    case "sending":
    case "unconfirmed":
      return status.state
    default:
      return "over"
  }
}

const isOpen = ({ stage }: Known): boolean => stage === "unsent" || stage === "sending"

const same = (what: string, shown: readonly string[], counted: readonly string[]): void => {
  if (shown.join() !== counted.join())
    throw new Violation(3, `the outbox shows ${what} ${shown.join(", ")}, and its events say ${counted.join(", ")}`)
}

const idsOf = (actions: readonly Known[]): readonly string[] => actions.map(({ queued }) => queued.payload.action)

const checkAction = (
  held: Action | undefined,
  { queued, stage, attempts, ambiguous, ambiguousBefore, wait, isDismissed }: Known,
  others: number,
): void => {
  const { action, account, intent } = queued.payload
  const name = `${intent.call} ${action}`
  if (held === undefined) {
    if (stage === "unsent" || stage === "sending") throw new Violation(3, `${name} is ${stage}, and forgotten`)
    if (!isDismissed && (stage === "unconfirmed" || others < SETTLED_ACTIONS_KEPT))
      throw new Violation(3, `${name} is ${stage}, and off the panel beside ${others} others`)
    return
  }
  if (stageOf(held) !== stage) throw new Violation(3, `${name} is shown as ${held.status.state}, and is ${stage}`)
  if (held.account !== account) throw new Violation(9, `${name} of ${account} is shown as one of ${held.account}`)
  if (held.attempts !== attempts)
    throw new Violation(3, `${name} was tried ${attempts} times, and is shown with ${held.attempts}`)
  if (held.ambiguous !== ambiguous || held.ambiguousBefore !== ambiguousBefore)
    throw new Violation(3, `that ${name} may have happened is ${ambiguous} by its events, and is held otherwise`)
  if (stage === "unsent" && waitOf(held) !== (wait === undefined ? undefined : `${wait.reason} ${wait.until}`))
    throw new Violation(3, `${name} is held as waiting ${waitOf(held)}, and its events say ${wait?.until}`)
}

const waitOf = ({ status }: Action): string | undefined =>
  status.state === "waiting" ? `${status.reason} ${status.until}` : undefined

/** Each list of the index equals a filter over all actions. */
const checkIndex = ({ actions }: State["outbox"]): void => {
  const all = [...actions.entries()].map(([, action]) => action)
  const ids = (list: readonly Action[]): readonly string[] => list.map(({ id }) => id)
  const isOf = (state: string) => ids(all.filter(({ status }) => status.state === state))
  same("as sending", ids(actions.sending), isOf("sending"))
  same("as waiting", ids(actions.waiting), isOf("waiting"))
  same("as unconfirmed", ids(actions.unconfirmed), isOf("unconfirmed"))
  same("as settled", ids(actions.settled), ids(all.filter(isSettled)))
  const { open } = actions
  same("as expiring", ids(actions.expiring), ids(open.filter(({ expiresAt }) => expiresAt !== null)))
  for (const { account, intent } of open) {
    const own = open.filter((other) => other.account === account)
    const target = targetOf(intent)
    same(`for ${target}`, ids(actions.ofTarget(account, target)), ids(own.filter((a) => targetOf(a.intent) === target)))
    const lane = laneOf(intent)
    same(`in lane ${lane}`, ids(actions.inLane(account, lane)), ids(own.filter((a) => laneOf(a.intent) === lane)))
  }
}

/** Accounts with a requested slow-down, and values to read back. The outbox must not forget any of these either. */
const checkKept = ({ actions, unsettled, slow }: State["outbox"], facts: AuditFacts): void => {
  const slowTo = (map: AuditFacts["slow"] | State["outbox"]["slow"]) =>
    [...map].map(([account, { until, times }]) => `${account} ${times} times until ${until}`).sort()
  same("as slowed", slowTo(slow), slowTo(facts.slow))
  const named = (targets: Iterable<Unsettled>) =>
    [...targets].map(({ account, target, lostAt, action }) => `${account} ${target} ${lostAt} ${action}`).sort()
  same("as unsettled", named(unsettled.values()), named(facts.unsettled))
  for (const { action } of facts.unsettled)
    if (action !== null && !actions.has(action))
      throw new Violation(3, `the value of ${action} is to be read back, and it is forgotten`)
}

/** OFFLINE-9: the newest pending value shows at once, and no other does. */
const checkShownNames = ({ outbox, session: { current }, devices }: State, open: readonly Known[]): void => {
  if (current === null) return
  const intents = open
    .filter(({ queued }) => queued.payload.account === current.account)
    .map(({ queued }) => queued.payload.intent)
  const own = intents.findLast(({ call }) => call === "rename_account")
  const ownName = own?.call === "rename_account" ? own.input.newName : current.name
  if (shownAccountName(outbox, current.account, current.name) !== ownName)
    throw new Violation(3, `${current.account} is not shown as ${ownName}`)
  if (devices.account !== current.account) return
  for (const device of devices.bound.values()) {
    const rename = intents.findLast((intent) => intent.call === "rename_device" && intent.input.did === device.id)
    const name = rename?.call === "rename_device" ? rename.input.title : device.name
    const shown = shownDeviceName(outbox, current.account, device)
    if (shown !== name) throw new Violation(3, `device ${device.id} is shown as ${shown}, and should be as ${name}`)
  }
}

export const checkPanel = (state: State, facts: AuditFacts): void => {
  const { outbox, session } = state
  checkKept(outbox, facts)
  checkIndex(outbox)
  const { actions } = facts
  // Only the oldest leave the panel automatically. The others stay until a person or a late read removes them.
  const others = [...actions.values()].filter(
    ({ queued, stage, isDismissed }) => isDismissed || stage !== "over" || outbox.actions.has(queued.payload.action),
  ).length
  for (const known of actions.values()) checkAction(outbox.actions.get(known.queued.payload.action), known, others)
  const open = [...actions.values()].filter(isOpen).sort((a, b) => a.order - b.order)
  checkShownNames(state, open)
  const held = [...outbox.actions.entries()].map(([, action]) => action)
  const undecided = held.filter(({ status }) => status.state === "unconfirmed")
  const account = session.current?.account
  const own = open.filter(({ queued }) => queued.payload.account === account)
  const { waiting, decide } = outboxGroups(state)
  same("as open", waiting, idsOf(open))
  same("as open of this account", [...outbox.actions.openOf(account ?? null).map(({ id }) => id)], idsOf(own))
  const shown = undecided.filter((one) => !one.dismissed && (account === undefined || one.account === account))
  const ids = shown.map(({ id }) => id)
  same("as unconfirmed", decide, ids)
  if (outboxCount(state) !== open.length + shown.length)
    throw new Violation(3, `the badge shows ${outboxCount(state)} for ${open.length} and ${shown.length} actions`)
  if (unsentCount(state) !== own.length)
    throw new Violation(3, `a sign-out asks about ${unsentCount(state)} actions, and ${own.length} are open`)
}
