import * as fc from "fast-check"
import { expect, test } from "vitest"
import { logModel } from "../../src/domain/client/log/model.ts"
import { snapshotOf } from "../../src/domain/engine/opening.ts"
import { Refold } from "../../src/domain/engine/refold.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { standIn } from "../../src/domain/log/damage.ts"
import type { Aside, Base } from "../../src/domain/ports/eventStore.ts"
import { Recorder } from "./recorder.ts"

/** The fold of a whole log for a new release, chunk by chunk. */

const recorded = (): Recorder => {
  const client = new Recorder()
  const account = client.signIn()
  const device = { id: "d1", name: "Desk", model: 1, lastSeen: 1, flags: 4, build: 0, shared: false, owner: "" }
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [device] })
  for (let turn = 0; turn < 12; turn += 1) {
    client.now += 1_000
    client.do({ type: "OpenRoute", path: `/${turn}` })
    client.do({ type: "RenameDevice", did: "d1", name: `Desk ${turn}` })
  }
  return client
}

const refolded = (
  log: readonly StoredEvent[],
  each: number,
  aside: readonly Aside[] = [],
  base: Base | null = null,
) => {
  const refold = new Refold(logModel, base, aside)
  for (let from = 0; from < log.length; from += each) if (!refold.add(log.slice(from, from + each))) break
  return refold.end()
}

test("[EVENT-4] whatever the chunks, the snapshot is the fold of the log, with its base or without", () => {
  const { log, state } = recorded()
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: log.length + 1 }),
      fc.integer({ min: 0, max: log.length - 1 }),
      (each, cut) => {
        expect(refolded(log, each)).toEqual({ snapshot: snapshotOf(logModel, log.length, state), readable: [] })
        const { snapshot: base } = refolded(log.slice(0, cut), each)
        expect(refolded(log.slice(cut), each, [], base).snapshot).toEqual(snapshotOf(logModel, log.length, state))
      },
    ),
    { numRuns: 25 },
  )
})

test("[EVENT-7] an event that cannot be read ends it before its chunk, so that opening finds and tells it", () => {
  const { log } = recorded()
  for (const bad of [1, 10, log.length]) {
    const spoilt = log.map(
      (event): StoredEvent => (event.seq === bad ? { ...event, payload: { path: 5 }, type: "RouteOpened" } : event),
    )
    const { snapshot } = refolded(spoilt, 3)
    expect(snapshot?.seq ?? 0).toBe(Math.floor((bad - 1) / 3) * 3)
  }
  /* After the end of the fold it takes no further event, not even a good one. */
  const ended = new Refold(logModel, null, [])
  expect([
    ended.add(log.slice(0, 3)),
    ended.add(log.slice(3, 4).map((event) => ({ ...event, v: 99 }))),
    ended.add(log.slice(3, 6)),
  ]).toEqual([true, false, false])
  expect(ended.end().snapshot?.seq).toBe(3)
  const newer = log.map((event) => (event.seq === 8 ? { ...event, v: 99 } : event))
  expect(refolded(newer, 3).snapshot?.seq).toBe(6)
})

test("[EVENT-7][EVENT-3] what an earlier release set aside is read again: what can be read now goes back, unsent actions included", () => {
  const { log, state } = recorded()
  const queued = log.findLastIndex(({ type }) => type === "ActionQueued") + 1
  const places = [4, queued]
  const stood = log.map(
    (event): StoredEvent => (places.includes(event.seq) ? standIn(event.seq, event.type, "payload") : event),
  )
  const kept = places.map((seq) => ({ seq, row: log[seq - 1] }))
  const still = { seq: 5, row: { ...log[4], payload: 7 } }
  const odd: readonly Aside[] = [
    { seq: null, row: log[6] },
    { seq: 501, row: { from: 501, json: "" } },
    { seq: 8, row: log[2] },
  ]
  const found = refolded(stood, 6, [...kept, ...odd])
  expect(found.snapshot).toEqual(snapshotOf(logModel, log.length, state))
  expect(found.readable).toEqual(places.map((seq) => log[seq - 1]))

  const unread = stood.map((event): StoredEvent => (event.seq === 5 ? standIn(5, null, "payload") : event))
  const other = refolded(unread, 6, [...kept, still])
  expect(other.readable.map(({ seq }) => seq)).toEqual(places)
  expect(other.snapshot?.seq).toBe(log.length)
})
