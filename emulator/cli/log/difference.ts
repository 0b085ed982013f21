import { canonicalJson } from "../../../src/domain/values/canonicalJson.ts"
import { readLines } from "../logFile.ts"
import { foldFile } from "./folded.ts"

/** The place at which two values differ, and both values there. */
export interface Difference {
  readonly path: string
  readonly expected: unknown
  readonly found: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The first place at which two values of JSON differ, in the order of the first one's keys; null when they are equal. */
export const firstDifference = (expected: unknown, found: unknown, path = ""): Difference | null => {
  if (!isObject(expected) || !isObject(found) || Array.isArray(expected) !== Array.isArray(found))
    return Object.is(expected, found) ? null : { path: path || "/", expected, found }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const [one, other] = [expected, found].map((side) => (Object.hasOwn(side, key) ? side[key] : undefined))
    const difference = firstDifference(one, other, `${path}/${key}`)
    if (difference !== null) return difference
  }
  return null
}

export interface Parting extends Difference {
  readonly seq: number
}

/** The fields of an event. Other fields in its line do not belong to it. */
const eventOf = ({ seq, id, type, v, at, account, tab, cause, payload }: Readonly<Record<string, unknown>>) => ({
  seq,
  id,
  type,
  v,
  at,
  account,
  tab,
  cause,
  payload,
})

const eventsOf = async function* (file: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  let line = 0
  for await (const text of readLines(file)) {
    line += 1
    if (line === 1) continue
    const value: unknown = JSON.parse(text)
    if (isObject(value) && !Object.hasOwn(value, "checkpoint")) yield eventOf(value)
  }
}

const seqOf = (event: Readonly<Record<string, unknown>> | undefined): number => {
  const { seq } = event ?? {}
  return typeof seq === "number" ? seq : 0
}

/**
 * The first event at which two logs differ, or the number of their events when they do not. Reads both whole before:
 * the events of a damaged log (`BadLog`) are unknown.
 */
export const partingOf = async (file: string, other: string): Promise<Parting | number> => {
  for (const one of new Set([file, other])) await foldFile(one)
  const [ours, theirs] = [eventsOf(file), eventsOf(other)]
  for (let same = 0; ; same += 1) {
    const [one, two] = await Promise.all([ours.next(), theirs.next()])
    if (one.done && two.done) return same
    const [expected, found] = [one.done ? undefined : one.value, two.done ? undefined : two.value]
    const difference =
      expected === undefined || found === undefined
        ? { path: "/", expected, found }
        : canonicalJson(expected) === canonicalJson(found)
          ? null
          : firstDifference(expected, found)
    if (difference !== null) {
      await Promise.all([ours.return(undefined), theirs.return(undefined)])
      return { seq: seqOf(expected) || seqOf(found), ...difference }
    }
  }
}
