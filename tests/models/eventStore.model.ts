import * as fc from "fast-check"
import { expect } from "vitest"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { SEGMENT_EVENTS } from "../../src/domain/values/limits.ts"
import {
  all,
  event,
  failure,
  type LogStore,
  last,
  type MakeLog,
  run,
  type SharedLog,
  VERSION,
} from "../contracts/storeSteps.ts"

/** One log and three tabs that write, save snapshots, prune and erase in any order, on each of our stores. */

const TABS = 3
const STEPS_MAX = 16
/** The versions of this release and of the one before. */
const VERSIONS = [VERSION + 1, VERSION + 1, VERSION] as const

/** The log as a plain list. Events up to `base` are pruned. */
interface Kept {
  events: readonly StoredEvent[]
  base: number
  snapshot: { readonly seq: number; readonly version: number } | null
  /** Tabs whose log another tab has erased since. */
  late: ReadonlySet<number>
}

interface Real {
  readonly log: SharedLog
  readonly tabs: readonly LogStore[]
}

type Walk = fc.AsyncCommand<Kept, Real>

const step = (title: string, walk: (kept: Kept, store: LogStore, real: Real) => Promise<void>, tab: number): Walk => ({
  check: () => true,
  run: (kept, real) => {
    const store = real.tabs[tab]
    if (store === undefined) throw new Error(`there is no tab ${tab}`)
    return walk(kept, store, real)
  },
  toString: () => `${title} in tab ${tab}`,
})

const eventsAfter = (seq: number, payloads: readonly unknown[]): readonly StoredEvent[] =>
  payloads.map((value, index) => event(seq + 1 + index, value))

const append = (tab: number, payloads: readonly unknown[], lag: number) =>
  step(
    `append ${payloads.length} after ${lag} unread`,
    async (kept, store) => {
      const cursor = Math.max(kept.base, kept.events.length - lag)
      const added = eventsAfter(kept.events.length, payloads)
      let seen: readonly StoredEvent[] = []
      const plan = (tail: readonly StoredEvent[]) => {
        seen = tail
        return added
      }
      const refused = await failure(store.append(cursor, plan, "relaxed"))
      if (kept.late.has(tab)) return expect(refused?.reason).toBe("erased")
      expect(refused).toBeUndefined()
      expect(seen).toEqual(kept.events.slice(cursor))
      kept.events = [...kept.events, ...added]
    },
    tab,
  )

/** Neither numbers with a gap nor a plan that throws may add anything to the log. */
const refuse = (tab: number, throws: boolean) =>
  step(
    throws ? "a plan that throws" : "a gap",
    async ({ events }, store) => {
      const plan = () => {
        if (throws) throw new Error("thrown")
        return [event(events.length + 2)]
      }
      expect(await failure(store.append(events.length, plan, "relaxed"))).toBeDefined()
    },
    tab,
  )

const keepSnapshot = (tab: number, back: number, version: number) =>
  step(
    `a snapshot of release ${version}, ${back} before the end`,
    async (kept, store) => {
      const seq = Math.max(kept.base, kept.events.length - back)
      const refused = await failure(store.saveSnapshot({ seq, version, state: { seq } }))
      if (kept.late.has(tab) || seq > kept.events.length) return expect(refused).toBeDefined()
      expect(refused).toBeUndefined()
      const { snapshot } = kept
      const isNewer = version > (snapshot?.version ?? 0) || (version === snapshot?.version && seq > snapshot.seq)
      if (isNewer) kept.snapshot = { seq, version }
    },
    tab,
  )

const prune = (tab: number, share: number) =>
  step(
    `prune ${share} %`,
    async (kept, store) => {
      const seq = kept.base + Math.floor(((kept.events.length - kept.base) * share) / 100)
      const refused = await failure(store.prune({ seq, version: VERSION + 1, state: { seq } }))
      if (kept.late.has(tab) || seq === kept.events.length) return expect(refused).toBeDefined()
      expect(refused).toBeUndefined()
      kept.base = seq
      if (kept.snapshot !== null && kept.snapshot.seq < seq) kept.snapshot = null
    },
    tab,
  )

const erase = (tab: number, payloads: readonly unknown[], isRenewed: boolean) =>
  step(
    isRenewed ? "renew" : "rewrite",
    async (kept, store) => {
      const events = eventsAfter(0, payloads)
      const refused = await failure(isRenewed ? store.renew(events) : store.rewrite(kept.base, () => events))
      if (refused !== undefined) return expect(kept.late.has(tab)).toBe(true)
      Object.assign(kept, { events, base: 0, snapshot: null })
      kept.late = new Set(Array.from({ length: TABS }, (_, other) => other).filter((other) => other !== tab))
    },
    tab,
  )

const expectOpened = async ({ events, base, snapshot }: Kept, store: LogStore, version: number | null) => {
  const opened = await run(store.open(version))
  const wanted = snapshot !== null && snapshot.version === version ? snapshot.seq : null
  expect(opened.snapshot?.seq ?? null).toBe(wanted)
  expect(opened.base?.seq ?? 0).toBe(base)
  expect(opened.tail).toEqual(events.slice(wanted ?? base))
}

const open = (tab: number, version: number | null) =>
  step(
    `open for release ${version}`,
    async (kept, store) => {
      await expectOpened(kept, store, version)
      kept.late = new Set([...kept.late].filter((other) => other !== tab))
    },
    tab,
  )

const tab = fc.nat(TABS - 1)
/** A JSON value: JSON writes minus zero as zero. */
const payload = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
const few = fc.array(payload, { maxLength: 5 })
const many = fc.constantFrom(SEGMENT_EVENTS - 1, SEGMENT_EVENTS + 3).map((n): readonly unknown[] => Array(n).fill(0))
const back = fc.oneof(fc.integer({ min: -1, max: 6 }), fc.nat(SEGMENT_EVENTS + 200))

const walks = fc.commands(
  [
    fc.tuple(tab, few, back.map(Math.abs)).map((drawn) => append(...drawn)),
    fc
      .tuple(tab, fc.oneof({ weight: 3, arbitrary: few }, { weight: 1, arbitrary: many }), fc.nat(3))
      .map((drawn) => append(...drawn)),
    fc.tuple(tab, fc.boolean()).map((drawn) => refuse(...drawn)),
    fc.tuple(tab, back, fc.constantFrom(...VERSIONS)).map((drawn) => keepSnapshot(...drawn)),
    fc.tuple(tab, fc.constantFrom(...VERSIONS, null)).map((drawn) => open(...drawn)),
    fc.tuple(tab, fc.constantFrom(...VERSIONS, null)).map((drawn) => open(...drawn)),
    fc.tuple(tab, fc.integer({ min: 0, max: 100 })).map((drawn) => prune(...drawn)),
    fc.tuple(tab, few, fc.boolean()).map((drawn) => erase(...drawn)),
  ],
  { maxCommands: STEPS_MAX, size: "max" },
)

/** Fails with the shortest walk after which a store differs from a plain list. */
export const walkStore = (openLog: MakeLog, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(walks, async (list) => {
      const log = await openLog()
      const tabs = await Promise.all(Array.from({ length: TABS }, () => log.tab()))
      for (const store of tabs) await run(store.open(VERSION))
      const kept: Kept = { events: [], base: 0, snapshot: null, late: new Set() }
      await fc.asyncModelRun(() => ({ model: kept, real: { log, tabs } }), list)
      const reader = await log.tab()
      await expectOpened(kept, reader, VERSION + 1)
      expect(await all(reader)).toEqual(kept.events.slice(kept.base))
      expect(await last(reader)).toBe(kept.events.length)
    }),
    { numRuns },
  )
