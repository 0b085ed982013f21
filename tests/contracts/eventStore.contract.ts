import { afterEach, describe, expect, test } from "vitest"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { StoreError } from "../../src/domain/ports/eventStore.ts"
import { SEGMENT_EVENTS } from "../../src/domain/values/limits.ts"
import { walkStore } from "../models/eventStore.model.ts"
import { healing, losing, pruning, reading } from "./eventStoreDamage.contract.ts"
import {
  add,
  all,
  event,
  events,
  failure,
  type LogStore,
  last,
  type MakeLog,
  numbers,
  open,
  range,
  run,
  type SharedLog,
  VERSION,
} from "./storeSteps.ts"

/** Number of walks; each takes longer on a real disk than in memory. */
const WALKS = 40
const ROOM_BYTES = 4 * 1024 * 1024
/** Longest wait for the browser to recount its free space. */
const ROOM_COUNTED_MS = 20_000
const ROOM_ASKED_MS = 500
/** Text without repetition, so that no compression makes it fit. */
const tooBig = (): string => {
  const units = new Uint16Array(ROOM_BYTES)
  let state = 1
  for (const index of units.keys()) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    units[index] = 0x100 + (state >>> 17)
  }
  return new TextDecoder("utf-16le").decode(units)
}

/** The contract of every EventStore, on any disk. */
export const eventStoreContract = (name: string, makeLog: MakeLog) => {
  describe(`event store: ${name}`, () => {
    const opened: SharedLog[] = []
    const openLog: MakeLog = async (room) => {
      const log = await makeLog(room)
      opened.push(log)
      return log
    }
    const openTab = async () => (await openLog()).tab()
    afterEach(async () => {
      for (const log of opened.splice(0)) await log.close()
    })

    appending(openTab)
    sharing(openLog)
    snapshots(openTab)
    failing(openLog)
    reading(openTab)
    pruning(openLog)
    healing(openLog)
    losing(openLog)
    anything(openLog)
  })
}

const appending = (openTab: () => Promise<LogStore>) => {
  test("[EVENT-1] an empty log opens empty, and events come back as they were written, in order", async () => {
    const store = await openTab()
    expect(await open(store, VERSION)).toEqual({ snapshot: null, tail: [] })
    expect(await last(store)).toBe(0)
    await run(add(store, 1, 3))
    await run(store.append(3, () => [event(4, { nested: [1, { "": null }], text: "ä🖥" })], "strict"))
    expect(await last(store)).toBe(4)
    expect(await all(store)).toEqual([...events(1, 3), event(4, { nested: [1, { "": null }], text: "ä🖥" })])
    expect((await run(store.open(VERSION))).tail).toHaveLength(4)
  })

  test("[EVENT-1] numbers that leave a gap, repeat or start late are refused and nothing is added", async () => {
    const store = await openTab()
    expect((await failure(store.append(0, () => [event(2)], "strict")))?.reason).toBe("failed")
    await run(add(store, 1, 2))
    for (const wrong of [[event(2)], [event(4)], [event(3), event(5)], [event(3), event(3)], [event(0)]]) {
      expect((await failure(store.append(2, () => wrong, "strict")))?.reason).toBe("failed")
    }
    expect((await failure(store.append(7, () => [event(8)], "strict")))?.reason).toBe("erased")
    expect(await all(store)).toEqual(events(1, 2))
  })

  test("[EVENT-1] a plan that throws adds nothing and the next append works", async () => {
    const store = await openTab()
    await run(add(store, 1, 2))
    const broken = store.append(
      2,
      () => {
        throw new TypeError("broken plan")
      },
      "strict",
    )
    expect(await failure(broken)).toMatchObject({ _tag: "StoreError", reason: "failed" })
    expect(await all(store)).toEqual(events(1, 2))
    await run(add(store, 3, 3))
    expect(await last(store)).toBe(3)
  })

  test("[EVENT-1] a plan without events adds nothing", async () => {
    const store = await openTab()
    await run(store.append(0, () => [], "strict"))
    expect(await last(store)).toBe(0)
  })

  test("[EVENT-2] the log shares nothing with what it was given or gives", async () => {
    const store = await openTab()
    const payload = { names: ["first"] }
    await run(store.append(0, () => [event(1, payload)], "strict"))
    payload.names.push("second")
    await run(
      store.append(
        0,
        (tail) => {
          Object.assign(Object(tail[0]?.payload), { names: [] })
          return []
        },
        "strict",
      ),
    )
    expect((await all(store))[0]?.payload).toEqual({ names: ["first"] })
  })

  test("[EVENT-1] rewriting decides on the tail and keeps only what the plan returns", async () => {
    const store = await openTab()
    await run(add(store, 1, SEGMENT_EVENTS + 10))
    let seen: readonly number[] = []
    await run(
      store.rewrite(SEGMENT_EVENTS + 5, (tail) => {
        seen = numbers(tail)
        return [event(1)]
      }),
    )
    expect(seen).toEqual([1, 2, 3, 4, 5].map((n) => SEGMENT_EVENTS + 5 + n))
    expect(await all(store)).toEqual([event(1)])
    expect(await failure(store.rewrite(1, () => [event(7)]))).toBeInstanceOf(StoreError)
    expect(await all(store)).toEqual([event(1)])
  })

  test("[EVENT-1] erasing leaves nothing and numbers start again at 1", async () => {
    const store = await openTab()
    await run(add(store, 1, SEGMENT_EVENTS + 10))
    await run(store.saveSnapshot({ seq: SEGMENT_EVENTS + 5, version: VERSION, state: {} }))
    await run(store.rewrite(0, () => []))
    expect(await last(store)).toBe(0)
    expect(await all(store)).toEqual([])
    expect(await open(store, VERSION)).toEqual({ snapshot: null, tail: [] })
    await run(add(store, 1, 1))
    expect(await all(store)).toEqual(events(1, 1))
  })
}

const sharing = (openLog: MakeLog) => {
  test("[OFFLINE-7] two tabs that decide at the same time lose nothing and see all of each other", async () => {
    const log = await openLog()
    const tabs = [await log.tab(), await log.tab()]
    const each = 200
    const count = async (store: LogStore, name: string) => {
      let cursor = 0
      let known = 0
      for (let turn = 0; turn < each; turn += 1) {
        await run(
          store.append(
            cursor,
            (tail) => {
              known += tail.length
              cursor += tail.length + 1
              known += 1
              return [event(cursor, { name, known })]
            },
            turn % 2 === 0 ? "strict" : "relaxed",
          ),
        )
      }
    }
    await Promise.all(tabs.map((tab, index) => count(tab, `tab ${index}`)))
    const written = await all(await log.tab())
    expect(numbers(written)).toEqual(numbers(events(1, 2 * each)))
    expect(written.map(({ payload }) => payload)).toEqual(
      written.map(({ seq, payload }) => ({ name: Object(payload).name, known: seq })),
    )
  })

  test("[OFFLINE-7] a plan is given exactly the events after its cursor, sealed ones too", async () => {
    const log = await openLog()
    const [writer, sleeper] = [await log.tab(), await log.tab()]
    const total = 2 * SEGMENT_EVENTS + 20
    await run(add(writer, 1, total))
    await run(writer.saveSnapshot({ seq: total, version: VERSION, state: {} }))
    for (const cursor of [0, 1, SEGMENT_EVENTS - 1, SEGMENT_EVENTS, SEGMENT_EVENTS + 1, total - 1, total]) {
      let given: readonly StoredEvent[] = []
      await run(
        sleeper.append(
          cursor,
          (tail) => {
            given = tail
            return []
          },
          "relaxed",
        ),
      )
      expect(numbers(given)).toEqual(numbers(events(cursor + 1, total)))
    }
  })

  test("[OFFLINE-7] an append wakes the other tabs, not its own, until they stop listening", async () => {
    const log = await openLog()
    const [writer, listener] = [await log.tab(), await log.tab()]
    let own = 0
    await run(writer.onForeignAppend(() => (own += 1)))
    const received = Promise.withResolvers<void>()
    const stop = await run(listener.onForeignAppend(received.resolve))
    await run(add(writer, 1, 1))
    await received.promise
    expect(own).toBe(0)
    stop()
  })

  test("[EVENT-2] a tab whose events another tab erased learns so until it opens again", async () => {
    const log = await openLog()
    const [first, second] = [await log.tab(), await log.tab()]
    await run(first.open(VERSION))
    await run(add(first, 1, 2))
    const woken = Promise.withResolvers<void>()
    const stop = await run(first.onForeignAppend(woken.resolve))
    await run(second.rewrite(0, () => []))
    await woken.promise
    stop()
    await run(add(second, 1, 3))
    expect((await failure(first.append(2, () => [event(4)], "strict")))?.reason).toBe("erased")
    expect((await failure(first.saveSnapshot({ seq: 2, version: VERSION, state: {} })))?.reason).toBe("erased")
    expect((await failure(first.bounds))?.reason).toBe("erased")
    expect(numbers((await run(first.open(VERSION))).tail)).toEqual([1, 2, 3])
    await run(add(first, 4, 4))
    expect(numbers(await all(second))).toEqual([1, 2, 3, 4])
  })
}

const snapshots = (openTab: () => Promise<LogStore>) => {
  const total = 3 * SEGMENT_EVENTS + 7
  const snapshot = (seq: number, version = VERSION) => ({
    seq,
    version,
    state: { devices: new Map([["a", { seq }]]), list: [undefined, 1] },
  })

  test("[EVENT-4] opening gives the newest snapshot of this version and the events after it", async () => {
    const store = await openTab()
    await run(add(store, 1, 30))
    await run(store.saveSnapshot(snapshot(10)))
    await run(store.saveSnapshot(snapshot(25)))
    await run(store.saveSnapshot(snapshot(20)))
    expect(await open(store, VERSION)).toEqual({ snapshot: snapshot(25), tail: events(26, 30) })
    expect(await open(store, VERSION + 1)).toEqual({ snapshot: null, tail: events(1, 30) })
    await run(store.saveSnapshot(snapshot(15, VERSION + 1)))
    await run(store.saveSnapshot(snapshot(30, VERSION)))
    expect(await open(store, VERSION + 1)).toEqual({ snapshot: snapshot(15, VERSION + 1), tail: events(16, 30) })
    expect(await open(store, VERSION)).toEqual({ snapshot: null, tail: events(1, 30) })
  })

  test("[EVENT-4] a snapshot at the end of the log opens with an empty tail", async () => {
    const store = await openTab()
    await run(add(store, 1, 2 * SEGMENT_EVENTS))
    await run(store.saveSnapshot(snapshot(2 * SEGMENT_EVENTS)))
    expect(await open(store, VERSION)).toEqual({ snapshot: snapshot(2 * SEGMENT_EVENTS), tail: [] })
    await run(add(store, 2 * SEGMENT_EVENTS + 1, 2 * SEGMENT_EVENTS + 1))
    expect(numbers((await run(store.open(VERSION))).tail)).toEqual([2 * SEGMENT_EVENTS + 1])
  })

  test("[EVENT-4] a snapshot of events that are not in the log is refused", async () => {
    const store = await openTab()
    await run(add(store, 1, 3))
    expect((await failure(store.saveSnapshot(snapshot(4))))?.reason).toBe("failed")
    expect(await open(store, VERSION)).toEqual({ snapshot: null, tail: events(1, 3) })
  })

  test("[EVENT-4] sealing history loses no event, and ranges run over segments and hot tail alike", async () => {
    const store = await openTab()
    await run(add(store, 1, total))
    await run(store.saveSnapshot(snapshot(2 * SEGMENT_EVENTS + 3)))
    expect(await all(store)).toEqual(events(1, total))
    const edges = [1, 2, SEGMENT_EVENTS, SEGMENT_EVENTS + 1, 2 * SEGMENT_EVENTS, 2 * SEGMENT_EVENTS + 1, total]
    for (const from of edges) {
      for (const to of edges.filter((edge) => edge >= from)) {
        expect(numbers(await range(store, from, to))).toEqual(numbers(events(from, to)))
      }
    }
    expect(await range(store, 5, 4)).toEqual([])
    expect(await range(store, total + 1, total + 9)).toEqual([])
    await run(store.saveSnapshot(snapshot(total)))
    expect(await all(store)).toEqual(events(1, total))
    expect(await last(store)).toBe(total)
  })
}

const failing = (openLog: MakeLog) => {
  test("[EVENT-4] on a full disk an append fails as a whole and says quota, and what fits is still added", async () => {
    const log = await openLog(ROOM_BYTES)
    const store = await log.tab()
    await run(add(store, 1, 2))
    const big = [event(3), event(4, tooBig()), event(5)]
    for (const durability of ["strict", "relaxed"] as const) {
      const error = await failure(store.append(2, () => big, durability))
      expect(error).toMatchObject({ _tag: "StoreError", reason: "quota" })
      expect(await all(store)).toEqual(events(1, 2))
    }
    // A browser may count failed writes as used space for a while, or until the database closes.
    let latest = store
    const addAtLast = async () => {
      const refused = await failure(add(latest, 3, 4))
      if (refused !== undefined) latest = await log.reload()
      return refused
    }
    await expect.poll(addAtLast, { timeout: ROOM_COUNTED_MS, interval: ROOM_ASKED_MS }).toBeUndefined()
    expect(await all(latest)).toEqual(events(1, 4))
  })

  test("[EVENT-4] on a full disk a snapshot that fails leaves the log and the kept snapshot as they were", async () => {
    const log = await openLog(ROOM_BYTES)
    const store = await log.tab()
    await run(add(store, 1, SEGMENT_EVENTS + 50))
    const kept = { seq: 10, version: VERSION, state: { kept: true } }
    await run(store.saveSnapshot(kept))
    const big = { seq: SEGMENT_EVENTS + 20, version: VERSION, state: tooBig() }
    expect((await failure(store.saveSnapshot(big)))?.reason).toBe("quota")
    expect(await open(store, VERSION)).toEqual({ snapshot: kept, tail: events(11, SEGMENT_EVENTS + 50) })
  })
}

const anything = (openLog: MakeLog) => {
  test("[EVENT-1][EVENT-4][HOUSE-2] whatever three tabs do in turn, the log is what a plain list would be", () =>
    walkStore(openLog, WALKS))
}
