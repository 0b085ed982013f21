import { expect, test } from "vitest"
import type { DeviceFields } from "../../src/domain/features/devices/events.ts"
import { LIST_MAX_ENTRIES, LOG_LINE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { deviceList } from "../../src/domain/views/listState.ts"
import { Recorder } from "../domain/recorder.ts"
import { listedDevice } from "./bombs.ts"
import { exported, reread } from "./exports.ts"

/** The longest lists of an account: what the client takes live, its export can be opened with (REPLAY-4, SEC-3). */

const BEYOND = 3

const entries = (count: number, name: string, from = 0): readonly DeviceFields[] =>
  Array.from({ length: count }, (_, n) => listedDevice(from + n, name))

const longestLine = (text: string) => text.split("\n").reduce((most, line) => Math.max(most, line.length), 0)

test("[REPLAY-4][SEC-3] of a longer list than may be opened the client keeps what it knows and counts the rest", () => {
  const client = new Recorder()
  const account = client.signIn()
  const read = (devices: readonly DeviceFields[]) =>
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
  const shown = () => [...client.state.devices.bound.keys()]
  read(entries(LIST_MAX_ENTRIES, "n"))
  expect(deviceList(client.state, client.now)).toMatchObject({ count: LIST_MAX_ENTRIES, unread: 0, isFull: false })
  const before = shown()
  // A server with another order: the new ones come first.
  read([...entries(BEYOND, "n", LIST_MAX_ENTRIES), ...entries(LIST_MAX_ENTRIES, "n")])
  expect(shown()).toEqual(before)
  expect(deviceList(client.state, client.now)).toMatchObject({
    count: LIST_MAX_ENTRIES,
    unread: BEYOND,
    isFull: true,
  })
  // Where known ones are gone, others take their place.
  read(entries(LIST_MAX_ENTRIES, "n", BEYOND))
  expect(shown()).toEqual(entries(LIST_MAX_ENTRIES, "n", BEYOND).map(({ id }) => id))
  expect(deviceList(client.state, client.now)).toMatchObject({ unread: 0, isFull: false })
  const opened = reread(exported(client.log))
  expect(opened.ok && opened.state).toEqual(client.state)
})

test("[REPLAY-4][SEC-3] lists of sub-accounts and main accounts keep to the same number", () => {
  const client = new Recorder()
  const account = client.signIn()
  const ids = Array.from({ length: LIST_MAX_ENTRIES + BEYOND }, (_, n) => ({ id: `a${n}`, name: "", email: "" }))
  const subAccounts = ids.map((one) => ({ ...one, createdAt: 1, status: 2 as const, devices: [] }))
  const devices = ids.map(({ id, name }) => ({ id, name }))
  client.do({ type: "RecordSubAccounts", account, begunAt: 1, subAccounts, devices })
  client.do({ type: "RecordMainAccounts", account, begunAt: 1, mainAccounts: ids })
  const { sharing } = client.state
  expect([sharing.subAccounts.size, sharing.mainAccounts.size, sharing.deviceNames.size]).toEqual(
    Array(3).fill(LIST_MAX_ENTRIES),
  )
  expect([sharing.subAccountsRead.unread, sharing.mainAccountsRead.unread]).toEqual([BEYOND, BEYOND])
})

test("[REPLAY-4][EVENT-7] a reading too long for a line of a log is several events with the same outcome", () => {
  const client = new Recorder()
  const account = client.signIn()
  const name = "n".repeat(1_000)
  const read = (devices: readonly DeviceFields[]) =>
    client.types({ type: "RecordDevices", account, begunAt: client.now, devices, doubled: ["d1"] })
  const long = entries(LOG_LINE_MAX_BYTES / 1_000, name)
  expect(new Set(read(long))).toEqual(new Set(["DevicesRead"]))
  expect([...client.state.devices.bound.values()].map(({ id }) => id)).toEqual(long.map(({ id }) => id))
  read(entries(long.length, `${name}2`))
  read([])
  expect(client.state.devices.bound.size).toBe(0)
  const text = exported(client.log)
  expect(longestLine(text)).toBeLessThan(LOG_LINE_MAX_BYTES / 2)
  const opened = reread(text)
  expect(opened.ok && opened.state).toEqual(client.state)
})
