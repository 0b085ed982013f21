import type { Command } from "../../../src/domain/product/decide.ts"
import type { Event } from "../../../src/domain/product/events.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { parseServerUrl } from "../../../src/domain/values/serverUrl.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import type { Part } from "./part.ts"
import { ShortLog } from "./shortLog.ts"

/** Batches in the log alone: every device that was chosen gets its turn, also after what was asked of it was taken back. */

const MOVES = 60
const LOOK_EVERY = 15
const DIDS = ["d1", "d2", "d3", "d4"] as const
/** Longer than a batch can be undone, ms. */
const PASS_MS = 5_000
/** Ends of an action. */
const ENDS: ReadonlySet<string> = new Set([
  "ActionConfirmed",
  "ActionRefused",
  "ActionUnconfirmed",
  "ActionExpired",
  "ActionCancelled",
  "ActionSuperseded",
])

/** A batch as its events tell. */
interface Known {
  readonly dids: readonly string[]
  readonly undoUntil: number
  state: "running" | "paused" | "over"
  /** Whose turn is still to come, and of them those whose turn comes again, in order. */
  readonly waiting: Set<string>
  again: readonly string[]
  /** Devices of which something is asked, by their actions. */
  readonly asked: Map<string, string>
}

const print = ({ batches }: State): string =>
  JSON.stringify([...batches.values()].map((batch) => [batch, [...batch.items]]))

const server = parseServerUrl("https://imagined.example")

class Batches {
  readonly #log: ShortLog
  readonly #known = new Map<string, Known>()

  constructor(log: ShortLog) {
    this.#log = log
  }

  begin(): void {
    if (!server.ok) throw new Error("the server has an address")
    const who = { id: "session", uid: "u1", name: "u1", email: "u1@example.com", createdAt: 0 }
    this.#do({ type: "CompleteSignIn", session: { ...who, server: server.value, serverType: "private" } })
    const account = this.#log.state.session.current?.account
    if (account === undefined) throw new Error("nobody is signed in")
    const read = { account, begunAt: this.#log.at }
    const named = {
      name: "Atlas",
      model: 1,
      lastSeen: this.#log.at,
      flags: 4,
      build: 999_999_999_999,
      shared: false,
      owner: "",
    }
    this.#do({ type: "RecordDevices", ...read, devices: DIDS.map((id) => ({ id, ...named })) })
    const sub = { id: "s1", name: "Sub", email: "s1@example.com", createdAt: 0, status: 2, devices: [] }
    this.#do({ type: "RecordSubAccounts", ...read, subAccounts: [sub] })
    this.#do({ type: "ReportConnection", status: "online" })
    this.#do({ type: "TakeLeadership" })
  }

  move(dice: Prng): void {
    const word = dice.weighted([
      ["start", 2],
      ["advance", 12],
      ["move", 6],
      ["claim", 6],
      ["answer", 6],
      ["pass", 2],
    ])
    if (word === "start") this.#start(dice)
    else if (word === "pass") this.#log.at += PASS_MS
    else if (word === "claim" || word === "answer") this.#send(word, dice)
    else if (this.#known.size > 0) this.#drive(word, dice.pick([...this.#known.keys()]), dice)
  }

  #start(dice: Prng): void {
    const kind = dice.pick(["reboot", "wake", "assign"] as const)
    const accountId = kind === "assign" ? "s1" : null
    const dids = DIDS.filter(() => dice.chance(0.8))
    this.#do({ type: "StartBatch", kind, accountId, subject: accountId ?? "", dids, left: [], undo: dice.chance(0.2) })
  }

  #send(word: "claim" | "answer", dice: Prng): void {
    const { outbox } = this.#log.state
    const status = word === "claim" ? "queued" : "sending"
    const open = [...outbox.actions.values()].filter((action) => action.status.state === status)
    if (open.length === 0) return
    const { id: action, attempts: attempt } = dice.pick(open)
    if (word === "claim") this.#do({ type: "ClaimAction", action, epoch: outbox.epoch })
    else {
      const refused = { kind: "refused", reason: "unknown", status: -1 } as const
      const outcome = dice.pick([{ kind: "done" }, refused, { kind: "notSent" }] as const)
      this.#do({ type: "RecordOutcome", action, attempt, outcome, jitter: 0 })
    }
  }

  #drive(word: "advance" | "move", id: string, dice: Prng): void {
    if (word === "move") {
      const to = dice.pick(["paused", "paused", "running", "running", "running", "stopped", "dismissed"] as const)
      this.#do({ type: "MoveBatch", batch: id, to })
      return
    }
    const batch = this.#known.get(id)
    if (batch === undefined) return
    const due = batch.again.find((did) => batch.waiting.has(did)) ?? batch.dids.find((did) => batch.waiting.has(did))
    const mayAsk = batch.state === "running" && due !== undefined && batch.undoUntil <= this.#log.at
    const events = this.#do({ type: "AdvanceBatch", batch: id, epoch: this.#log.state.outbox.epoch })
    const turn = events.map(didOf).find((did) => did !== undefined)
    if (mayAsk && turn !== due)
      throw new Violation(7, `it is the turn of ${due} in batch ${id}, and ${turn ?? "nobody"} has it`)
    if (due === undefined && turn !== undefined) throw new Violation(5, `${turn} of batch ${id} has a turn more`)
  }

  #do(command: Command): readonly Event[] {
    const events = this.#log.do(command) ?? []
    for (const event of events) this.#note(event)
    return events
  }

  #note({ type, payload }: Event): void {
    if (type === "BatchStarted") {
      const { batch, dids, undoUntil } = payload
      const waiting = new Set(dids)
      this.#known.set(batch, {
        dids,
        undoUntil: undoUntil ?? 0,
        state: "running",
        waiting,
        again: [],
        asked: new Map(),
      })
    } else if (type === "BatchMoved") {
      const batch = this.#known.get(payload.batch)
      const { to, back } = payload
      if (batch === undefined) return
      if (to === "dismissed") this.#known.delete(payload.batch)
      batch.state = to === "running" || to === "paused" ? to : "over"
      batch.again = [...batch.again.filter((did) => batch.waiting.has(did)), ...back]
      for (const did of back) batch.waiting.add(did)
    } else if (type === "BatchDeviceLeft") this.#known.get(payload.batch)?.waiting.delete(payload.did)
    else if (type === "ActionQueued" && payload.batch !== undefined) {
      const batch = this.#known.get(payload.batch.id)
      if (batch?.waiting.delete(payload.batch.did) === false)
        throw new Violation(5, `${payload.batch.did} is asked twice`)
      batch?.asked.set(payload.action, payload.batch.did)
    } else if (ENDS.has(type) && "action" in payload && typeof payload.action === "string")
      for (const { asked } of this.#known.values()) asked.delete(payload.action)
  }

  /** Counting from the beginning gives what the state says. */
  look(): void {
    const { batches } = this.#log.state
    for (const [id, { waiting, asked, state }] of this.#known) {
      const batch = batches.get(id)
      if (batch === undefined) {
        // Of many batches those that are over are let go of.
        if (state !== "over" && waiting.size + asked.size > 0) throw new Violation(1, `batch ${id} is forgotten`)
        this.#known.delete(id)
        continue
      }
      const { count, isPaused, stopped } = batch
      if (count.waiting !== waiting.size || count.asked !== asked.size)
        throw new Violation(
          3,
          `${waiting.size} wait in batch ${id} and ${asked.size} are asked; it says ${count.waiting} and ${count.asked}`,
        )
      if (isPaused !== (state === "paused") || (stopped !== null) !== (state === "over"))
        throw new Violation(3, `batch ${id} is ${state}, and does not say so`)
    }
    this.#log.checkFold()
  }
}

const didOf = ({ type, payload }: Event): string | undefined => {
  if (type === "BatchDeviceLeft") return payload.did
  return type === "ActionQueued" ? payload.batch?.did : undefined
}

export const batches: Part = {
  name: "batches",
  title: "in a log of batches alone",
  every: 6,
  imagine: ({ next, tell }) => {
    const all = new Batches(new ShortLog(print, tell))
    all.begin()
    for (let n = 1; n <= MOVES; n += 1) {
      const dice = next()
      if (dice !== undefined) all.move(dice)
      if (n % LOOK_EVERY === 0) all.look()
    }
  },
}
