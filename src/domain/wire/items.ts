import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { inOtherTypes } from "./otherTypes.ts"

/**
 * Lists of the outside world, read item by item: one odd item costs itself alone (CALL-2). Where a field that may be
 * missing is odd, the item is read without it.
 */

/** An item that was left out: its id, or `#` and its place in the list, from 1 on, where it has none; and what is odd, of our own schemas. */
export interface OddItem {
  readonly item: string
  readonly field: string
}

/**
 * Items that were left out of a list, by id where that can be read; `unnamed`: some have none, and may be any. `odd`: the first
 * few, as a screen may name them.
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
  /** Where each item went wrong, below the list: names and indexes of our own schemas, nothing that was sent. */
  readonly paths: readonly (readonly PropertyKey[])[]
}

/** Reads one item; its failure says where it went wrong. */
export type Decode = (value: unknown) => Result.Result<unknown, Schema.SchemaError>

export const nothingLeftOut: LeftOut = { count: 0, ids: [], unnamed: false }

/** A list that is none counts as one item without a name. */
export const noList: ReadList = { items: [], leftOut: { count: 1, ids: [], unnamed: true }, paths: [[]] }

/** Items that one reading names. */
export const ODD_NAMED_MAX = 10

/** The items that can be read, as they came. */
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
  /** Where it first went wrong. */
  readonly path: readonly PropertyKey[] | undefined
}

/**
 * Leaves out odd items of the lists in it, and odd fields that may be missing. Null is nothing odd: some servers write it for
 * what is missing, and for an empty list; neither is a number where a text belongs, or the other way round.
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

/** Where a value goes wrong, as far as the decoding looks; null where it does not. */
const wrongIn = (decode: Decode, value: unknown) => {
  const decoded = decode(value)
  return Result.isSuccess(decoded) ? null : pathsOf(decoded.failure.issue)
}

/** The same of a list with odd items at these places. */
const inOtherTypesWithin = (value: unknown, places: readonly (PropertyKey | undefined)[]): readonly unknown[] =>
  Array.isArray(value)
    ? [value.map((item, at) => (places.includes(at) ? inOtherTypes(item)[0] : item))]
    : inOtherTypes(value)

/**
 * The items of a field that should be a list: null is an empty one, and numbered fields are one, as PHP writes a list with
 * gaps. Undefined where it is none.
 */
export const listIn = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value
  if (value === null) return []
  return isFields(value) && Object.keys(value).every((key) => /^[0-9]+$/.test(key)) ? Object.values(value) : undefined
}

export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Problems that one diagnostic entry names. */
const PROBLEMS_NAMED = 3

/** Where things went wrong in a message or an answer of this name, the first few. */
export const problemOf = (name: string, paths: readonly (readonly PropertyKey[])[]): string => {
  const named = paths.slice(0, PROBLEMS_NAMED).map((path) => [name, ...path].map(String).join("."))
  return paths.length > named.length ? `${named.join(", ")} +${paths.length - named.length}` : named.join(", ")
}

/** An id that is longer is none. */
export const ITEM_ID_MAX_LENGTH = 1_024

const idOf = (value: unknown): string | undefined => {
  const [id] = isFields(value) ? [value.id, ...inOtherTypes(value.id)].filter((one) => typeof one === "string") : []
  return typeof id === "string" && id !== "" && id.length <= ITEM_ID_MAX_LENGTH ? id : undefined
}

/** Where the first thing went wrong. */
export const pathOf = (issue: SchemaIssue.Issue): readonly PropertyKey[] => pathsOf(issue)[0] ?? []

/** Where things went wrong, as far as the decoding looked. */
const pathsOf = (issue: SchemaIssue.Issue): readonly (readonly PropertyKey[])[] => {
  switch (issue._tag) {
    case "Pointer":
      return pathsOf(issue.issue).map((path) => [...issue.path, ...path])
    case "Filter":
    case "Encoding":
      return pathsOf(issue.issue)
    // A value that is none of several literals has no issue for each of them.
    case "Composite":
    case "AnyOf":
      return issue.issues.length === 0 ? [[]] : issue.issues.flatMap(pathsOf)
    default:
      return [[]]
  }
}
