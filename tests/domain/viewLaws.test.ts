import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { model } from "../../src/domain/product/decider.ts"
import type { State } from "../../src/domain/product/state.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { isMap } from "./accountParts.ts"
import { type FoundView, findViews, idsIn, STRANGER, type ViewInput } from "./everyView.ts"
import { clients } from "./logs.ts"

/** Laws of every view's answers, over the lives of many clients. They cover a new view without a line of its own. */

const LIVES = 240
const SEED = 3
/** Delays of a screen's question after the last event, ms: none, within a wait, and a day. */
const LATER_MS = [0, 0, 3_000, 600_000, 90_000_000] as const
/** After so many answers at one path, at least one must differ. */
const ENOUGH = 40
/** After so many answers for which the state has a value, at least one must equal it. */
const FEW = 9
const DEPTH_MAX = 4

/** Paths of recorded data, which a view passes on unchanged. */
const AS_RECORDED = /readEvent|\.(?:intent|theirs|status|restoring)\.|weekOfMarks\.looked/

const lives = fc.sample(clients(), { numRuns: LIVES, seed: SEED })

/** Calls `visit` with the answer of each view at states of many lives. */
const answers = (
  views: readonly FoundView[],
  visit: (answer: unknown, name: string, asked: ViewInput) => void,
): void => {
  let turn = 0
  for (const { given, log } of lives) {
    let earlier = model.initialState
    for (const [index, { after: state, stamp, events }] of given.entries()) {
      const event = events.at(-1) ?? log[0]
      if (index % 5 !== 4 || event === undefined) continue
      const dids = [...state.devices.bound.keys(), ...state.lan.byDid.keys(), STRANGER]
      const all = [...new Set([...idsIn(state), STRANGER])]
      for (let time = 0; time < 3; time += 1) {
        turn += 1
        const asked: ViewInput = {
          state,
          earlier,
          event,
          now: stamp.at + (LATER_MS[turn % LATER_MS.length] ?? 0),
          tab: turn % 3 === 0 ? "tab-2" : "tab-1",
          id: all[(turn * 7) % all.length] ?? STRANGER,
          ids: all.filter((_id, at) => (at + turn) % 2 === 0),
          did: dids[turn % dids.length] ?? STRANGER,
          isSo: turn % 2 === 0,
        }
        for (const { name, ask } of views) visit(ask(asked), name.replace("src/domain/views/", ""), asked)
      }
      earlier = state
    }
  }
}

const isSeveral = (value: object): value is { readonly values: () => Iterable<unknown> } =>
  Array.isArray(value) || isMap(value) || value instanceof Set

/** Visits each value in an answer with its path. All entries of a list or map have the same path. */
const walk = (value: unknown, path: string, visit: (value: unknown, path: string) => void, depth = 0): void => {
  visit(value, path)
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return
  if (isSeveral(value)) for (const one of value.values()) walk(one, `${path}.*`, visit, depth + 1)
  else for (const [key, inside] of Object.entries(value)) walk(inside, `${path}.${key}`, visit, depth + 1)
}

type Kind = "nothing" | "yes" | "no" | "none" | "zero" | "some"
const kindOf = (value: unknown): Kind => {
  if (value === null || value === undefined) return "nothing"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "object" && isSeveral(value)) return [...value.values()].length === 0 ? "none" : "some"
  return value === 0 ? "zero" : "some"
}

/** The paths at which all answers were equal and empty, false or zero. */
const constantsOf = (views: readonly FoundView[]): readonly string[] => {
  const found = new Map<string, { readonly kinds: Set<Kind>; count: number }>()
  answers(views, (answer, name) =>
    walk(answer, name, (value, path) => {
      const known = found.get(path) ?? { kinds: new Set(), count: 0 }
      known.kinds.add(kindOf(value))
      known.count += 1
      found.set(path, known)
    }),
  )
  return [...found]
    .filter(([, { kinds, count }]) => count > ENOUGH && kinds.size === 1 && !kinds.has("some"))
    .map(([path]) => path)
    .filter((path) => !AS_RECORDED.test(path))
}

/** The state's values for each id, by field name: from records with that id, and from maps with the id as a key. */
type Facts = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>
const NAMING = ["id", "did", "device", "wake"] as const

const factsOf = (state: State): Facts => {
  const facts = new Map<string, Map<string, Set<string>>>()
  const learn = (id: string, field: string, value: unknown): void => {
    const known = facts.get(id) ?? new Map<string, Set<string>>()
    const values = known.get(field) ?? new Set<string>()
    facts.set(id, known.set(field, values.add(canonicalJson([value ?? null]))))
  }
  const learnAll = (id: unknown, record: unknown): void => {
    if (typeof id !== "string" || typeof record !== "object" || record === null || isSeveral(record)) return
    for (const [field, value] of Object.entries(record)) learn(id, field, value)
  }
  const look = (value: unknown, name: string, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > DEPTH_MAX + 2) return
    if (isMap(value))
      for (const [key, inside] of value.entries()) {
        learn(String(key), name, inside)
        learnAll(key, inside)
        look(inside, name, depth + 1)
      }
    else if (isSeveral(value)) for (const one of value.values()) look(one, name, depth + 1)
    else {
      for (const key of NAMING) learnAll(Reflect.get(value, key), value)
      for (const [field, inside] of Object.entries(value)) look(inside, field, depth + 1)
    }
  }
  look(state, "", 0)
  return facts
}

/** For one path: the number of answers for which the state has a value, and of those that equal it. */
interface Agreement {
  count: number
  same: number
}

const agreementsOf = (views: readonly FoundView[]): ReadonlyMap<string, Agreement> => {
  const found = new Map<string, Agreement>()
  let last: { readonly state: State; readonly facts: Facts } | undefined
  answers(views, (answer, name, { state }) => {
    if (last?.state !== state) last = { state, facts: factsOf(state) }
    const { facts } = last
    walk(answer, name, (value, path) => {
      if (typeof value !== "object" || value === null || isSeveral(value)) return
      for (const key of NAMING) {
        const known = facts.get(String(Reflect.get(value, key)))
        for (const [field, inside] of known === undefined ? [] : Object.entries(value)) {
          const facts = known?.get(field)
          if (facts === undefined || field === key || (facts.size === 1 && facts.has("[null]"))) continue
          const agreement = found.get(`${path}.${field} by ${key}`) ?? { count: 0, same: 0 }
          agreement.count += 1
          if (facts.has(canonicalJson([inside ?? null]))) agreement.same += 1
          found.set(`${path}.${field} by ${key}`, agreement)
        }
      }
    })
  })
  return found
}

/**
 * Endings of paths whose values are too rare in these lives. Remove an ending here when its value occurs often enough.
 */
const SELDOM = new RegExp(
  [
    "atch\\w*(?:\\.\\*)?(?:\\.count|\\.facts)?\\.(?:superseded|cancelled|confirmed|undoUntil|again|isEnded|outcome|awaySince)",
    "batchOutcomes\\.(?:back|away|sent)|batchRow\\.(?:outcome|awaySince)|endedCampaign|invitationToSub|campaignView\\.ended(?:At)?",
    "\\.notice\\.undoUntil|targets\\.\\*\\.refusal|\\.isFull",
    "\\.(?:hasOneMode|isNear|isAwaited|isConfirmed|reported|isDismissed|doubted|apart|image\\.failure)",
    "\\.(?:setbacks?|odd|doubled|awaited\\.seen|waitsUntil|httpStatus|pending|devicesPending|devices)",
    "outboxView\\.\\w+\\.\\*\\.(?:contest|heldFor|online|restoring|contest\\.isReplaced)",
    // Views that compare their arguments, or report a week, for which no life is long enough.
    "actionsAbout|sameIds|isTrail|weekOfMarks\\.of",
  ]
    .map((end) => `(?:${end})$`)
    .join("|"),
)
/** Values that a view computes from several records, or takes from one of several updates of a device. */
const WORKED_OUT = new RegExp(
  [
    "\\.name by",
    "(?:subAccountRow|sharedWith.*)\\.(?:email|status|devices) by",
    "\\.(?:build|mode|known|undoUntil|contest|tags) by",
    "campaignView\\.left by",
    // A device of this network alone has no facts of an account, also when one that has signed out knows it.
    "(?:allDevices\\.\\*|listedCard)\\.(?:lastSeen|shared|owner|addedAt|seenTicks) by",
    "(?:firmwareView|campaignView\\.rows\\.\\*)\\.\\w+ by device",
  ].join("|"),
)
/** Names with two meanings: a code and its message, a recorded contest and its result. */
const ANOTHER_WORD = /\.(?:status|contest|name|known|undoUntil) by/

describe("every view", async () => {
  const views = await findViews()

  test("[DEVICE-12] has no answer that is the same in every life", () => {
    expect(constantsOf(views).filter((path) => !SELDOM.test(path))).toEqual([])
  })

  test("[EVENT-2] shows what the state holds where both have one word for it", () => {
    const agreements = [...agreementsOf(views)].filter(([path]) => !AS_RECORDED.test(path))
    const differing = agreements.filter(([path, { count, same }]) => same < count && !WORKED_OUT.test(path))
    expect(differing.map(([path, { count, same }]) => `${path}: ${same} of ${count}`)).toEqual([])
    const never = agreements.filter(([, { count, same }]) => same === 0 && count > FEW)
    expect(never.map(([path]) => path).filter((path) => !ANOTHER_WORD.test(path))).toEqual([])
  })

  test("[HOUSE-2] a new view with an answer that is never given, or another value than the state's, breaks a law", () => {
    const view: FoundView = {
      name: "new",
      ask: ({ state: { outbox } }) =>
        [...outbox.actions.values()].map(({ id, attempts }) => ({ id, attempts: attempts + 1, isLate: attempts < 0 })),
    }
    expect(constantsOf([view])).toEqual(["new.*.isLate"])
    expect(agreementsOf([view]).get("new.*.attempts by id")).toMatchObject({ same: 0 })
  })
})
