import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { BATCH_AT_ONCE, CLOCK_STEP_TOLERATED_MS, UNDO_MS } from "../../../src/domain/values/limits.ts"
import { Violation } from "../violation.ts"
import type { QueuedEvent } from "./ruleFacts.ts"

/**
 * A second version of the batch rules, event by event, without their code on purpose: which devices a batch may ask,
 * when, for which account, and how many at once.
 */

type Of<Type extends RecordedEvent["type"]> = Extract<RecordedEvent, { type: Type }>
type Started = Of<"BatchStarted">["payload"]

/** A batch in its events. Times are of the wall clock, ms. */
interface Known extends Pick<Started, "account" | "kind" | "undoUntil"> {
  state: "running" | "paused" | "over"
  /** Time of the last progress, by a person or an answer. */
  movedAt: number
  readonly members: ReadonlySet<string>
  /** The latest action of each device. */
  readonly asked: Map<string, string>
  /** Devices whose latest action has no end yet. */
  readonly open: Set<string>
}

/** Ends that count as progress of a batch. */
const answers: ReadonlySet<RecordedEvent["type"]> = new Set<RecordedEvent["type"]>([
  "ActionConfirmed",
  "ActionRefused",
  "ActionUnconfirmed",
  "ActionSuperseded",
])
/** Ends without an answer. */
const silentEnds: ReadonlySet<RecordedEvent["type"]> = new Set<RecordedEvent["type"]>([
  "ActionExpired",
  "ActionCancelled",
])

export class BatchRules {
  readonly #batches = new Map<string, Known>()
  /** The tab that leads. */
  #leader: string | undefined

  /** A batch belongs to the account that started it, and moves only while that account is shown. */
  check(event: RecordedEvent): void {
    if (event.type !== "BatchStarted" && event.type !== "BatchMoved") return
    // Signing out stops the batches that it discards, even after the end of the session.
    if (event.type === "BatchMoved" && event.payload.to === "stopped") return
    const { batch: id } = event.payload
    const account = event.type === "BatchStarted" ? event.payload.account : this.#batches.get(id)?.account
    if (account !== undefined && event.account !== account)
      throw new Violation(9, `batch ${id} of ${account} moves while ${event.account} is signed in`)
  }

  /** Checks an action that a bulk action queues without a further command. */
  checkAsked({ at, tab, payload: { action, account, batch: of } }: QueuedEvent, expiryMs: number): void {
    const batch = of === undefined ? undefined : this.#batches.get(of.id)
    if (of === undefined || batch === undefined) return
    const refuse = (invariant: number, what: string): never => {
      throw new Violation(invariant, `batch ${of.id} asks ${of.did} by ${action}, and ${what}`)
    }
    if (account !== batch.account) refuse(9, `is of ${batch.account}, not of ${account}`)
    if (batch.state !== "running") refuse(0, `is ${batch.state}`)
    const undo = batch.undoUntil === null ? 0 : batch.undoUntil - at
    if (undo > 0 && undo <= UNDO_MS) refuse(0, `can be undone for ${undo} ms`)
    const isLate = at >= batch.movedAt + expiryMs || batch.movedAt > at + CLOCK_STEP_TOLERATED_MS
    if (batch.kind !== "assign" && isLate) refuse(0, `got on ${at - batch.movedAt} ms ago`)
    if (batch.open.size >= BATCH_AT_ONCE) refuse(22, `has ${batch.open.size} in the outbox`)
    if (this.#leader !== undefined && tab !== this.#leader) refuse(17, `${this.#leader} leads, not ${tab}`)
  }

  /** `queued`: the action of the event. */
  record(event: RecordedEvent, queued: QueuedEvent | undefined): void {
    switch (event.type) {
      case "LeadershipTaken":
        this.#leader = event.tab
        return
      case "BatchStarted":
        this.#batches.set(event.payload.batch, begun(event))
        return
      case "BatchMoved":
        this.#moved(event)
        return
      case "BatchDeviceLeft": {
        const batch = this.#batches.get(event.payload.batch)
        if (batch !== undefined) batch.movedAt = event.at
        return
      }
      default:
        if (queued !== undefined) this.#followed(event, queued)
    }
  }

  #moved({ at, payload: { batch: id, to, back } }: Of<"BatchMoved">): void {
    const batch = this.#batches.get(id)
    if (batch === undefined) return
    if (to === "dismissed") this.#batches.delete(id)
    batch.state = to === "running" || to === "paused" ? to : "over"
    batch.movedAt = at
    for (const did of back) {
      batch.asked.delete(did)
      batch.open.delete(did)
    }
  }

  #followed({ type, at }: RecordedEvent, { payload: { action, batch: of } }: QueuedEvent): void {
    const batch = of === undefined ? undefined : this.#batches.get(of.id)
    // A restarted log contains only the devices that are still to start or to end.
    if (of === undefined || batch?.members.has(of.did) !== true) return
    if (type === "ActionQueued" || type === "ActionReopened") {
      batch.asked.set(of.did, action)
      batch.open.add(of.did)
      return
    }
    // Another action has replaced it.
    if (batch.asked.get(of.did) !== action) return
    if (answers.has(type)) batch.movedAt = at
    if (answers.has(type) || silentEnds.has(type)) batch.open.delete(of.did)
  }
}

const begun = ({ at, payload: { account, kind, undoUntil, dids, left } }: Of<"BatchStarted">): Known => ({
  account,
  kind,
  undoUntil,
  state: "running",
  movedAt: at,
  members: new Set([...dids, ...left.map(({ did }) => did)]),
  asked: new Map(),
  open: new Set(),
})
