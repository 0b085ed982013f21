import * as Schema from "effect/Schema"
import { tickOf } from "../values/presence.ts"
import { type LeftOut, ODD_NAMED_MAX, type OddItem } from "../wire/items.ts"

/** The lists that are read from the cloud. Each has its own items; how a reading goes is the same for all. */
export const ListName = Schema.Literals(["devices", "subAccounts", "mainAccounts"])
export type ListName = typeof ListName.Type

/** `unreadable`: an answer came that is not in our language; `wait`: the server asked to wait. */
export const ReadFailure = Schema.Literals(["connect", "tooOften", "unknown", "unreadable", "wait"])
export type ReadFailure = typeof ReadFailure.Type

/** Why a reading failed, as an event records it. */
export interface FailedRead {
  readonly reason: ReadFailure
  readonly httpStatus?: number
}

/** The state of the reading of a list in the log. The screens may know of a later reading that brought nothing new. */
export interface ListRead {
  /** When a reading was last recorded, ms; null when never. */
  readonly at: number | null
  /** Last event that the latest reading knew when it began: a reading that knew no more comes too late. */
  readonly seq: number
  readonly failure: ReadFailure | null
  /** Of a failure to connect: the server was reached, and answered with this HTTP error. */
  readonly httpStatus?: number
  /** Items of the latest reading that could not be read; what was known of them stays. */
  readonly unread: number
  /** The first few of them, and what is odd. */
  readonly odd?: readonly OddItem[]
  /** Ids that several entries of the latest reading have, the first few; one entry of each is shown. */
  readonly doubled?: readonly string[]
  /** Whether a person waits for a refresh. */
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

/** What a reading has found of a list beside its items. */
export interface Oddities {
  /** Items that could not be read. */
  readonly leftOut?: LeftOut
  /** Those of a list that is read with it. */
  readonly devicesLeftOut?: LeftOut
  /** Ids of several entries that are not the same. */
  readonly doubled?: readonly string[]
}

/** Items that were left out, as an event names them. */
export const OddItems = Schema.Array(Schema.Struct({ item: Schema.String, field: Schema.String }))

/** The first few of all that was left out. */
export const oddItemsOf = (...lists: readonly (LeftOut | undefined)[]): readonly OddItem[] =>
  lists.flatMap((leftOut) => leftOut?.odd ?? []).slice(0, ODD_NAMED_MAX)

/** The same, as an event records it: nothing where each entry could be read and has an id of its own. */
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
 * Whether a reading of an unchanged list is worth an event. It is when it is the first one, ends a failure or a
 * person's wait, leaves out another number of items than the one before, or is the first in its presence tick, which
 * says that this client looked. All others would only make the log grow.
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

/** While the server is away reads fail again and again: only the first, or one a person waits for, is news. */
export const isFailureNews = (read: ListRead, { reason, httpStatus }: FailedRead): boolean =>
  read.failure !== reason || read.httpStatus !== httpStatus || read.requested
