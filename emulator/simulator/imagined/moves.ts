import type { AttemptOutcome } from "../../../src/domain/outbox/outcome.ts"
import { unsettledKey } from "../../../src/domain/outbox/state.ts"
import type { Command } from "../../../src/domain/product/decide.ts"
import type { AccountKey } from "../../../src/domain/values/identity.ts"
import { parseServerUrl } from "../../../src/domain/values/serverUrl.ts"
import type { Known } from "../audits/ruleFacts.ts"
import { namedTarget } from "../audits/unsettled.ts"
import type { Settled } from "../network/network.ts"
import { drawCommand } from "../people/commands.ts"
import type { Prng } from "../prng.ts"
import type { History } from "./history.ts"
import type { AnswerName, Mood, MoveName } from "./mood.ts"
import { mislay } from "./plays.ts"

/** What may happen next in an imagined history. */

type Move = (history: History, dice: Prng, mood: Mood) => void

const names = ["Atlas", "Borealis", "Cygnus"] as const
const dids = ["d1", "d2", "d3"] as const
const idOf = ({ queued }: Known): string => queued.payload.action

const oneOf = <Item>(items: readonly Item[], dice: Prng): Item | undefined =>
  items.length === 0 ? undefined : dice.pick(items)

const server = parseServerUrl("https://imagined.example")

export const signIn = (history: History, dice: Prng): void => {
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

const ask: Move = (history, dice, { choices }) => {
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
  readonly outcome: AttemptOutcome
}

const notSent: Answer = { settled: undefined, outcome: { kind: "notSent" } }
const answers = {
  done: { settled: "done", outcome: { kind: "done" } },
  refused: { settled: refusal("unknown", -1), outcome: { kind: "refused", reason: "unknown", status: -1 } },
  tooOften: { settled: refusal("tooOften", -100), outcome: { kind: "tooOften" } },
  session: { settled: refusal("sessionInvalid", -106), outcome: { kind: "session" } },
  noReply: { settled: { _tag: "NoReply", kind: "timeout", field: undefined }, outcome: { kind: "noReply" } },
} as const satisfies Readonly<Record<AnswerName, Answer>>

/** Also late, when the attempt was given up meanwhile. */
const answer: Move = (history, dice, mood) => {
  const sent = history.held.filter(
    ({ stage, wait, attempts }) =>
      attempts > 0 &&
      (stage === "sending" || (dice.chance(0.1) && (stage === "unconfirmed" || wait?.reason === "lost"))),
  )
  const action = oneOf(sent, dice)
  if (action === undefined) return
  const { settled, outcome } = history.isSent(action) ? answers[dice.weighted(mood.answers)] : notSent
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
export const read = (history: History, dice: Prng): void => {
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

const moves: Readonly<Record<MoveName, Move>> = {
  ask,
  claim,
  answer,
  pass,
  read,
  advanceBatch,
  lead,
  connection,
  expire,
  setClock,
  profile,
  startBatch,
  moveBatch,
  endSession,
  signIn,
  mislay,
}

export const move: Move = (history, dice, mood) => moves[dice.weighted(mood.moves)](history, dice, mood)
