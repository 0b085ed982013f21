import { Effect } from "effect"
import { afterEach, expect, test } from "vitest"
import { type DexieStore, makeDexieStore } from "../../src/adapters/storage/dexie.ts"
import { refoldLog } from "../../src/adapters/workers/refold.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { standIn } from "../../src/domain/log/damage.ts"
import { STATE_VERSION } from "../../src/domain/product/state.ts"
import { unpackedState } from "../../src/domain/product/stored.ts"
import { REFOLD_FROM_EVENTS, SEGMENT_EVENTS } from "../../src/domain/values/limits.ts"
import { all, events, numbers, VERSION } from "../contracts/storeSteps.ts"
import { Recorder } from "../domain/recorder.ts"

/** Damage that is possible in a browser's tables but not in a list in memory: segments, and keys of any kind. */

const TOTAL = 3 * SEGMENT_EVENTS + 20
const opened: DexieStore[] = []
let count = 0

const newName = () => {
  count += 1
  return `damage-${count}`
}
const openStore = (name: string, refold?: () => Promise<void>) => {
  const made = makeDexieStore({ name }, refold)
  opened.push(made)
  return made.store
}
afterEach(() => {
  for (const { close } of opened.splice(0)) close()
})

const openRaw = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const change = async (name: string, table: "events" | "segments", work: (store: IDBObjectStore) => void) => {
  const raw = await openRaw(name)
  const transaction = raw.transaction(table, "readwrite")
  const done = new Promise((resolve) => transaction.addEventListener("complete", resolve))
  work(transaction.objectStore(table))
  await done
  raw.close()
}

/** A log of three sealed segments and a short hot tail. */
const sealed = async () => {
  const name = newName()
  const store = openStore(name)
  await Effect.runPromise(store.append(0, () => events(1, TOTAL), "relaxed"))
  await Effect.runPromise(store.saveSnapshot({ seq: TOTAL, version: VERSION, state: {} }))
  return name
}

const reopened = async (name: string) => {
  const store = openStore(name)
  const { mended } = await Effect.runPromise(store.open(null))
  const log = await all(store)
  expect(numbers(log)).toEqual(numbers(events(1, log.length)))
  const damages = events(log.length + 1, log.length + 1).map((event) => ({ ...event, type: "DamageFound" }))
  await Effect.runPromise(store.append(log.length, () => damages, "strict"))
  expect((await Effect.runPromise(store.open(null))).mended).toEqual({ missing: 0, odd: 0 })
  const kept = log.filter(({ type }) => type !== "EventSetAside")
  return { store, mended, log, kept }
}

const BROKEN: readonly (readonly [string, unknown])[] = [
  ["broken JSON", '[{"seq":'],
  ["no list", '{"a":1}'],
  ["no text", 7],
  ["a list of other things", "[null,5,{}]"],
]
test.each(BROKEN)(
  "[EVENT-7] a segment that is %s is kept aside, and all other events are there",
  async (_title, json) => {
    const name = await sealed()
    const from = SEGMENT_EVENTS + 1
    await change(name, "segments", (store) => void store.put({ from, to: 2 * SEGMENT_EVENTS, json }))
    const { store, mended, log, kept } = await reopened(name)
    expect(mended).toEqual({ missing: SEGMENT_EVENTS, odd: 0 })
    expect([log.length, kept.length]).toEqual([TOTAL, TOTAL - SEGMENT_EVENTS])
    expect(await Effect.runPromise(store.aside)).toMatchObject([{ seq: from, row: { json } }])
  },
)

test("[EVENT-7] a segment that is gone, in the middle or at the front, costs its own events alone", async () => {
  const middle = await sealed()
  await change(middle, "segments", (store) => void store.delete(SEGMENT_EVENTS + 1))
  expect((await reopened(middle)).mended).toEqual({ missing: SEGMENT_EVENTS, odd: 0 })
  const front = await sealed()
  await change(front, "segments", (store) => void store.delete(1))
  const store = openStore(front)
  const { mended, base, tail } = await Effect.runPromise(store.open(null))
  expect([mended.missing, base?.seq, tail.length]).toEqual([SEGMENT_EVENTS, SEGMENT_EVENTS, TOTAL - SEGMENT_EVENTS])
})

test("[EVENT-7] without its hot tail a log goes on after its last segment", async () => {
  const name = await sealed()
  await change(name, "events", (store) => void store.clear())
  const { log, mended } = await reopened(name)
  expect(log).toHaveLength(3 * SEGMENT_EVENTS)
  expect(mended).toEqual({ missing: 0, odd: 0 })
})

test("[EVENT-7] rows under keys that are no sequence numbers are set aside, whatever they are", async () => {
  const name = await sealed()
  const [row] = events(1, 1)
  const keys: readonly IDBValidKey[] = ["abc", -3, 0, 2 * SEGMENT_EVENTS + 100, TOTAL + 0.5, 1e15, new Date(5), [1, 2]]
  await change(name, "events", (store) => {
    for (const seq of keys) store.put({ ...row, seq })
  })
  const { store, mended, log } = await reopened(name)
  expect([mended, log.length]).toEqual([{ missing: 0, odd: keys.length }, TOTAL])
  expect(await Effect.runPromise(store.aside)).toHaveLength(keys.length)
})

/** The log of a person who opened pages for a long time, with real events that this release folds. */
const longLog = (length: number): readonly StoredEvent[] => {
  const client = new Recorder()
  client.signIn()
  client.do({ type: "OpenRoute", path: "/devices" })
  const [last] = client.log.slice(-1)
  if (last === undefined) throw new Error("nothing was recorded")
  const more = Array.from({ length: length - last.seq }, (_, index): StoredEvent => {
    const seq = last.seq + index + 1
    return { ...last, seq, id: `more-${seq}`, payload: { path: `/${seq}` } }
  })
  return [...client.log, ...more]
}

/**
 * Stores a log as a browser does, with all but its last rows sealed. Appending so many rows one by one would take
 * seconds.
 */
const keep = async (name: string, log: readonly StoredEvent[]) => {
  await Effect.runPromise(openStore(name).open(null))
  const sealed = log.length - (log.length % SEGMENT_EVENTS || SEGMENT_EVENTS)
  await change(name, "segments", (store) => {
    for (let at = 0; at < sealed; at += SEGMENT_EVENTS) {
      const json = JSON.stringify(log.slice(at, at + SEGMENT_EVENTS))
      store.put({ from: at + 1, to: at + SEGMENT_EVENTS, json })
    }
  })
  await change(name, "events", (store) => {
    for (const event of log.slice(sealed)) store.put(event)
  })
}

test("[EVENT-4][EVENT-7] a long log that a new release opens is folded in a worker with progress, and what was set aside is read again", async () => {
  const name = newName()
  const log = longLog(REFOLD_FROM_EVENTS + 30)
  await keep(name, log)
  const before = openStore(name)
  await Effect.runPromise(before.saveSnapshot({ seq: log.length, version: STATE_VERSION - 1, state: "older" }))
  await Effect.runPromise(before.setAside({ events: [standIn(700, "RouteOpened", "payload")], snapshots: false }))
  const shares: number[] = []
  const store = openStore(name, () => refoldLog(name, (share) => shares.push(share)))
  const { snapshot, tail } = await Effect.runPromise(store.open(STATE_VERSION))
  expect([snapshot?.seq, tail]).toEqual([log.length, []])
  expect(unpackedState(snapshot?.state)?.session.current?.uid).toBe("u1")
  expect(shares.length).toBeGreaterThan(REFOLD_FROM_EVENTS / SEGMENT_EVENTS)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
  expect(await Effect.runPromise(store.aside)).toEqual([])
  expect((await all(store))[699]).toEqual(log[699])
  /* The worker folds only a log without a snapshot. */
  const again = openStore(name, () => Promise.reject(new Error("asked twice")))
  expect((await Effect.runPromise(again.open(STATE_VERSION))).tail).toEqual([])
})

test("[EVENT-4] where no worker can fold it, the page reads the log itself", async () => {
  const name = newName()
  await keep(name, longLog(30))
  await Effect.runPromise(openStore(name).setAside({ events: [standIn(9, null, "fold")], snapshots: false }))
  let asked = 0
  const store = openStore(name, async () => {
    asked += 1
    throw new Error("no worker")
  })
  const { snapshot, tail } = await Effect.runPromise(store.open(STATE_VERSION))
  expect([asked, snapshot, tail.length]).toEqual([1, null, 30])
})
