import { Effect } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { standIn } from "../../src/domain/log/damage.ts"
import { SCAN_CHUNK_EVENTS, SEGMENT_EVENTS } from "../../src/domain/values/limits.ts"
import {
  add,
  all,
  event,
  events,
  failure,
  type LogStore,
  type MakeLog,
  numbers,
  open,
  run,
  VERSION,
} from "./storeSteps.ts"

/** Tests of scanning a log, pruning it, and continuing after the loss of rows. */

export const reading = (openTab: () => Promise<LogStore>) => {
  test("[EVENT-4] a scan hands the log on in order and in chunks, and stops when its taker fails", async () => {
    const store = await openTab()
    const total = 2 * SEGMENT_EVENTS + 30
    await run(add(store, 1, total))
    await run(store.saveSnapshot({ seq: total, version: VERSION, state: {} }))
    const chunks: (readonly number[])[] = []
    await run(store.scan(3, total - 1, (chunk) => Effect.sync(() => void chunks.push(numbers(chunk)))))
    expect(chunks.flat()).toEqual(numbers(events(3, total - 1)))
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(SCAN_CHUNK_EVENTS)
    let taken = 0
    const stopping = store.scan(1, total, () => {
      taken += 1
      return Effect.fail("enough" as const)
    })
    expect(await run(Effect.flip(stopping))).toBe("enough")
    expect(taken).toBe(1)
  })

  test("[EVENT-4] a log without a base begins with event 1", async () => {
    const store = await openTab()
    expect(await run(store.bounds)).toEqual({ first: 1, last: 0 })
    expect(await run(store.base)).toBeNull()
    await run(add(store, 1, 2))
    expect(await run(store.bounds)).toEqual({ first: 1, last: 2 })
  })

  test("[EVENT-7] renewing begins the log with what is given, whatever there was", async () => {
    const store = await openTab()
    await run(add(store, 1, SEGMENT_EVENTS + 5))
    await run(store.renew(events(1, 3)))
    expect((await open(store)).tail).toEqual(events(1, 3))
    await run(add(store, 4, 4))
    expect(await all(store)).toEqual(events(1, 4))
  })
}

export const pruning = (openLog: MakeLog) => {
  test("[EVENT-4] pruning forgets from the front alone; the log opens from its base, and other tabs open again", async () => {
    const total = 2 * SEGMENT_EVENTS + 40
    for (const seq of [1, 7, SEGMENT_EVENTS, SEGMENT_EVENTS + 9, 2 * SEGMENT_EVENTS + 3, total - 1]) {
      const log = await openLog()
      const [store, behind] = [await log.tab(), await log.tab()]
      await run(behind.open(VERSION))
      await run(add(store, 1, total))
      await run(store.saveSnapshot({ seq: total - 20, version: VERSION, state: {} }))
      const keep = { seq, version: VERSION, state: { kept: seq } }
      await run(store.prune(keep))
      expect(await run(store.bounds)).toEqual({ first: seq + 1, last: total })
      expect(await run(store.base)).toEqual(keep)
      expect(await all(store)).toEqual(events(seq + 1, total))
      expect(await run(store.open(null))).toMatchObject({ base: keep, tail: events(seq + 1, total) })
      expect((await open(store)).snapshot?.seq ?? 0).toBe(seq < total - 20 ? total - 20 : 0)
      expect((await failure(behind.append(0, () => [], "strict")))?.reason).toBe("erased")
      await run(add(store, total + 1, total + 1))
      await run(store.saveSnapshot({ seq: total + 1, version: VERSION, state: {} }))
      expect(await all(store)).toEqual(events(seq + 1, total + 1))
    }
  })

  test("[EVENT-4] a base before the log's own or at its end is refused", async () => {
    const log = await openLog()
    const store = await log.tab()
    await run(add(store, 1, 10))
    const prune = (seq: number) => failure(store.prune({ seq, version: VERSION, state: null }))
    expect((await prune(10))?.reason).toBe("failed")
    expect(await prune(5)).toBeUndefined()
    expect((await prune(4))?.reason).toBe("failed")
    expect(await all(store)).toEqual(events(6, 10))
  })
}

export const healing = (openLog: MakeLog) => {
  const isStandIn = ({ type }: StoredEvent) => type === "EventSetAside"

  test("[EVENT-7] rows that vanished are noticed when opening, and the rest goes on without a gap", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 39 }), { minLength: 1, maxLength: 8 }),
        async (gone) => {
          const log = await openLog()
          const other = await log.tab()
          await run(add(other, 1, 40))
          await run(other.open(VERSION))
          await log.damage({ remove: gone })
          const store = await log.tab()
          const { mended, tail, base } = await run(store.open(VERSION))
          expect(mended).toEqual({ missing: gone.length, odd: 0 })
          const first = (base?.seq ?? 0) + 1
          expect(numbers(tail)).toEqual(numbers(events(first, 40)))
          expect(tail.filter((event) => !isStandIn(event))).toEqual(
            events(1, 40).filter(({ seq }) => !gone.includes(seq)),
          )
          expect((await run((await log.tab()).open(VERSION))).mended, "until it is told").toEqual(mended)
          await run(store.append(40, () => [{ ...event(41), type: "DamageFound" }], "strict"))
          expect((await run(store.open(VERSION))).mended).toEqual({ missing: 0, odd: 0 })
          await run(add(store, 42, 42))
          expect((await failure(other.append(40, () => [], "strict")))?.reason).toBe("erased")
        },
      ),
      { numRuns: 15 },
    )
  })

  test("[EVENT-7] a row far behind the others is set aside, and numbers go on where they were", async () => {
    const log = await openLog()
    await run(add(await log.tab(), 1, 3))
    await log.damage({ put: [event(1e15)] })
    const store = await log.tab()
    expect((await run(store.open(VERSION))).mended).toEqual({ missing: 0, odd: 1 })
    expect(await run(store.aside)).toEqual([{ seq: null, row: event(1e15) }])
    await run(add(store, 4, 4))
    expect(await all(store)).toEqual(events(1, 4))
  })

  test("[EVENT-7] events that are gone behind a snapshot are made up for, because the snapshot knows them", async () => {
    const log = await openLog()
    const writer = await log.tab()
    await run(add(writer, 1, 10))
    await run(writer.saveSnapshot({ seq: 9, version: VERSION, state: "known" }))
    await log.damage({ remove: [6, 7, 8, 9, 10] })
    const store = await log.tab()
    const { snapshot, tail, mended } = await run(store.open(VERSION))
    expect([snapshot?.seq, tail, mended]).toEqual([9, [], { missing: 4, odd: 0 }])
    await run(add(store, 10, 10))
    expect(numbers(await all(store))).toEqual(numbers(events(1, 10)))
  })

  test("[EVENT-7] what cannot be read is kept aside once, and its stand-in has its place, sealed or not", async () => {
    const log = await openLog()
    const store = await log.tab()
    const total = SEGMENT_EVENTS + 20
    await run(add(store, 1, total))
    await run(store.saveSnapshot({ seq: total, version: VERSION, state: {} }))
    const damage = { events: [7, total - 1].map((seq) => standIn(seq, "tested", "payload")), snapshots: true }
    expect(await run(store.setAside(damage))).toEqual([7, total - 1])
    expect(await run((await log.tab()).setAside(damage))).toEqual([])
    expect(await run(store.aside)).toEqual([7, total - 1].map((seq) => ({ seq, row: event(seq) })))
    expect((await all(store)).filter(isStandIn)).toEqual(damage.events)
    expect(await open(store)).toEqual({ snapshot: null, tail: await all(store) })
    await run(store.rewrite(total, () => []))
    expect(await run(store.aside)).toEqual([])
  })

  test("[EVENT-7] what was set aside goes back to its place, sealed or not, and other tabs open again", async () => {
    const log = await openLog()
    const [store, other] = [await log.tab(), await log.tab()]
    const total = SEGMENT_EVENTS + 20
    await run(add(store, 1, total))
    await run(store.saveSnapshot({ seq: total, version: VERSION, state: {} }))
    await run(other.open(VERSION))
    const places = [7, 9, total - 1]
    const damage = { events: places.map((seq) => standIn(seq, "tested", "fold")), snapshots: false }
    await run(store.setAside(damage))
    /* An event that was never set aside, and an event of another log, change nothing. */
    await run(store.putBack([event(7), event(total - 1), event(11, "other"), event(total + 5)]))
    expect((await all(store)).filter(isStandIn)).toEqual([standIn(9, "tested", "fold")])
    expect((await all(store)).filter((one) => !isStandIn(one))).toEqual(events(1, total).filter(({ seq }) => seq !== 9))
    expect(await run(store.aside)).toEqual([{ seq: 9, row: event(9) }])
    expect((await open(store)).snapshot).toBeNull()
    expect((await failure(other.append(total, () => [], "strict")))?.reason).toBe("erased")
    await run(add(store, total + 1, total + 1))
    expect(numbers(await all(store))).toEqual(numbers(events(1, total + 1)))
  })
}

export const losing = (openLog: MakeLog) => {
  test("[EVENT-4][EVENT-7] a log that is emptied under open tabs is lost for them, whatever another tab begins there", async () => {
    for (const total of [3, SEGMENT_EVENTS + 20])
      for (const isFirstToNotice of [true, false])
        for (const isWhole of [true, false]) {
          const log = await openLog()
          const tabs = [await log.tab(), await log.tab()]
          await run(add(tabs[0] ?? expect.fail(), 1, total))
          for (const store of tabs) await run(store.open(VERSION))
          if (isWhole) await log.clear()
          else if (total === 3) await log.damage({ remove: [1, 2, 3] })
          else continue
          const areLost = async () => {
            for (const store of tabs)
              for (const write of [
                store.append(total, () => [event(total + 1)], "strict"),
                store.rewrite(total, () => []),
              ])
                expect((await failure(write))?.reason).toBe("deleted")
          }
          if (isFirstToNotice || !isWhole) await areLost()
          const fresh = await log.tab()
          expect(await open(fresh)).toEqual({ snapshot: null, tail: [] })
          await run(add(fresh, 1, total + 5))
          await areLost()
          expect((await failure((tabs[0] ?? expect.fail()).open(VERSION)))?.reason).toBe("deleted")
          expect(await all(fresh)).toEqual(events(1, total + 5))
          await log.clear()
          expect((await failure(fresh.append(total + 5, () => [], "strict")))?.reason).toBe("deleted")
        }
  })

  test("[EVENT-7] a log that has lost its end under an open tab gets as long again, and what is gone is counted", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 39 }), fc.boolean(), async (lost, isSealed) => {
        const log = await openLog()
        const [store, other] = [await log.tab(), await log.tab()]
        const total = isSealed ? SEGMENT_EVENTS + 40 : 40
        await run(add(store, 1, total))
        if (isSealed) await run(store.saveSnapshot({ seq: total - 40, version: VERSION, state: {} }))
        await run(other.open(VERSION))
        await log.damage({ remove: numbers(events(total - lost + 1, total)) })
        expect((await failure(store.append(total, () => [event(total + 1)], "strict")))?.reason).toBe("erased")
        const { mended } = await run(store.open(null))
        expect(mended).toEqual({ missing: lost, odd: 0 })
        const kept = await all(store)
        expect(numbers(kept)).toEqual(numbers(events(1, total)))
        expect(kept.filter(({ type }) => type === "EventSetAside")).toHaveLength(lost)
        expect((await failure(other.append(total, () => [], "strict")))?.reason).toBe("erased")
        await run(add(store, total + 1, total + 1))
      }),
      { numRuns: 8 },
    )
  })
}
