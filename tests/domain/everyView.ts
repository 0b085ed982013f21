import { join } from "node:path"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { ROOT, readFiles } from "../house/files.ts"
import { isMap } from "./accountParts.ts"

/**
 * Every view of the product, found in the source of `src/domain/views`. The general laws cover a new one without a line
 * here.
 */

export interface ViewInput {
  readonly state: State
  /** A state of the same life, not later. */
  readonly earlier: State
  readonly now: number
  readonly tab: string
  /** Possible subjects of a page: the ids in the state, and one that does not exist. */
  readonly id: string
  /** The id of a device. */
  readonly did: string
  readonly ids: readonly string[]
  readonly isSo: boolean
  readonly event: RecordedEvent
}

export interface FoundView {
  readonly name: string
  readonly ask: (asked: ViewInput) => unknown
}

type Give = (asked: ViewInput) => unknown

/** The argument for a parameter of this name and type. Undefined when no general value fits. */
const giverOf = (name: string, type: string): Give | undefined => {
  if (/^(?:State|Pick<State, .*>)$/.test(type))
    return /\bbefore\b/.test(name) ? ({ earlier }) => earlier : ({ state }) => state
  if (type === "number" && name === "now") return ({ now }) => now
  if (type === "string") return ({ tab, did, id }) => (name === "tab" ? tab : name === "did" ? did : id)
  if (type === "readonly string[]") return ({ ids }) => ids
  if (type === "boolean") return ({ isSo }) => isSo
  return type === "RecordedEvent" || type === "StoredEvent" ? ({ event }) => event : undefined
}

const VIEW = /^export const (\w+) = \(([^()]*)\): /gm
/** Commas between parameters, not those inside a pattern or the brackets of a type. */
const BETWEEN = /,\s*(?![^{<]*[}>])/

const parametersOf = (text: string): readonly (Give | undefined)[] =>
  text
    .split(BETWEEN)
    .filter((one) => one.trim() !== "")
    .map((one) => {
      const at = one.lastIndexOf(": ")
      return giverOf(one.slice(0, at).trim(), one.slice(at + 2).trim())
    })

const isWhole = (givers: readonly (Give | undefined)[]): givers is readonly Give[] => !givers.includes(undefined)

/** The type may be in brackets; a mutation tool omits them. */
const MADE = /^export const (make\w+) = \(\): \(?\(state: State\) => /gm

/** A view that remembers is made once for all arguments. */
const madeViews = (path: string, source: string, module: Readonly<Record<string, unknown>>): readonly FoundView[] =>
  [...source.matchAll(MADE)].flatMap(([, name = ""]) => {
    const make = module[name]
    const view = typeof make === "function" ? make() : undefined
    return [{ name: `${path} ${name}`, ask: ({ state }) => Reflect.apply(view, undefined, [state]) }]
  })

const viewsOf = async (path: string, source: string): Promise<readonly FoundView[]> => {
  const module: Readonly<Record<string, unknown>> = await import(join(ROOT, path))
  const asked = [...source.matchAll(VIEW)].flatMap(([, name = "", text = ""]): readonly FoundView[] => {
    const givers = parametersOf(text)
    const view = module[name]
    if (givers.length === 0 || !isWhole(givers) || typeof view !== "function") return []
    const given = (about: ViewInput) => givers.map((give) => give(about))
    return [{ name: `${path} ${name}`, ask: (about) => Reflect.apply(view, undefined, given(about)) }]
  })
  return [...asked, ...madeViews(path, source, module)]
}

export const findViews = async (): Promise<readonly FoundView[]> =>
  (await Promise.all(readFiles(["src/domain/views"], [".ts"]).map(({ path, source }) => viewsOf(path, source)))).flat()

export const STRANGER = "nothing of this name"

/** The keys of every map in the state. */
export const idsIn = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value !== "object" || value === null || depth > 3) return []
  if (isMap(value)) return [...value.keys()].filter((key) => typeof key === "string")
  return Object.values(value).flatMap((inside) => idsIn(inside, depth + 1))
}
