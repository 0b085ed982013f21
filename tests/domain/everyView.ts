import { join } from "node:path"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { ROOT, readFiles } from "../house/files.ts"

/** Every view of the product, found in the text of `src/domain/views`: a new one is under the general laws without a line here. */

export interface Asked {
  readonly state: State
  /** A state of the same life, not later. */
  readonly earlier: State
  readonly now: number
  readonly tab: string
  /** What a page may be about: ids of the state, and one that is not there. */
  readonly id: string
  readonly ids: readonly string[]
  readonly isSo: boolean
  readonly event: RecordedEvent
}

export interface FoundView {
  readonly name: string
  readonly ask: (asked: Asked) => unknown
}

type Give = (asked: Asked) => unknown

/** What a parameter of this name and type is given; undefined when no general value will do. */
const giverOf = (name: string, type: string): Give | undefined => {
  if (/^(?:State|Pick<State, .*>)$/.test(type))
    return /\bbefore\b/.test(name) ? ({ earlier }) => earlier : ({ state }) => state
  if (type === "number" && name === "now") return ({ now }) => now
  if (type === "string") return name === "tab" ? ({ tab }) => tab : ({ id }) => id
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

const viewsOf = async (path: string, source: string): Promise<readonly FoundView[]> => {
  const module: Readonly<Record<string, unknown>> = await import(join(ROOT, path))
  return [...source.matchAll(VIEW)].flatMap(([, name = "", text = ""]) => {
    const givers = parametersOf(text)
    const view = module[name]
    if (!isWhole(givers) || typeof view !== "function") return []
    return [
      {
        name: `${path} ${name}`,
        ask: (asked) =>
          Reflect.apply(
            view,
            undefined,
            givers.map((give) => give(asked)),
          ),
      },
    ]
  })
}

export const findViews = async (): Promise<readonly FoundView[]> =>
  (await Promise.all(readFiles(["src/domain/views"], [".ts"]).map(({ path, source }) => viewsOf(path, source)))).flat()
