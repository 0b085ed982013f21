import type { CommandRequest } from "../../../src/domain/client/requests.ts"
import {
  ACTION_EXPIRY_MS,
  HEARTBEAT_MS,
  READS_BURST,
  READS_REFILL_MS,
  RETRY_CAP_MS,
} from "../../../src/domain/values/limits.ts"
import type { Client } from "../browser/client.ts"
import type { Chance, Part } from "../imagined/part.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { Desk, stateOf, statusOf } from "./desk.ts"

/**
 * A day on which one thing goes wrong, or none: then what the client does can be told to the second. In a whole run, where
 * everything may be late for many reasons, only the end of it can.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Until what is asked for leaves, and until a change of tabs has changed who leads, ms. */
const AT_ONCE_MS = 2 * SECOND
const SETTLED_MS = 5 * SECOND
/** Until one thing is asked of a server that answers, ms. */
const DONE_MS = MINUTE
/** Timers of a hidden tab fire once a minute. */
const HIDDEN_MS = 2 * MINUTE
const NO_ROOM = { slow: 0, quota: 1, repeated: 0 }
const SLOW = { slow: 1, quota: 0, repeated: 0 }
const SOUND = { slow: 0, quota: 0, repeated: 0 }

const ended: ReadonlySet<string> = new Set(["confirmed", "refused", "superseded"])

const invite: CommandRequest = { type: "SendInvitation", name: "Pia", email: "pia@example.com" }

const deviceOf = (client: Client, dice: Prng): string => {
  const own = [...stateOf(client).devices.bound.values()].filter(({ shared }) => !shared)
  return dice.pick(own).id
}

const drawn = (client: Client, dice: Prng): CommandRequest => {
  const did = deviceOf(client, dice)
  return dice.pick<CommandRequest>([
    { type: "RenameDevice", did, name: `Name ${dice.below(99)}` },
    { type: "RebootDevice", did },
    { type: "RenameAccount", name: `Name ${dice.below(99)}` },
    invite,
  ])
}

const breaks = (invariant: number, what: string): never => {
  throw new Violation(invariant, what)
}

const readsWithin = (ms: number): number => READS_BURST + ms / READS_REFILL_MS

/** What a day is about; each begins with somebody who has signed in, in one tab that is seen. */
type Day = (desk: Desk, client: Client, dice: Prng) => void

const expectDone = (desk: Desk, client: Client, what: string, ms = DONE_MS): void => {
  const open = () => desk.statesOf(client).filter((state) => !ended.has(state))
  if (!desk.until(() => open().length === 0, ms))
    breaks(7, `${what}, and an action is ${open().join(", ")} after ${ms} ms`)
}

const expectFew = (desk: Desk, ms: number, most: number, what: string): void => {
  const { requests } = desk.during(ms)
  if (requests > most) breaks(22, `${what}, and ${requests} requests are made in ${ms} ms`)
}

const nothingWrong: Day = (desk, client, dice) => {
  desk.pass(dice.below(20 * SECOND))
  for (let n = 0; n < 3; n += 1) {
    const before = desk.calls.length
    const request = drawn(client, dice)
    const isQueued = Array.isArray(desk.ask(client, request))
    const calls = () =>
      desk.calls.slice(before).filter((call) => call !== "loginWithToken" && call !== "get_subaccount_list")
    const isAsked = stateOf(client).outbox.actions.size > 0
    if (isQueued && isAsked && n === 0 && !desk.until(() => calls().length > 0, AT_ONCE_MS))
      breaks(7, `${request.type} has not left ${AT_ONCE_MS} ms after it was asked for`)
    desk.pass(dice.below(MINUTE))
  }
  expectDone(desk, client, "nothing goes wrong")
}

/** Nobody takes the lead from a leader that is seen and lives, and lists are read once a minute. */
const longRest: Day = (desk, client, dice) => {
  if (dice.chance(0.7)) desk.open()
  desk.pass(SETTLED_MS)
  const { epoch } = stateOf(client).outbox
  const ms = 4 * MINUTE
  expectFew(desk, ms, 2 * (readsWithin(ms) + 1), "nobody asks for anything")
  if (stateOf(client).outbox.epoch !== epoch) breaks(17, `the lead goes from tab to tab while nothing happens`)
}

const serverAway: Day = (desk, client, dice) => {
  desk.every(dice.pick(["drop-request", "http-html", "http-500"] as const))
  desk.ask(client, { type: "RenameDevice", did: deviceOf(client, dice), name: "Early" })
  desk.until(() => stateOf(client).connection.status === "unreachable", 5 * MINUTE)
  desk.ask(client, { type: "WakeDevice", did: deviceOf(client, dice), mac: null })
  const ms = ACTION_EXPIRY_MS + RETRY_CAP_MS + SETTLED_MS
  expectFew(desk, ms, readsWithin(ms), "the server does not answer")
  const isWaiting = desk
    .statesOf(client)
    .some((state, index) => index > 0 && (state === "queued" || state === "waiting"))
  if (isWaiting) breaks(7, `a wake waits on although its time is over`)
  desk.every(null)
  desk.pass(3 * MINUTE)
  if (stateOf(client).connection.status !== "online") breaks(7, "the server is back, and nobody has noticed")
}

const listRefused: Day = (desk, client) => {
  desk.each("send_invitation", "drop-request")
  desk.each("get_subaccount_list", "unknown-status")
  desk.ask(client, invite)
  desk.until(() => desk.statesOf(client).includes("unconfirmed"), 2 * MINUTE)
  const ms = 5 * MINUTE
  expectFew(desk, ms, 2 * readsWithin(ms), "a list is refused")
}

/** The list tells whom an invitation brought whose reply was lost. */
const replyLost: Day = (desk, client) => {
  desk.each("send_invitation", "drop-reply")
  desk.ask(client, invite)
  desk.until(() => !["queued", "sending"].includes(desk.statesOf(client).at(-1) ?? ""), 2 * MINUTE)
  expectDone(desk, client, "the reply to an invitation is lost", 5 * MINUTE)
}

/** A tab that died at once took the lead: it told nobody, and holds no lock. */
const otherLeader: Day = (desk, client, dice) => {
  const last = desk.events.at(-1)
  if (last === undefined) return
  const taken = { ...last, id: "other.0", seq: last.seq + 1, tab: "tab-9", type: "LeadershipTaken", v: 1 }
  desk.events.push({ ...taken, payload: { epoch: stateOf(client).outbox.epoch + 1 } })
  desk.pass(dice.between(HEARTBEAT_MS, MINUTE))
  desk.ask(client, drawn(client, dice))
  expectDone(desk, client, "another tab has led for a moment")
}

/** A leader is hidden while it claims or sends: what it has begun it ends, once. */
const handOver: Day = (desk, client, dice) => {
  desk.open()
  desk.pass(SETTLED_MS)
  const did = deviceOf(client, dice)
  if (dice.chance(0.5)) desk.browser.disk.profile = SLOW
  desk.ask(client, { type: "RebootDevice", did })
  const claims = () => desk.events.some(({ type }) => type === "ActionClaimed")
  desk.until(claims, MINUTE)
  desk.pass(dice.pick([0, 0, 20, 300]))
  desk.browser.system.setVisible(client.tab, false)
  desk.pass(100)
  desk.browser.disk.profile = SOUND
  expectDone(desk, client, "the leader was hidden", HIDDEN_MS)
  const sent = desk.calls.filter((call) => call === "request_device").length
  if (sent !== 1) breaks(5, `a reboot left ${sent} times because its leader was hidden`)
  if (desk.events.some(({ type }) => type === "ActionUnconfirmed"))
    breaks(25, "a reboot is in doubt for being handed over")
}

/** A tab that is seen leads; a hidden one only while no other is seen. */
const shownAndHidden: Day = (desk, client, dice) => {
  const tabs = [client, desk.open()]
  let shown = new Set(tabs)
  for (let n = 0; n < 5; n += 1) {
    const one = dice.pick(tabs)
    const isShown = dice.chance(0.5)
    desk.browser.system.setVisible(one.tab, isShown)
    shown = new Set(tabs.filter(({ tab }) => tab.visible))
    desk.pass(SETTLED_MS)
    const { holder } = desk.browser.lock
    if (shown.size > 0 && ![...shown].some(({ tab }) => tab === holder))
      breaks(17, `${holder?.name} leads and is hidden, and another tab is seen`)
  }
}

/** A release to come has written an event: nobody who cannot read it asks for anything, or keeps others from leading. */
const outdated: Day = (desk, client, dice) => {
  if (dice.chance(0.5)) desk.open()
  desk.outdate()
  desk.pass(2 * MINUTE)
  if (!statusOf(client).outdated) breaks(23, "a tab goes on with a log that it cannot read")
  if (desk.browser.lock.holder !== undefined) breaks(23, "a tab leads that cannot read the log")
  const { requests, events } = desk.during(10 * MINUTE)
  if (requests + events > 0)
    breaks(23, `a tab that cannot read the log makes ${requests} requests, and ${events} events`)
}

/** With a full disk nothing is asked, the tab says so all the time, and once there is room it says so once. */
const fullDisk: Day = (desk, client, dice) => {
  desk.browser.disk.profile = NO_ROOM
  desk.until(() => statusOf(client).storage === "quota", 5 * MINUTE)
  let changes = 0
  client.engine?.onStatus(() => {
    changes += 1
  })
  if (dice.chance(0.5)) desk.open()
  expectFew(desk, 10 * MINUTE, 0, "the disk is full")
  if (changes > 0) breaks(18, `the disk is full, and the tab says ${changes} times something else`)
  desk.browser.disk.profile = SOUND
  desk.pass(2 * MINUTE)
  if (statusOf(client).storage !== "ok") breaks(18, "there is room again, and the tab does not notice")
}

const kinds = {
  nothingWrong,
  longRest,
  serverAway,
  listRefused,
  replyLost,
  otherLeader,
  handOver,
  shownAndHidden,
  outdated,
  fullDisk,
} as const satisfies Readonly<Record<string, Day>>
const names = [
  "nothingWrong",
  "longRest",
  "serverAway",
  "listRefused",
  "replyLost",
  "otherLeader",
  "handOver",
  "shownAndHidden",
  "outdated",
  "fullDisk",
] as const satisfies readonly (keyof typeof kinds)[]

const imagine = ({ next, tell }: Chance): void => {
  const dice = next()
  if (dice === undefined) return
  const name = dice.pick(names)
  tell(() => `it is about ${name}`)
  const desk = new Desk(3, dice.below(1_000))
  const client = desk.signedIn()
  kinds[name](desk, client, dice)
  const [complaint] = desk.complaints
  if (complaint !== undefined) breaks(0, complaint)
}

/** One seed in ten lives one: it takes a few times as long as what the others imagine. */
export const days: Part = { name: "days", title: "on a day of its own", every: 10, imagine }
