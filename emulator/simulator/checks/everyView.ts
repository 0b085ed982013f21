import { readdirSync, readFileSync } from "node:fs"
import { ListName } from "../../../src/domain/event/listRead.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { DeviceFact } from "../../../src/domain/views/deviceFacts.ts"
import { deviceKinds } from "../../../src/domain/views/deviceFilter.ts"
import { deviceStatuses, deviceTypes } from "../../../src/domain/views/devices.ts"
import { type DeviceQuery, sorts } from "../../../src/domain/views/findDevices.ts"
import type { Prng } from "../prng.ts"

/**
 * Finds the views of the product in the source of `src/domain/views`. A view is covered without a line here when
 * `givers` knows its parameters.
 */

/** Arguments for views, both present in the state and absent from it. */
export interface Asked {
  readonly now: number
  readonly tab: string
  readonly did: string
  readonly id: string
  readonly ids: readonly string[]
  readonly isSo: boolean
  readonly list: ListName
  readonly event: RecordedEvent
  readonly facts: readonly DeviceFact[]
  readonly query: DeviceQuery
  readonly action: string
  readonly kind: "reboot" | "wake" | "assign"
}

export interface AskedView {
  readonly name: string
  readonly ask: (state: State, earlier: State, asked: Asked) => unknown
}

type Give = (asked: Asked, state: State, earlier: State) => unknown

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The arguments for parameters, by type, or by name and type. */
const givers: Readonly<Record<string, Give>> = {
  Lists: (_asked, state) => state,
  State: (_asked, state) => state,
  "before State": (_asked, _state, earlier) => earlier,
  "now number": ({ now }) => now,
  "openedAt number": ({ now }) => now,
  "tab string": ({ tab }) => tab,
  "did string": ({ did }) => did,
  "search string": ({ query }) => query.search,
  string: ({ id }) => id,
  "readonly string[]": ({ ids }) => ids,
  "Iterable<string>": ({ ids }) => ids,
  boolean: ({ isSo }) => isSo,
  RecordedEvent: ({ event }) => event,
  StoredEvent: ({ event }) => event,
  CompareNames: () => compare,
  DeviceQuery: ({ query }) => query,
  DeviceFilter: ({ query }) => query,
  PresenceSpan: ({ isSo }) => (isSo ? "day" : "week"),
  "Marks | null": () => null,
  ListName: ({ list }) => list,
  "readonly DeviceFact[]": ({ facts }) => facts,
  "Action | undefined": ({ action }, { outbox }) => outbox.actions.get(action),
  BatchAsk: ({ kind, id }) => ({ kind, accountId: id }),
}

/**
 * Types that no view has as a parameter. Such a type was probably renamed, and the checks would silently skip its
 * views.
 */
export const unasked = new Set(Object.keys(givers))

/** The argument for a parameter. Undefined when no general value fits. */
const giverOf = (parameter: string): Give | undefined => {
  const at = parameter.lastIndexOf(": ")
  if (parameter.slice(at).includes(" = ")) return () => undefined
  const type = parameter.slice(at + 2).replace(/^Pick<State, .*>$/, "State")
  const name = /\bbefore\b/.test(parameter) ? "before" : parameter.slice(0, at)
  const key = givers[`${name} ${type}`] === undefined ? type : `${name} ${type}`
  unasked.delete(key)
  return givers[key]
}

/** Commas between parameters, not those inside a pattern or the brackets of a type. */
const BETWEEN = /,\s*(?![^{<]*[}>])/

const giversOf = (text: string): readonly Give[] | undefined => {
  const all = text
    .split(BETWEEN)
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map(giverOf)
  return all.some((one) => one === undefined) ? undefined : all.filter((one) => one !== undefined)
}

const VIEW = /^export const (\w+) = \(([^()]*)\)(?:: [^\n]*?)? =>([\s\S]*?)(?=^export |^const |(?![\s\S]))/gm
const RETURNED = /return \(([^()]*)\)(?:: [^\n]*?)? =>/

const FOLDER = new URL("../../../src/domain/views/", import.meta.url)

const viewsOf = async (file: string): Promise<readonly AskedView[]> => {
  const module: Readonly<Record<string, unknown>> = await import(new URL(file, FOLDER).href)
  const source = readFileSync(new URL(file, FOLDER), "utf8")
  return [...source.matchAll(VIEW)].flatMap(([, name = "", text = "", body = ""]): readonly AskedView[] => {
    const view = module[name]
    const own = giversOf(text)
    const returned = name.startsWith("make") ? giversOf(RETURNED.exec(body)?.[1] ?? "no") : []
    if (typeof view !== "function" || own === undefined || returned === undefined) return []
    const give = (all: readonly Give[], state: State, earlier: State, asked: Asked) =>
      all.map((one) => one(asked, state, earlier))
    let made: unknown
    return [
      {
        name: `${file.slice(0, -".ts".length)} ${name}`,
        ask: (state, earlier, asked) => {
          if (returned.length === 0) return Reflect.apply(view, undefined, give(own, state, earlier, asked))
          // A view that remembers is made once for all arguments.
          made ??= Reflect.apply(view, undefined, give(own, state, earlier, asked))
          return typeof made === "function"
            ? Reflect.apply(made, undefined, give(returned, state, earlier, asked))
            : made
        },
      },
    ]
  })
}

/** Files whose views show events as they are. */
const AS_RECORDED: ReadonlySet<string> = new Set(["readEvent.ts"])

export const views: readonly AskedView[] = (
  await Promise.all(
    readdirSync(FOLDER)
      .sort()
      .filter((file) => !AS_RECORDED.has(file))
      .map(viewsOf),
  )
).flat()

const STRANGER = "nothing of this name"

const isMap = (value: object): value is ReadonlyMap<unknown, unknown> => "get" in value && "entries" in value

/** The keys of every map in the state. */
const idsIn = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value !== "object" || value === null || depth > 3) return []
  if (isMap(value)) return [...value.keys()].filter((key) => typeof key === "string")
  return Object.values(value).flatMap((inside) => idsIn(inside, depth + 1))
}

const LATER_MS = [0, 0, 3_000, 600_000, 90_000_000] as const

/** Random arguments of a page. */
export const drawAsked = (
  state: State,
  { events, tab, now }: { readonly events: readonly RecordedEvent[]; readonly tab: string; readonly now: number },
  factsOf: (event: RecordedEvent, did: string) => readonly DeviceFact[],
  dice: Prng,
): Asked | undefined => {
  if (events.length === 0) return undefined
  const { actions } = state.outbox
  const ids = [...new Set([...idsIn(state), STRANGER])]
  const hot = [...actions.keys(), ...state.batches.keys(), ...state.sharing.subAccounts.keys(), STRANGER]
  const dids = [...state.devices.bound.keys(), ...state.lan.byDid.keys(), STRANGER]
  const did = dice.pick(dids)
  const name = state.devices.bound.get(did)?.name ?? state.lan.devices.get(did)?.name ?? did
  const from = dice.below(name.length)
  const some = <One>(all: readonly One[]): readonly One[] => (dice.chance(0.8) ? [] : [dice.pick(all)])
  return {
    did,
    id: dice.pick(dice.chance(0.6) ? hot : ids),
    ids: ids.filter(() => dice.chance(0.5)),
    action: dice.pick([...actions.keys(), STRANGER]),
    now: now + dice.pick(LATER_MS),
    tab,
    isSo: dice.chance(0.5),
    list: dice.pick(ListName.literals),
    kind: dice.pick(["reboot", "wake", "assign"] as const),
    event: dice.pick(events),
    facts: events.flatMap((event) => factsOf(event, did)),
    query: {
      search: dice.chance(0.5) ? "" : name.slice(from, from + 1 + dice.below(6)),
      sort: dice.pick(sorts),
      reversed: dice.chance(0.3),
      kinds: some(deviceKinds),
      types: some(deviceTypes),
      statuses: some(deviceStatuses),
      owners: [],
      tags: some(["Studio"]),
      outdated: dice.chance(0.1),
      needsYou: dice.chance(0.1),
    },
  }
}
