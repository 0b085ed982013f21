import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { inOtherTypes } from "./otherTypes.ts"

/**
 * Reads lists from outside item by item: an odd item affects only itself (CALL-2). Where an optional field is odd, the
 * item is read without it.
 */

/**
 * An item that was left out: its id, or `#` and its position in the list (from 1) where it has none; and the odd field
 * in terms of our own schemas.
 */
export interface OddItem {
  readonly item: string
  readonly field: string
}

/**
 * Items that were left out of a list, by id where it is readable. `unnamed`: some have no readable id, and may be any
 * item. `odd`: the first few, for a screen.
 */
export interface LeftOut {
  readonly count: number
  readonly ids: readonly string[]
  readonly unnamed: boolean
  readonly odd?: readonly OddItem[]
}

export interface ReadList {
  readonly items: readonly unknown[]
  readonly leftOut: LeftOut
  /** The place of each fault below the list: names and indexes of our own schemas, no received values. */
  readonly paths: readonly (readonly PropertyKey[])[]
}

/** Reads one item. Its failure holds the place of the fault. */
export type Decode = (value: unknown) => Result.Result<unknown, Schema.SchemaError>

export const nothingLeftOut: LeftOut = { count: 0, ids: [], unnamed: false }

/** The result for a value that is no list: one unreadable item without an id. */
export const noList: ReadList = { items: [], leftOut: { count: 1, ids: [], unnamed: true }, paths: [[]] }

/** The most items that one reading names. */
export const ODD_NAMED_MAX = 10

/** The readable items, in their order. */
export const readItems = (decode: Decode, values: readonly unknown[]): ReadList => {
  const items: unknown[] = []
  const paths: (readonly PropertyKey[])[] = []
  const ids: string[] = []
  const odd: OddItem[] = []
  let unnamed = false
  for (const [index, value] of values.entries()) {
    const { read, path } = readRepaired(decode, value)
    if (path !== undefined) paths.push([index, ...path])
    if (read !== undefined) items.push(read.value)
    else {
      const id = idOf(value)
      if (odd.length < ODD_NAMED_MAX)
        odd.push({ item: id ?? `#${index + 1}`, field: (path ?? []).map(String).join(".") })
      if (id === undefined) unnamed = true
      else ids.push(id)
    }
  }
  const count = values.length - items.length
  return { items, paths, leftOut: count === 0 ? nothingLeftOut : { count, ids, unnamed, odd } }
}

interface Repaired {
  /** The value as it can be decoded; undefined when it cannot. */
  readonly read: { readonly value: unknown } | undefined
  /** The place of the first fault. */
  readonly path: readonly PropertyKey[] | undefined
}

/**
 * Leaves out odd items of the lists in a value, and odd optional fields. Null is not odd: some servers write it for a
 * missing field, and for an empty list. Neither is a number in place of a text, or the other way round.
 */
export const readRepaired = (decode: Decode, value: unknown): Repaired => {
  let path: readonly PropertyKey[] | undefined
  let left = isFields(value) ? value : (inOtherTypes(value).find((other) => wrongIn(decode, other) === null) ?? value)
  const nulls = new Set<string>()
  for (;;) {
    const wrong = wrongIn(decode, left)
    if (wrong === null) return { read: { value: left }, path }
    const [first = []] = wrong
    const [field, index] = first
    if (typeof field !== "string" || !isFields(left)) return { read: undefined, path: path ?? first }
    const { [field]: odd, ...others } = left
    const places = wrong.map(([name, place]) => (name === field ? place : undefined))
    const fits = (within: unknown) => wrongIn(decode, { ...others, [field]: within })?.[0]?.[0] !== field
    const other = inOtherTypesWithin(odd, places).find(fits)
    if (other !== undefined) left = { ...left, [field]: other }
    else if (typeof index === "number" && Array.isArray(odd)) {
      path ??= first
      left = { ...left, [field]: odd.filter((_item, at) => !places.includes(at)) }
    } else if (Object.hasOwn(left, field)) {
      if (odd === null) nulls.add(field)
      else path ??= first
      left = others
    } else if (nulls.delete(field)) left = { ...left, [field]: [] }
    else return { read: undefined, path: path ?? first }
  }
}

/** The places of the faults in a value; null when it has none. */
const wrongIn = (decode: Decode, value: unknown) => {
  const decoded = decode(value)
  return Result.isSuccess(decoded) ? null : pathsOf(decoded.failure.issue)
}

/** The same for a list with odd items at these positions. */
const inOtherTypesWithin = (value: unknown, places: readonly (PropertyKey | undefined)[]): readonly unknown[] =>
  Array.isArray(value)
    ? [value.map((item, at) => (places.includes(at) ? inOtherTypes(item)[0] : item))]
    : inOtherTypes(value)

/**
 * The items of a field that should be a list. Null is an empty list; an object with numbered fields is one too, because
 * PHP writes a list with gaps that way. Undefined for any other value.
 */
export const listIn = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value
  if (value === null) return []
  return isFields(value) && Object.keys(value).every((key) => /^[0-9]+$/.test(key)) ? Object.values(value) : undefined
}

export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The most faults that one diagnostic entry names. */
const PROBLEMS_NAMED = 3

/** The first few places of faults in a message or a reply of this name. */
export const problemOf = (name: string, paths: readonly (readonly PropertyKey[])[]): string => {
  const named = paths.slice(0, PROBLEMS_NAMED).map((path) => [name, ...path].map(String).join("."))
  return paths.length > named.length ? `${named.join(", ")} +${paths.length - named.length}` : named.join(", ")
}

/** A longer id is invalid. */
export const ITEM_ID_MAX_LENGTH = 1_024
/** An id that the address of a page can hold: no lone surrogate, and not `.` or `..`, which a browser resolves. */
export const ITEM_ID = /^(?!\.{1,2}$)\P{Cs}+$/u

const idOf = (value: unknown): string | undefined => {
  const [id] = isFields(value) ? [value.id, ...inOtherTypes(value.id)].filter((one) => typeof one === "string") : []
  return typeof id === "string" && ITEM_ID.test(id) && id.length <= ITEM_ID_MAX_LENGTH ? id : undefined
}

/** The place of the first fault. */
export const pathOf = (issue: SchemaIssue.Issue): readonly PropertyKey[] => pathsOf(issue)[0] ?? []

/** The places of all faults that the decoder found. */
const pathsOf = (issue: SchemaIssue.Issue): readonly (readonly PropertyKey[])[] => {
  switch (issue._tag) {
    case "Pointer":
      return pathsOf(issue.issue).map((path) => [...issue.path, ...path])
    case "Filter":
    case "Encoding":
      return pathsOf(issue.issue)
    // When a value is none of several literals, there is no issue for each of them.
    case "Composite":
    case "AnyOf":
      return issue.issues.length === 0 ? [[]] : issue.issues.flatMap(pathsOf)
    default:
      return [[]]
  }
}
