import { Effect } from "effect"
import { deliver } from "../../../src/domain/client/sending/delivery.ts"
import type { ListName } from "../../../src/domain/event/listRead.ts"
import { USER_KEY } from "../../../src/domain/features/session/savedUser.ts"
import type { Action } from "../../../src/domain/outbox/state.ts"
import { CLAIM_FRESH_MS, CLOCK_STEP_TOLERATED_MS } from "../../../src/domain/values/limits.ts"
import type { Known } from "../audits/ruleFacts.ts"
import { bodyOf } from "../network/answers.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { History } from "./history.ts"
import { read, signIn } from "./moves.ts"
import type { Chance, Part } from "./part.ts"
import { Sender } from "./sender.ts"

/** Claimed actions are sent, each once, whatever has happened since the claim; the rules say what must become of each. */

const SENDS = 4
/** Sign-ins after which somebody else has surely signed in. */
const TRIES = 50
const FIRST_READINGS = 8
/** Two claims are so far apart, ms: no wait lasts longer. */
const APART_MS = 200_000

const DELETED = 4
const asks = [
  { type: "RenameDevice", did: "d1", name: "Lyra" },
  { type: "RenameAccount", name: "Mensa" },
  { type: "RebootDevice", did: "d2" },
  { type: "WakeDevice", did: "d3", mac: null },
  { type: "SendInvitation", name: "Pia", email: "pia@example.com" },
  { type: "SendInvitation", name: "Ida", email: "ida@example.com" },
  { type: "DisconnectMainAccount", accountId: "m1" },
  { type: "ChangeSubAccountState", accountId: "s1", state: DELETED },
] as const
/** What passes between a claim and its send, ms by the clock on the wall and by the one that sleeps with the machine. */
const ages = [
  [0, 0],
  [0, 0],
  [0, 0],
  [4_000, 4_000],
  [9_000, 9_000],
  [600_000, 0],
  [-60_000, 0],
  [-60_000, 9_000],
  [-4_000, 1_000],
  [4_000, 9_000],
] as const
/** What becomes of the session between claim and send, and while the request is on its way. */
const sessions = [
  "stays",
  "stays",
  "stays",
  "stays",
  "stays",
  "stays",
  "somebody else signs in",
  "ends",
  "loses its user",
] as const
const meanwhiles = ["nothing", "nothing", "nothing", "signs out", "signs out", "token is renewed"] as const
/** Statuses of answers; null for none. */
const statuses = [0, 0, -1, -1, -100, -106, -109, null] as const
const refusing: ReadonlySet<number | null> = new Set([-106, -109])
/** What a list that is read anew says of what was to be removed. */
const lists = ["has it", "lacks it", "is not read"] as const

interface Situation {
  readonly action: Action
  readonly wasAmbiguous: boolean
  readonly isDevice: boolean
  readonly isRemoval: boolean
  readonly age: (typeof ages)[number]
  readonly session: (typeof sessions)[number]
  readonly meanwhile: (typeof meanwhiles)[number]
  readonly status: (typeof statuses)[number]
  readonly list: (typeof lists)[number]
}

/** Asks for something and claims it. */
const claimed = (
  history: History,
  dice: Prng,
): { readonly action: Action; readonly leaves: () => void } | undefined => {
  const queued = history.do(dice.pick(asks))?.find(({ type }) => type === "ActionQueued")
  if (queued?.type !== "ActionQueued") return undefined
  const { action } = queued.payload
  const claims = history.do({ type: "ClaimAction", action, epoch: history.state.outbox.epoch })
  const claim = claims?.find(({ type }) => type === "ActionClaimed")
  if (claim?.type !== "ActionClaimed") return undefined
  const claimed = history.state.outbox.actions.get(action)
  return claimed && { action: claimed, leaves: () => history.send(claim) }
}

const endSession = (history: History): void => {
  const { current } = history.state.session
  if (current !== null) history.do({ type: "EndSession", sessionId: current.id, reason: "person" })
}

const before = ({ session, age: [wall, awake] }: Situation, sender: Sender, dice: Prng): void => {
  const { history } = sender
  history.at += wall
  history.now += awake
  if (session === "ends") endSession(history)
  if (session === "loses its user") sender.preferences.delete(USER_KEY)
  if (session !== "somebody else signs in") return
  const { current } = history.state.session
  for (let n = 0; n < TRIES && history.state.session.current?.account === current?.account; n += 1)
    signIn(history, dice)
  sender.save("token of another")
}

/** A list is read anew: what was to be removed is there, or not, or nothing is heard of it. */
const rereads = ({ list, action }: Situation, history: History, name: ListName): boolean => {
  const { account } = action
  if (list === "is not read") {
    history.do({ type: "RecordReadFailure", account, list: name, reason: "connect" })
    return false
  }
  const begun = { account, begunAt: history.at, begunSeq: history.seq, outlived: new Map<string, number>() }
  const isThere = list === "has it"
  if (name === "mainAccounts") {
    const mainAccounts = isThere ? [{ id: "m1", name: "Main", email: "main@example.com" }] : []
    history.do({ type: "RecordMainAccounts", ...begun, mainAccounts })
  } else {
    const sub = { id: "s1", name: "Sub", email: "s1@example.com", createdAt: 0, status: 2, devices: [] }
    history.do({ type: "RecordSubAccounts", ...begun, subAccounts: isThere ? [sub] : [] })
  }
  return true
}

const isSent = ({ age: [wall, awake], session }: Situation): boolean =>
  wall >= -CLOCK_STEP_TOLERATED_MS && wall <= CLAIM_FRESH_MS && awake <= CLAIM_FRESH_MS && session === "stays"

/** Where the action stands afterwards: "back" in the queue, "open" to doubt, or at an end of its own. */
const wantedOf = (situation: Situation): string => {
  const { status, isDevice, isRemoval, list, wasAmbiguous, action } = situation
  const doubt = action.intent.call === "update_subaccount_state" ? "unsent" : "unconfirmed"
  const absolute = action.intent.call.startsWith("rename_") ? "unsent" : doubt
  const unsure = wasAmbiguous ? "unconfirmed" : "refused"
  if (!isSent(situation)) return "unsent"
  if (status === null) return absolute
  if (status === 0) return "done"
  if (status === -100) return "unsent"
  if (refusing.has(status)) return isDevice && situation.meanwhile !== "token is renewed" ? unsure : "unsent"
  if (!isRemoval) return unsure
  if (list === "is not read") return absolute
  return list === "has it" ? unsure : "done"
}

const overOf = ({ isDone }: Known): string => (isDone ? "done" : "refused")
const standingOf = (known: Known): string => (known.stage === "over" ? overOf(known) : known.stage)

const checkSent = (situation: Situation, sender: Sender): void => {
  const { action } = situation
  const { call } = action.intent
  const own = sender.asked.filter((one) => one.call === call)
  if (sender.asked.length !== own.length || own.length !== (isSent(situation) ? 1 : 0))
    throw new Violation(
      17,
      `${call} left ${own.length} times: ${situation.session}, ${situation.age.join(" and ")} ms old`,
    )
  for (const { server, body } of own) {
    const uid: unknown = Reflect.get(body, "uid")
    if (action.account !== `${server} ${String(uid)}`)
      throw new Violation(9, `${call} of ${action.account} was sent to ${server} as ${String(uid)}`)
  }
}

/** A refused session ends, unless a wake or a reboot was refused, or a newer token is there; nothing else ends it. */
const checkSession = (situation: Situation, sender: Sender, sessionId: string | undefined): void => {
  const { status, isDevice, meanwhile, action } = situation
  const { current } = sender.history.state.session
  if (!isSent(situation) || meanwhile === "signs out") return
  const isEnded = refusing.has(status) && !isDevice && meanwhile !== "token is renewed"
  const told = `${action.intent.call} is answered by ${status}`
  if (isEnded !== (current?.id !== sessionId))
    throw new Violation(isDevice ? 10 : 9, `${told}, and the session ${isEnded ? "goes on" : "is over"}`)
  if (isEnded === sender.preferences.has(USER_KEY))
    throw new Violation(26, `${told}, and the saved user ${isEnded ? "stays" : "is gone"}`)
}

const check = (situation: Situation, sender: Sender, sessionId: string | undefined): void => {
  checkSent(situation, sender)
  checkSession(situation, sender, sessionId)
  const { action, meanwhile, status } = situation
  const { call } = action.intent
  const known = sender.history.facts.actions.get(action.id)
  // What a list says of the account of before is nobody's.
  const isTold = meanwhile !== "signs out" || !situation.isRemoval
  const wanted = wantedOf(situation)
  if (known !== undefined && isTold && standingOf(known) !== wanted)
    throw new Violation(25, `${call} answered by ${status} is ${standingOf(known)}, and should be ${wanted}`)
  const { current } = sender.history.state.session
  const kept = sender.codes.has(action.account)
  const isOwn = current?.account === action.account
  if (kept && !isOwn) throw new Violation(15, `the code of ${action.account} stays, and nobody is signed in to it`)
  if (!kept && isOwn && call === "send_invitation" && wanted === "done")
    throw new Violation(25, "an invitation went out, and its code is lost")
}

const drawn = (action: Action, wasAmbiguous: boolean, dice: Prng): Situation => ({
  action,
  wasAmbiguous,
  isDevice: action.intent.call === "request_device",
  isRemoval: ["disconnect_main_account", "update_subaccount_state"].includes(action.intent.call),
  age: dice.pick(ages),
  session: dice.pick(sessions),
  meanwhile: dice.pick(meanwhiles),
  status: dice.pick(statuses),
  list: dice.pick(lists),
})

const begun = (dice: Prng): History => {
  const history = new History(() => {})
  signIn(history, dice)
  history.do({ type: "TakeLeadership" })
  history.do({ type: "ReportConnection", status: "online" })
  for (let n = 0; n < FIRST_READINGS; n += 1) read(history, dice)
  return history
}

const imagine = ({ dice, next, tell }: Chance): void => {
  for (let n = 0; n < SENDS; n += 1) {
    const own = next()
    if (own === undefined) continue
    const history = begun(own)
    history.at += APART_MS
    const asked = claimed(history, own)
    if (asked === undefined) continue
    const { action, leaves } = asked
    const sessionId = history.state.session.current?.id
    const sender = new Sender(history, own)
    const situation = drawn(action, action.ambiguousBefore, own)
    tell(() => `${action.intent.call}: ${JSON.stringify({ ...situation, action: action.id })}`)
    sender.save("token")
    const claim = {
      attempt: action.attempts,
      at: action.claimedAt,
      begunAt: Number(sender.monotonicNanos / 1_000_000n),
    }
    before(situation, sender, dice)
    const { status, meanwhile } = situation
    sender.answer = status === null ? { status: 500, text: undefined } : bodyOf({ status, code: "123456" })
    sender.hears = (settled) => history.hear(action.id, settled)
    sender.rereads = (list) => rereads(situation, history, list)
    sender.meanwhile = () => {
      leaves()
      if (meanwhile === "signs out") endSession(history)
      if (meanwhile === "token is renewed") sender.save("newer token")
    }
    Effect.runSync(Effect.provideContext(deliver(action, claim), sender.ports()))
    check(situation, sender, sessionId)
  }
}

export const sending: Part = { name: "sending", title: "in claims that are sent, each alone", every: 2, imagine }
