import type { Outcome } from "../../../src/domain/outbox/outcome.ts"
import { unsettledKey } from "../../../src/domain/outbox/state.ts"
import type { Command } from "../../../src/domain/product/decide.ts"
import type { AccountKey } from "../../../src/domain/values/identity.ts"
import { parseServerUrl } from "../../../src/domain/values/serverUrl.ts"
import { type Choice, drawCommand } from "../commands.ts"
import type { Settled } from "../network.ts"
import type { Prng } from "../prng.ts"
import type { Known } from "../ruleFacts.ts"
import { namedTarget } from "../unsettled.ts"
import type { History } from "./history.ts"

/** What may happen next in an imagined history. */

type Move = (history: History, dice: Prng) => void

const names = ["Atlas", "Borealis", "Cygnus"] as const
const dids = ["d1", "d2", "d3"] as const
const idOf = ({ queued }: Known): string => queued.payload.action

const oneOf = <Item>(items: readonly Item[], dice: Prng): Item | undefined =>
  items.length === 0 ? undefined : dice.pick(items)

const server = parseServerUrl("https://imagined.example")

export const signIn: Move = (history, dice) => {
  if (!server.ok) throw new Error("the server has an address")
  const uid = dice.pick(["u1", "u1", "u2"])
  history.do({
    type: "CompleteSignIn",
    session: {
      id: `session ${history.seq}`,
      server: server.value,
      serverType: "private",
      uid,
      name: uid,
      email: `${uid}@example.com`,
      createdAt: 0,
    },
  })
}

const endSession: Move = (history, dice) => {
  const { current } = history.state.session
  if (current === null) return
  if (dice.chance(0.3)) history.do({ type: "DiscardActions", account: current.account })
  history.do({ type: "EndSession", sessionId: current.id, reason: dice.pick(["person", "refused"]) })
}

const choices: readonly (readonly [Choice, number])[] = [
  ["RenameDevice", 8],
  ["RebootDevice", 4],
  ["WakeDevice", 2],
  ["RenameAccount", 3],
  ["RenameSubAccount", 3],
  ["EditSubAccountEmail", 2],
  ["ChangeSubAccountState", 6],
  ["AssignDevice", 4],
  ["DisconnectMainAccount", 1],
  ["SendInvitation", 3],
  ["CancelAction", 2],
  ["HurryAction", 3],
  ["DismissAction", 2],
  ["ConfirmAction", 2],
  ["SendActionAgain", 2],
  ["DismissSettled", 1],
]

const ask: Move = (history, dice) => {
  const drawn = drawCommand(dice.weighted(choices), history.state, dice)
  if (drawn !== undefined && !("inSightOf" in drawn)) history.do(drawn)
}

/** Mostly by whoever leads; what is claimed is nearly always sent. */
const claim: Move = (history, dice) => {
  const action = oneOf(
    history.held.filter(({ stage }) => stage === "unsent"),
    dice,
  )
  if (action === undefined) return
  const events = history.do({ type: "ClaimAction", action: idOf(action), epoch: history.state.outbox.epoch })
  for (const event of events ?? []) if (event.type === "ActionClaimed" && dice.chance(0.95)) history.send(event)
}

const refusal = (refused: "unknown" | "sessionInvalid" | "tooOften", status: number): Settled => ({
  _tag: "Refused",
  status,
  refusal: refused,
  freshToken: undefined,
})

interface Answer {
  /** What the tab hears. */
  readonly settled: Settled | undefined
  readonly outcome: Outcome
}

const notSent: Answer = { settled: undefined, outcome: { kind: "notSent" } }
const answers: readonly Answer[] = [
  { settled: "done", outcome: { kind: "done" } },
  { settled: "done", outcome: { kind: "done" } },
  { settled: refusal("unknown", -1), outcome: { kind: "refused", reason: "unknown", status: -1 } },
  { settled: refusal("tooOften", -100), outcome: { kind: "tooOften" } },
  { settled: refusal("sessionInvalid", -106), outcome: { kind: "session" } },
  { settled: { _tag: "NoReply", kind: "timeout", field: undefined }, outcome: { kind: "noReply" } },
  { settled: { _tag: "NoReply", kind: "timeout", field: undefined }, outcome: { kind: "noReply" } },
]

/** Also late, when the attempt was given up meanwhile. */
const answer: Move = (history, dice) => {
  const sent = history.held.filter(
    ({ stage, wait, attempts }) =>
      attempts > 0 &&
      (stage === "sending" || (dice.chance(0.1) && (stage === "unconfirmed" || wait?.reason === "lost"))),
  )
  const action = oneOf(sent, dice)
  if (action === undefined) return
  const { settled, outcome } = history.isSent(action) ? dice.pick(answers) : notSent
  if (settled !== undefined) history.hear(idOf(action), settled)
  const report = { action: idOf(action), attempt: action.attempts, outcome, jitter: dice.fraction() }
  history.do({ type: "RecordOutcome", ...report })
}

const pass: Move = (history, dice) => {
  const ms = dice.pick([500, 5_000, 30_000, 120_000, 400_000])
  history.at += ms
  history.now += ms
}

const setClock: Move = (history, dice) => {
  history.at += dice.between(-1_200_000, 1_200_000)
}

const lead: Move = (history, dice) => {
  history.tab = dice.pick(["tab-1", "tab-2"])
  history.do({ type: "TakeLeadership" })
}

const connection: Move = (history, dice) => {
  history.do({ type: "ReportConnection", status: dice.pick(["online", "online", "unreachable", "offline"]) })
}

const expire: Move = (history) => {
  history.do({ type: "ExpireActions", epoch: history.state.outbox.epoch })
}

/** Of this account: targets whose lost requests are dead by now. */
const outlived = (history: History, account: AccountKey, dice: Prng): ReadonlyMap<string, number> => {
  const dead = new Map<string, number>()
  for (const one of history.facts.unsettled) {
    if (one.account !== account || dice.chance(0.4)) continue
    dead.set(unsettledKey(account, one.target), one.lostAt)
    const known = [...history.facts.actions.values()].filter(({ queued, stage }) => {
      const { intent, account: owner } = queued.payload
      return owner === account && stage !== "sending" && namedTarget(intent) === one.target
    })
    history.outlive(known.map(idOf))
  }
  return dead
}

/** A list as the server may have it; some readings began before what was written last. */
export const read: Move = (history, dice) => {
  const account = history.state.session.current?.account
  if (account === undefined) return
  const begun = { begunAt: history.at, begunSeq: Math.max(0, history.seq - dice.pick([0, 0, 3, 12])) }
  const settles = { account, ...begun, outlived: outlived(history, account, dice) }
  const readings: readonly Command[] = [
    { type: "RecordDevices", ...settles, devices: dids.map((id) => deviceOf(id, history.at, dice)) },
    {
      type: "RecordSubAccounts",
      ...settles,
      subAccounts: ["s1", "s2"].map((id) => ({
        id,
        name: dice.pick(names),
        email: `${id}@example.com`,
        createdAt: 0,
        status: dice.pick([1, 2, 3]),
        devices: dids.filter(() => dice.chance(0.5)),
      })),
    },
    { type: "RecordMainAccounts", ...settles, mainAccounts: [{ id: "m1", name: "Main", email: "main@example.com" }] },
  ]
  history.do(dice.pick(readings))
}

const deviceOf = (id: string, lastSeen: number, dice: Prng) => ({
  id,
  name: dice.pick(names),
  model: 1,
  lastSeen,
  flags: 4,
  build: 0,
  shared: false,
  owner: "",
})

const profile: Move = (history, dice) => {
  const { current } = history.state.session
  if (current === null) return
  const begun = { begunAt: history.at, begunSeq: Math.max(0, history.seq - dice.below(6)) }
  history.do({ type: "RecordProfile", sessionId: current.id, ...begun, profile: { name: dice.pick(names) } })
}

const startBatch: Move = (history, dice) => {
  const kind = dice.pick(["reboot", "wake", "assign"] as const)
  const accountId = kind === "assign" ? "s1" : null
  const subject = accountId === null ? "" : "Atlas"
  history.do({ type: "StartBatch", kind, accountId, subject, dids, left: [], undo: dice.chance(0.3) })
}

const moveBatch: Move = (history, dice) => {
  const batch = oneOf([...history.state.batches.keys()], dice)
  if (batch === undefined) return
  const to = dice.pick(["paused", "running", "running", "stopped", "dismissed"] as const)
  history.do({ type: "MoveBatch", batch, to })
}

const advanceBatch: Move = (history, dice) => {
  const batch = oneOf([...history.state.batches.keys()], dice)
  if (batch !== undefined) history.do({ type: "AdvanceBatch", batch, epoch: history.state.outbox.epoch })
}

/** How often each happens beside the others. */
const moves = {
  ask: [ask, 26],
  claim: [claim, 24],
  answer: [answer, 20],
  pass: [pass, 8],
  read: [read, 6],
  advanceBatch: [advanceBatch, 5],
  lead: [lead, 2],
  connection: [connection, 3],
  expire: [expire, 2],
  setClock: [setClock, 1],
  profile: [profile, 1],
  startBatch: [startBatch, 1],
  moveBatch: [moveBatch, 1],
  endSession: [endSession, 1],
  signIn: [signIn, 2],
} as const satisfies Readonly<Record<string, readonly [Move, number]>>

export const move: Move = (history, dice) => {
  const weights = Object.values(moves).map(([happens, weight], index) => ({ happens, weight, name: `${index}` }))
  const name = dice.weighted(weights.map((one) => [one.name, one.weight] as const))
  weights.find((one) => one.name === name)?.happens(history, dice)
}
