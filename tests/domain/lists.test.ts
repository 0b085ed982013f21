import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { DeviceFields } from "../../src/domain/features/devices/events.ts"
import { isAllowedTransition } from "../../src/domain/features/sharing/decide.ts"
import { STATUS_DELETED } from "../../src/domain/features/sharing/state.ts"
import { ONLINE_WINDOW_MS, PRESENCE_TICK_MS, PRESENCE_TICKS } from "../../src/domain/values/limits.ts"
import { tickOf } from "../../src/domain/values/presence.ts"
import { deviceCard, isOnline } from "../../src/domain/views/devices.ts"
import type { SubAccountItem } from "../../src/domain/wire/cloud.ts"
import { fold, Recorder, START } from "./recorder.ts"

const id = fc.constantFrom("d1", "d2", "d3", "__proto__", "")
const device: fc.Arbitrary<DeviceFields> = fc.record({
  id,
  name: fc.constantFrom("", "Desk", "Büro"),
  model: fc.nat(2),
  lastSeen: fc.integer({ min: -5, max: 5 }).map((ticks) => START + ticks * PRESENCE_TICK_MS),
  flags: fc.nat(7),
  build: fc.constantFrom(0, 241_129_184_309),
  shared: fc.boolean(),
  owner: fc.constantFrom("", "Anna"),
})
/** A list in which each id occurs once. For repeated ids see doubledIds.test.ts. */
const oneOfEach = <Item extends { readonly id: string }>(item: fc.Arbitrary<Item>, maxLength = 4) =>
  fc.uniqueArray(item, { maxLength, selector: (one) => one.id })
const devices = oneOfEach(device, 6)
const gap = fc.integer({ min: 0, max: 3 * PRESENCE_TICK_MS })

const listed = <Item extends { readonly id: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]))

const knownFields = ({
  nameSetSeq: _n,
  addedAt: _a,
  seenTicks: _s,
  ...fields
}: DeviceFields & Record<string, unknown>) => fields

test("[DEVICE-7][EVENT-2] after any sequence of reads the list is the list read last", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(devices, gap), { maxLength: 6 }), (reads) => {
      const client = new Recorder()
      const account = client.signIn()
      for (const [list, pause] of reads) {
        client.now += pause
        client.do({ type: "RecordDevices", account, begunAt: client.now, devices: list })
        const wanted = listed(list)
        expect([...client.state.devices.bound.keys()].sort()).toEqual([...wanted.keys()].sort())
        for (const [key, item] of client.state.devices.bound) {
          const { lastSeen, ...fields } = wanted.get(key) ?? {}
          // A time within a marked tick is not recorded. The latest reading, which is kept beside the log, has it.
          expect(knownFields({ ...item })).toMatchObject(fields)
          expect(item.seenTicks).toContain(tickOf(lastSeen ?? 0))
        }
        expect(client.state.devices.read).toMatchObject({ failure: null, requested: false })
        expect(tickOf(client.state.devices.read.at ?? 0)).toBe(tickOf(client.now))
      }
      expect(fold(client.log)).toEqual(client.state)
    }),
  )
})

test("[EVENT-1][EVENT-7] a read is one event and says only what has changed, or none when that is nothing", () => {
  fc.assert(
    fc.property(devices, devices, (before, after) => {
      const client = new Recorder()
      const account = client.signIn()
      client.do({ type: "RecordDevices", account, begunAt: client.now, devices: before })
      const done = client.do({ type: "RecordDevices", account, begunAt: client.now + 1, devices: after })
      const event = done.ok && done.value.length <= 1 ? done.value[0] : undefined
      const [old, next] = [listed(before), listed(after)]
      if (done.ok && done.value.length === 0) {
        expect([...next.keys()].sort()).toEqual([...old.keys()].sort())
        for (const [key, item] of next) expect({ ...item, lastSeen: 0 }).toEqual({ ...old.get(key), lastSeen: 0 })
        return
      }
      if (event?.type !== "DevicesRead") throw new Error("one DevicesRead was expected")
      const { added, changed, removed, seen } = event.payload
      expect(new Set(added.map((item) => item.id))).toEqual(new Set([...next.keys()].filter((key) => !old.has(key))))
      expect(new Set(removed)).toEqual(new Set([...old.keys()].filter((key) => !next.has(key))))
      for (const change of changed) {
        const fields = Object.entries(change.fields)
        expect(fields.length).toBeGreaterThan(0)
        for (const [field, value] of fields) {
          expect(field).not.toBe("lastSeen")
          expect(Reflect.get(old.get(change.id) ?? {}, field)).not.toEqual(value)
        }
      }
      expect(new Set(seen.map(([key]) => key)).size).toBe(seen.length)
      for (const [key, lastSeen] of seen) expect(old.get(key)?.lastSeen).not.toBe(lastSeen)
    }),
  )
})

test("[RENAME-2] a read begun before a rename was confirmed does not undo it, a later one tells the name", () => {
  fc.assert(
    fc.property(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -60_000, max: 60_000 }), (offset, clock) => {
      const client = new Recorder()
      const account = client.signIn()
      const desk = { id: "d1", name: "Old", model: 1, lastSeen: START, flags: 0, build: 0, shared: false, owner: "" }
      client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [desk] })
      client.now += 5_000
      client.do({ type: "TakeLeadership" })
      client.do({ type: "RenameDevice", did: "d1", name: "New" })
      const [action = ""] = client.state.outbox.actions.keys()
      client.do({ type: "ClaimAction", action, epoch: 1 })
      client.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
      const begunSeq = client.log.length + offset
      client.now += clock
      client.do({ type: "RecordDevices", account, begunAt: client.now, begunSeq, devices: [{ ...desk, flags: 4 }] })
      const shown = client.state.devices.bound.get("d1")
      expect(shown?.name).toBe(offset >= 0 ? "Old" : "New")
      expect(shown?.flags).toBe(4)
    }),
  )
})

test("[DEVICE-15] presence ticks are different, ascending, at most 24 hours of them, whatever clocks do", () => {
  const far = fc.oneof(gap, fc.constantFrom(-10 * PRESENCE_TICK_MS, 365 * 24 * 3_600_000))
  fc.assert(
    fc.property(fc.array(fc.tuple(far, far), { maxLength: 80 }), (reads) => {
      const client = new Recorder()
      const account = client.signIn()
      const desk = { id: "d1", name: "", model: 1, lastSeen: 0, flags: 0, build: 0, shared: false, owner: "" }
      for (const [pause, seen] of reads) {
        client.now += pause
        const lastSeen = client.now - seen
        client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [{ ...desk, lastSeen }] })
        const { observedTicks, bound } = client.state.devices
        const seenTicks = bound.get("d1")?.seenTicks ?? []
        for (const ticks of [observedTicks, seenTicks]) {
          expect([...new Set(ticks)].sort((a, b) => a - b)).toEqual(ticks)
          expect(ticks.length).toBeLessThanOrEqual(PRESENCE_TICKS)
        }
      }
    }),
    { numRuns: 50 },
  )
})

test("[DEVICE-15] one time far in the future hides no later presence", () => {
  const client = new Recorder()
  const account = client.signIn()
  const desk = { id: "d1", name: "", model: 1, lastSeen: START, flags: 0, build: 0, shared: false, owner: "" }
  const read = (lastSeen: number) =>
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [{ ...desk, lastSeen }] })
  const year = 365 * 24 * 3_600_000
  client.now = START + year
  read(START + year)
  client.now = START
  read(START)
  client.now += 2 * ONLINE_WINDOW_MS
  read(client.now)
  expect(client.state.devices.observedTicks).toEqual(expect.arrayContaining([tickOf(START), tickOf(client.now)]))
  expect(client.state.devices.bound.get("d1")?.seenTicks).toEqual(
    expect.arrayContaining([tickOf(START), tickOf(client.now)]),
  )
})

test("[DEVICE-15][EVENT-2] each half hour of the last day was seen, watched without being seen, or not watched, as the log tells", () => {
  const read = fc.record({ pause: fc.integer({ min: 0, max: 5 * PRESENCE_TICK_MS }), isSeen: fc.boolean() })
  fc.assert(
    fc.property(fc.array(read, { minLength: 1, maxLength: 40 }), gap, (reads, later) => {
      const client = new Recorder()
      const account = client.signIn()
      const [watched, seen] = [new Set<number>(), new Set<number>()]
      let lastSeen = 0
      for (const { pause, isSeen } of reads) {
        client.now += pause
        if (isSeen) lastSeen = client.now
        const desk = { id: "d1", name: "", model: 1, lastSeen, flags: 0, build: 0, shared: false, owner: "" }
        client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [desk] })
        watched.add(tickOf(client.now))
        seen.add(tickOf(lastSeen))
      }
      client.now += later
      const now = tickOf(client.now)
      const expected = Array.from({ length: PRESENCE_TICKS }, (_, index) => {
        const tick = now - PRESENCE_TICKS + 1 + index
        return seen.has(tick) ? "seen" : watched.has(tick) ? "unseen" : "unobserved"
      })
      expect(deviceCard(fold(client.log), "d1", client.now)?.presence).toEqual(expected)
    }),
  )
})

test("[DEVICE-2] a failed read leaves the last known list and its age, and is news once", () => {
  fc.assert(
    fc.property(devices, fc.constantFrom("connect", "tooOften", "unknown"), (list, reason) => {
      const client = new Recorder()
      const account = client.signIn()
      client.do({ type: "RecordDevices", account, begunAt: client.now, devices: list })
      const { bound, read } = client.state.devices
      client.now += 1_000
      expect(client.types({ type: "RecordReadFailure", account, list: "devices", reason })).toEqual([
        "DevicesReadFailed",
      ])
      expect(client.types({ type: "RecordReadFailure", account, list: "devices", reason })).toEqual([])
      expect(client.state.devices).toMatchObject({ bound, read: { at: read.at, failure: reason } })
      client.do({ type: "RequestRefresh", account, list: "devices" })
      expect(client.types({ type: "RecordReadFailure", account, list: "devices", reason })).toEqual([
        "DevicesReadFailed",
      ])
      expect(client.state.devices.read.requested).toBe(false)
    }),
  )
})

test("[OFFLINE-8] what another account read changes nothing", () => {
  const client = new Recorder()
  const first = client.signIn("u1")
  client.signIn("u2")
  const before = client.state
  const read = { account: first, begunAt: client.now }
  expect(client.types({ type: "RecordDevices", ...read, devices: [] })).toBe("foreignAccount")
  expect(client.types({ type: "RecordSubAccounts", ...read, subAccounts: [] })).toBe("foreignAccount")
  expect(client.types({ type: "RecordMainAccounts", ...read, mainAccounts: [] })).toBe("foreignAccount")
  expect(client.types({ type: "RequestRefresh", account: first, list: "devices" })).toBe("foreignAccount")
  expect(client.state).toBe(before)
})

test("[OFFLINE-8] what is listed for one account is never shown among what was read for another", () => {
  const client = new Recorder()
  const item = (key: string) => ({ id: key, name: key, email: `${key}@example.com` })
  const read = (uid: string, key: string) => {
    const by = { account: client.signIn(uid), begunAt: client.now }
    const desk = { id: key, name: "", model: 1, lastSeen: START, flags: 0, build: 0, shared: false, owner: "" }
    client.do({ type: "RecordDevices", ...by, devices: [desk] })
    const subAccount = { ...item(key), createdAt: START, status: 2, devices: [] }
    client.do({ type: "RecordSubAccounts", ...by, subAccounts: [subAccount] })
    client.do({ type: "RecordMainAccounts", ...by, mainAccounts: [item(key)] })
    const { devices, sharing } = client.state
    return [devices.bound, sharing.subAccounts, sharing.mainAccounts].map((list) => [...list.keys()])
  }
  expect(read("u1", "first")).toEqual([["first"], ["first"], ["first"]])
  expect(read("u2", "second")).toEqual([["second"], ["second"], ["second"]])
})

test("[DEVICE-5] a device is online for as long as the window after it was seen, to the last moment, and when its clock is ahead", () => {
  const at = (age: number) => isOnline(START - age, START)
  expect([-1, 0, ONLINE_WINDOW_MS, ONLINE_WINDOW_MS + 1, 2 * ONLINE_WINDOW_MS].map(at)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

type SubAccount = (typeof SubAccountItem)["Type"]
const sub: fc.Arbitrary<SubAccount> = fc.record({
  id,
  name: fc.constantFrom("A", "B"),
  email: fc.constantFrom("a@example.com", "b@example.com"),
  createdAt: fc.constantFrom(START, START + 1),
  status: fc.integer({ min: -1, max: 6 }),
  devices: fc.array(fc.constantFrom("d1", "d2"), { maxLength: 2 }),
})
const main = fc.record({ id, name: fc.constantFrom("A", "B"), email: fc.constantFrom("a@example.com", "") })

test("[SUB-1][ACCOUNT-1] after any sequence of reads the lists are those read last, without what was removed", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(oneOfEach(sub), oneOfEach(main)), { maxLength: 5 }), (reads) => {
      const client = new Recorder()
      const account = client.signIn()
      for (const [subAccounts, mainAccounts] of reads) {
        client.now += 1
        client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts })
        client.do({ type: "RecordMainAccounts", account, begunAt: client.now, mainAccounts })
        const { sharing } = client.state
        const shown = [...sharing.subAccounts].map(
          ([key, { setSeq: _s, seenSeq: _n, ...fields }]) => [key, fields] as const,
        )
        expect(new Map(shown)).toEqual(listed(subAccounts.filter(({ status }) => status !== STATUS_DELETED)))
        expect(new Map(sharing.mainAccounts)).toEqual(listed(mainAccounts))
      }
      expect(fold(client.log)).toEqual(client.state)
    }),
  )
})

test("[SUB-3] only approve, disable, enable and remove are transitions a client may send", () => {
  const allowed = new Set(["1 2", "2 3", "3 2"])
  for (let from = -1; from <= 6; from += 1)
    for (let to = -1; to <= 6; to += 1)
      expect(isAllowedTransition(from, to)).toBe(to === 4 || allowed.has(`${from} ${to}`))
})
