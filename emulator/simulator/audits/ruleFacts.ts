import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import type { NetworkRequest, Settled } from "../network/network.ts"
import type { QueuedEvent } from "./ledger.ts"

/** What the rules of the outbox know when they judge an event. */

export type ActionStage = "unsent" | "sending" | "unconfirmed" | "over"

/** An action as its events tell. Times named `at` are of the wall clock, `now` of the world, both ms. */
export interface Known {
  readonly queued: QueuedEvent
  readonly order: number
  readonly lane: string
  readonly target: string
  readonly isAbsolute: boolean
  stage: ActionStage
  /** It was said to have happened. */
  isDone: boolean
  /** When it ended last, by the wall clock, ms. */
  endedAt: number | undefined
  /** It was taken off the panel. */
  isDismissed: boolean
  attempts: number
  /** Some attempt may have reached the server. */
  ambiguous: boolean
  /** The same before the latest claim. */
  ambiguousBefore: boolean
  /** The latest claim. */
  claim: { readonly tab: string; readonly now: number } | undefined
  /** What it waits for; undefined when it may go at once. */
  wait: { readonly until: number; readonly since: number; readonly seq: number; readonly reason: string } | undefined
  /** Waits for a reply in a row, ms, the latest last. */
  readonly waits: number[]
}

/** What the rules ask of a request. */
export interface SentRequest extends Pick<NetworkRequest, "n" | "sentAt" | "arrivals" | "isOnItsWay"> {
  readonly tab: Pick<NetworkRequest["tab"], "name">
}

/** What the network saw. */
export interface NetworkEvidence {
  readonly now: () => number
  readonly sends: (action: string) => readonly SentRequest[]
  readonly received: (request: SentRequest) => Settled | undefined
}

/** From when until when an account waits, ms by the wall clock, and how often in a row the server asked for it. */
export interface Slow {
  readonly until: number
  readonly since: number
  readonly times: number
}

/** A target that a lost request may still change, and the confirmed action whose value must be read back. */
export interface Unsettled {
  readonly account: string
  readonly target: string
  /** Event that reported the last lost request. */
  readonly lostAt: number
  readonly action: string | null
}

/** State of the audits after the events so far. */
export interface AuditFacts {
  readonly actions: ReadonlyMap<string, Known>
  /** Whether the server answers, and the event that said so last. */
  readonly online: boolean
  readonly onlineSeq: number
  /** Accounts that the server asked to slow down. */
  readonly slow: ReadonlyMap<string, Slow>
  /** Targets that a lost request may still change. */
  readonly unsettled: readonly Unsettled[]
  /** Events of the command under way, those before the one that is checked. */
  readonly command: readonly RecordedEvent[]
}
