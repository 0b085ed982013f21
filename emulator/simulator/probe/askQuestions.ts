import { knownOf } from "../audits/rulebook.ts"
import type { Known } from "../audits/ruleFacts.ts"
import { type Choice, drawCommand } from "../people/commands.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { checkOutcomesOfClaim } from "./outcomeQuestions.ts"
import { after, answerTo, inWords, recorded, type Situation } from "./question.ts"

/** What asking for a thing would take back, what would become of it when it is sent, and what its end would change. */

const kinds: readonly Choice[] = [
  "RenameDevice",
  "RebootDevice",
  "RenameAccount",
  "RenameSubAccount",
  "EditSubAccountEmail",
  "ChangeSubAccountState",
  "AssignDevice",
  "DisconnectMainAccount",
  "SendInvitation",
]

const idOf = ({ queued }: Known): string => queued.payload.action

/** SUB-3: where each state of a sub-account may lead; it may be deleted from all. */
const leadsTo: Readonly<Record<number, readonly number[]>> = { 1: [2, 4], 2: [3, 4], 3: [2, 4] }
const DELETED = 4

/** A newer value takes all unsent ones of its target back; a state only where the server's own leads to it. */
const checkTakenBack = (asked: Known, taken: readonly string[], { state, facts }: Situation): void => {
  const { intent } = asked.queued.payload
  const others = [...facts.actions.values()].filter(
    ({ stage, target }) => stage === "unsent" && target === asked.target,
  )
  const isGiven = (other: Known): boolean => {
    if (!asked.isAbsolute) return false
    if (intent.call !== "update_subaccount_state") return true
    const from = state.sharing.subAccounts.get(intent.input.accountId)?.status
    const isLed = intent.input.state === DELETED || (leadsTo[from ?? 0] ?? []).includes(intent.input.state)
    return !other.ambiguous && from !== undefined && isLed
  }
  const wanted = others.filter(isGiven).map(idOf).sort().join(", ")
  if ([...taken].sort().join(", ") !== wanted)
    throw new Violation(6, `${intent.call} would take back ${taken.join(", ") || "nothing"}, and should ${wanted}`)
}

/** One of each kind that the page would offer, if somebody asked for it now. */
export const checkAsking = (situation: Situation, dice: Prng): void => {
  for (const kind of kinds) {
    const command = drawCommand(kind, situation.state, dice)
    const answer = command === undefined ? undefined : answerTo(command, situation)
    const last = answer?.at(-1)
    if (answer === undefined || last?.type !== "ActionQueued") continue
    const event = recorded(last, situation)
    if (event.type !== "ActionQueued") continue
    const known = knownOf(event)
    const taken = answer.flatMap((one) => (one.type === "ActionSuperseded" ? [one.payload.action] : []))
    if (taken.length !== answer.length - 1) throw new Violation(0, `asking would bring ${inWords(answer)}`)
    checkTakenBack(known, taken, situation)
    const state = answer.reduce((now, one) => after(one, { ...situation, state: now }), situation.state)
    checkOutcomesOfClaim(known, { ...situation, state })
    checkDone(known, { ...situation, state })
  }
}

/** Lists know a thing that is done as of its event, and those of another account do not. */
export const checkDone = (action: Known, situation: Situation): void => {
  const { account, intent, action: id } = action.queued.payload
  const before = situation.state
  const done = after({ type: "ActionConfirmed", payload: { action: id, by: "reply" } }, situation)
  const { seq } = recorded({ type: "ActionConfirmed", payload: { action: id, by: "reply" } }, situation)
  const fail = (what: string): never => {
    throw new Violation(3, `when ${intent.call} ${id} of ${account} is done, ${what}`)
  }
  if (before.devices.account !== account && done.devices !== before.devices) fail("the devices of another change")
  if (before.sharing.account !== account && done.sharing !== before.sharing) fail("the people of another change")
  switch (intent.call) {
    case "rename_device": {
      const device = before.devices.account === account ? done.devices.bound.get(intent.input.did) : undefined
      if (device !== undefined && (device.name !== intent.input.title || device.nameSetSeq !== seq))
        fail(`its device is ${device.name}, as of event ${device.nameSetSeq}`)
      return
    }
    case "rename_account": {
      const own = before.session.current?.account === account ? done.session.current : null
      if (own !== null && (own.name !== intent.input.newName || own.nameSetSeq !== seq)) fail(`they are ${own.name}`)
      return
    }
    case "rename_subaccount":
    case "update_subaccount_email":
    case "update_subaccount_state":
    case "modify_subdevice": {
      const sub = done.sharing.account === account ? done.sharing.subAccounts.get(intent.input.accountId) : undefined
      if (sub !== undefined && sub.setSeq !== seq) fail(`${sub.id} is as of event ${sub.setSeq}`)
    }
  }
}
