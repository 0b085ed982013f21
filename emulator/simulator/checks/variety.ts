import type { Counts } from "../sweep/counts.ts"

/**
 * Kinds of values at each place of events, states and screens, over many seeds. A value with several possible kinds
 * must vary, and one place has one sort of value. These laws cover the whole client without a line for any value.
 */

type Kind =
  | "nothing"
  | "yes"
  | "no"
  | "none"
  | "list"
  | "zero"
  | "number"
  | "empty"
  | "word"
  | "text"
  | "record"
  | "work"

const sorts: Readonly<Record<Kind, string>> = {
  nothing: "",
  yes: "flag",
  no: "flag",
  none: "list",
  list: "list",
  zero: "number",
  number: "number",
  empty: "text",
  word: "text",
  text: "text",
  record: "record",
  work: "work",
}

/** A name in code. Texts of people begin with a capital or are longer. */
const WORD = /^[a-z][A-Za-z]{1,19}$/

const isSeveral = (value: object): value is { readonly values: () => Iterable<unknown> } =>
  "values" in value && typeof value.values === "function"

const kindOf = (value: unknown): Kind => {
  switch (typeof value) {
    case "boolean":
      return value ? "yes" : "no"
    case "number":
      return value === 0 ? "zero" : "number"
    case "string":
      return value === "" ? "empty" : WORD.test(value) ? "word" : "text"
    case "object":
      if (value === null) return "nothing"
      if (isSeveral(value)) return value.values()[Symbol.iterator]().next().done === true ? "none" : "list"
      return "record"
    case "function":
      return "work"
    default:
      return "nothing"
  }
}

const DEPTH_MAX = 6

/** Visits each value with its path. All entries of a list or a map share one path. */
export const walk = (value: unknown, path: string, visit: (value: unknown, path: string) => void, depth = 0): void => {
  visit(value, path)
  for (const [key, inside] of partsOf(value, depth)) walk(inside, `${path}.${key}`, visit, depth + 1)
}

function* partsOf(value: unknown, depth: number): Generator<readonly [string, unknown]> {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return
  if (isSeveral(value)) for (const one of value.values()) yield ["*", one]
  else for (const key of Object.keys(value)) yield [key, Reflect.get(value, key)]
}

/** One path and those below it: the number of values of each kind. */
class PathKinds {
  readonly #kinds = new Map<Kind, number>()
  readonly #below = new Map<string, PathKinds>()

  note(value: unknown, depth: number): void {
    const kind = kindOf(value)
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1)
    for (const [key, inside] of partsOf(value, depth)) this.at(key).note(inside, depth + 1)
  }

  at(key: string): PathKinds {
    const known = this.#below.get(key) ?? new PathKinds()
    if (!this.#below.has(key)) this.#below.set(key, known)
    return known
  }

  addTo(counts: Counts, path: string): void {
    for (const [kind, times] of this.#kinds) counts.add(`${path}${MARK}${kind}`, times)
    for (const [key, below] of this.#below) below.addTo(counts, path === "" ? key : `${path}.${key}`)
  }
}

const MARK = " holds "

/** The values that one seed has seen. */
export class Variety {
  readonly #paths = new PathKinds()

  note(value: unknown, name: string): void {
    this.#paths.at(name).note(value, 0)
  }

  addTo(counts: Counts): void {
    this.#paths.addTo(counts, "")
  }
}

/** The number of this invariant. */
export const UNIFORM = 27

export const isOfVariety = (name: string): boolean => name.includes(MARK)

/** Of this many values at a path, one must differ. */
const ENOUGH = 60
/** Kinds that may be the only one of a path. */
const PLAIN: ReadonlySet<Kind> = new Set<Kind>(["number", "word", "text", "record", "list", "work"])

/** Values that come less often than this may be missing by chance. */
export const BY_CHANCE = 20

/** The broken laws, in words. `few`: other values that come less often than this do not count. */
export const uniform = (counts: Iterable<readonly [string, number]>, few = 1): readonly string[] => {
  const paths = new Map<string, Map<Kind, number>>()
  for (const [name, times] of counts) {
    const [path = "", kind] = name.split(MARK)
    const known = (Object.keys(sorts) as readonly Kind[]).find((one) => one === kind)
    if (known === undefined) continue
    const kinds = paths.get(path) ?? new Map<Kind, number>()
    paths.set(path, kinds.set(known, times))
  }
  return [...paths].flatMap(([path, kinds]) => {
    const all = [...kinds.keys()]
    const total = [...kinds.values()].reduce((sum, times) => sum + times, 0)
    const found: string[] = []
    for (const [kind, times] of kinds)
      if ((total >= ENOUGH || few > 1) && total - times < few && !PLAIN.has(kind))
        found.push(`${path} is always ${kind}`)
    if (new Set(all.map((kind) => sorts[kind]).filter((sort) => sort !== "")).size > 1)
      found.push(`${path} is ${all.toSorted().join(" or ")}`)
    if (kinds.has("empty") && kinds.has("word") && !kinds.has("text")) found.push(`${path} is a word or empty`)
    return found
  })
}
