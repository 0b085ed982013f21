import type { ClientRequest } from "../../../src/domain/client/requests.ts"
import type { Flow, FlowName } from "../../../src/domain/features/flows/machines.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { parseName } from "../../../src/domain/values/name.ts"
import type { ServerUrl } from "../../../src/domain/values/serverUrl.ts"
import type { CallName } from "../../../src/domain/wire/cloud.ts"
import { PUBLIC_SERVER } from "../network/servers.ts"
import type { Prng } from "../prng.ts"
import { newEmails, otherEmails, type People, passwords } from "./people.ts"

/**
 * A person's steps through the flows: mostly to the end, sometimes with a repeated request, sometimes with a wrong
 * code.
 */

/** Share of the steps at a code that request another one. */
const RESENDS = 0.15

const name = (text: string) => {
  const parsed = parseName(text)
  if (!parsed.ok) throw new TypeError(`${text} is no name`)
  return parsed.value
}
const newName = name("Newcomer")

const entrances = [
  ["signUp", 3],
  ["resetPassword", 3],
] as const
const ownFlows = [
  ["changeEmail", 4],
  ["acceptInvitation", 5],
  ["deleteAccount", 1],
] as const

/** The flow that makes a call. */
export const flowOfCall: Partial<Record<CallName, FlowName>> = {
  signup: "signUp",
  verify_activation: "signUp",
  reset_password: "resetPassword",
  verify_resetpassword_code: "resetPassword",
  update_email: "changeEmail",
  confirm_email_change: "changeEmail",
  deactivate_request: "deleteAccount",
  deactivate_confirm: "deleteAccount",
  accept_invitation: "acceptInvitation",
}
const isEntrance = (flow: FlowName): boolean => flow === "signUp" || flow === "resetPassword"

/** True for a call of a flow that is open only to a person who is signed out. */
export const isEntranceCall = (call: CallName): boolean => {
  const flow = flowOfCall[call]
  return flow !== undefined && isEntrance(flow)
}
export const isFlowCall = (call: CallName): boolean => flowOfCall[call] !== undefined

/** A flow to open now: that of the wanted call, if possible. */
export const drawFlow = ({ session }: State, looksFor: CallName | undefined, dice: Prng): FlowName => {
  const out = session.current === null
  const wanted = looksFor === undefined ? undefined : flowOfCall[looksFor]
  if (wanted !== undefined && isEntrance(wanted) === out) return wanted
  return out ? dice.weighted(entrances) : dice.weighted(ownFlows)
}

/** The next step. Undefined while one is pending, and at the end. */
export const drawStep = (
  { flow, stage }: Pick<Flow, "flow" | "stage">,
  { session }: State,
  people: People,
  dice: Prng,
): ClientRequest | undefined => {
  const server: ServerUrl = session.current?.server ?? PUBLIC_SERVER
  const code = () => people.drawCode(server, dice)
  const resends = dice.chance(RESENDS)
  switch (`${flow} ${stage}`) {
    case "signUp form": {
      const form = { name: newName, email: dice.pick(newEmails), password: dice.pick(passwords), server }
      return { type: "SignUp", form }
    }
    case "signUp code":
      return resends ? { type: "ResendSignUp" } : { type: "ConfirmSignUp", code: code() }
    case "resetPassword email":
      return { type: "RequestReset", email: people.drawForm(dice, false)?.email ?? otherEmails[0], server }
    case "resetPassword sent":
      return resends ? { type: "ResendReset" } : { type: "SubmitReset", code: code(), password: dice.pick(passwords) }
    case "changeEmail email":
      return { type: "RequestEmailChange", email: dice.pick(otherEmails) }
    case "changeEmail code":
      return resends ? { type: "ResendEmailChange" } : { type: "ConfirmEmailChange", code: code() }
    case "deleteAccount confirm":
      return { type: "RequestDeletion" }
    case "deleteAccount verify":
      return resends ? { type: "ResendDeletion" } : { type: "ConfirmDeletion", code: code() }
    case "acceptInvitation enter":
      return { type: "AcceptInvitation", code: code() }
    default:
      return undefined
  }
}
