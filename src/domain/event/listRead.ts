import * as Schema from "effect/Schema"
import { tickOf } from "../values/presence.ts"
import { type LeftOut, ODD_NAMED_MAX, type OddItem } from "../wire/items.ts"

/**
 * The lists that the client reads from the cloud. Each has its own items; the course of a reading is the same for all.
 */
export const ListName = Schema.Literals(["devices", "subAccounts", "mainAccounts"])
export type ListName = typeof ListName.Type

/** `unreadable`: the answer could not be decoded. `wait`: the server asked to wait. */
export const ReadFailure = Schema.Literals(["connect", "tooOften", "unknown", "unreadable", "wait"])
export type ReadFailure = typeof ReadFailure.Type

/** The failure of a reading, as an event records it. */
export interface FailedRead {
  readonly reason: ReadFailure
  readonly httpStatus?: number
}

/** The state of the readings of a list in the log. The screens may know of a later reading that brought nothing new. */
export interface ListRead {
  /** When a reading was last recorded, ms; null when never. */
  readonly at: number | null
  /** Number of the last event before the latest reading began. A reading that began no later comes too late. */
  readonly seq: number
  readonly failure: ReadFailure | null
  /** HTTP error with which a reached server answered, for a failure to connect. */
  readonly httpStatus?: number
  /** Number of items that the latest reading could not decode. The client keeps what it knew of them. */
  readonly unread: number
  /** The first few of them, each with its odd field. */
  readonly odd?: readonly OddItem[]
  /** The first few ids that several entries of the latest reading share. The client shows one entry of each. */
  readonly doubled?: readonly string[]
  /** True while a person waits for a refresh. */
  readonly requested: boolean
}

export const neverRead: ListRead = { at: null, seq: 0, failure: null, unread: 0, requested: false }
export const readDone = (at: number, seq: number, { unread = 0, odd, doubled }: OddEntries): ListRead => ({
  at,
  seq,
  failure: null,
  unread,
  ...(odd !== undefined && { odd }),
  ...(doubled !== undefined && { doubled }),
  requested: false,
})

/** The oddities that a reading found in a list. */
export interface Oddities {
  /** Items that could not be read. */
  readonly leftOut?: LeftOut
  /** Items that could not be read in the device list, which is read together with this list. */
  readonly devicesLeftOut?: LeftOut
  /** Ids that several different entries share. */
  readonly doubled?: readonly string[]
}

/** The items that were left out, as an event names them. */
export const OddItems = Schema.Array(Schema.Struct({ item: Schema.String, field: Schema.String }))

/** The first few of all that was left out. */
export const oddItemsOf = (...lists: readonly (LeftOut | undefined)[]): readonly OddItem[] =>
  lists.flatMap((leftOut) => leftOut?.odd ?? []).slice(0, ODD_NAMED_MAX)

/** The oddities as an event records them: no field where every entry could be read and has a unique id. */
export const oddEntriesFields = {
  unread: Schema.optionalKey(Schema.Int),
  odd: Schema.optionalKey(OddItems),
  doubled: Schema.optionalKey(Schema.Array(Schema.String)),
}
interface OddEntries {
  readonly unread?: number
  readonly odd?: readonly OddItem[]
  readonly doubled?: readonly string[]
}
export const oddEntriesOf = ({ leftOut, devicesLeftOut, doubled = [] }: Oddities): OddEntries => {
  const odd = oddItemsOf(leftOut, devicesLeftOut)
  return {
    ...(leftOut !== undefined && leftOut.count > 0 && { unread: leftOut.count }),
    ...(odd.length > 0 && { odd }),
    ...(doubled.length > 0 && { doubled }),
  }
}

export const readFailed = (
  { httpStatus: _before, ...read }: ListRead,
  { reason, httpStatus }: FailedRead,
): ListRead => ({
  ...read,
  failure: reason,
  ...(httpStatus !== undefined && { httpStatus }),
  requested: false,
})
export const readRequested = (read: ListRead): ListRead => ({ ...read, requested: true })

/**
 * True when a reading of an unchanged list is worth an event. It is when it is the first one, ends a failure or a
 * person's wait, differs from the last one in its oddities, or is the first in its presence tick, which records that
 * this client looked. Any other event would only make the log grow.
 */
export const isReadNews = (read: ListRead, now: number, oddities: Oddities): boolean => {
  const { at, failure, requested } = read
  return at === null || failure !== null || requested || areOther(read, oddities) || tickOf(at) !== tickOf(now)
}

const areOther = ({ unread, odd, doubled }: ListRead, oddities: Oddities): boolean => {
  const found = oddEntriesOf(oddities)
  return unread !== (found.unread ?? 0) || !areSame(odd, found.odd) || !areSame(doubled, found.doubled)
}

const areSame = (a: readonly unknown[] = [], b: readonly unknown[] = []): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/**
 * While the server is unreachable every read fails. Only the first failure, a different one, or one that a person waits
 * for is worth an event.
 */
export const isFailureNews = (read: ListRead, { reason, httpStatus }: FailedRead): boolean =>
  read.failure !== reason || read.httpStatus !== httpStatus || read.requested
