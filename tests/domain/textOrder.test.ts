import * as fc from "fast-check"
import { expect, test } from "vitest"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import { compareTexts } from "../../src/domain/values/textOrder.ts"
import { answered, lanDeviceAt } from "../../src/domain/views/lan.ts"
import { isNetworkKnown } from "../../src/domain/views/nativeSide.ts"
import { CONNECTED, device } from "./playedBridge.ts"
import { Recorder } from "./recorder.ts"

/** Names that differ only in their numbers, and any others. */
const name = fc.oneof(
  fc
    .array(fc.constantFrom("Bay", "bay", " ", "0", "1", "9", "10", "-", "é"), { maxLength: 5 })
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 8 }),
)

test("[LAN-6][SUB-1] any names have one order, whatever order they came in, and only the same name is equal", () => {
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(compareTexts(a, b))).toBe(-Math.sign(compareTexts(b, a)) + 0)
      expect(compareTexts(a, b) === 0).toBe(a === b)
      if (compareTexts(a, b) < 0 && compareTexts(b, c) < 0) expect(compareTexts(a, c)).toBeLessThan(0)
    }),
    { numRuns: 2_000 },
  )
})

test("[LAN-6][SUB-1] a name with a number is where the number is, however long", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 30n }), (one, other) => {
      const expected = one < other ? -1 : one > other ? 1 : 0
      expect(Math.sign(compareTexts(`Bay ${one} left`, `Bay ${other} left`))).toBe(expected)
    }),
  )
  const sorted = ["Bay 1", "Bay 2", "Bay 02b", "Bay 3-2", "Bay 3-10", "Bay 10", "Bay A"]
  expect(sorted.toReversed().sort(compareTexts)).toEqual(sorted)
})

test("[LAN-6] devices that were found together are in the order of their numbers", () => {
  const client = new Recorder()
  client.do({ type: "ReportBridge", link: CONNECTED })
  const names = ["Bay 10", "Bay 1", "Bay 11", "Bay 2"]
  const devices = names.map((called, index) => fieldsOf(device(`n${index}`, { did: `d${index}`, name: called })))
  client.do({ type: "RecordLanDevices", devices, gone: [] })
  const { own } = answered(client.state)
  expect(own.map((id) => lanDeviceAt(client.state, id)?.name)).toEqual(["Bay 1", "Bay 2", "Bay 10", "Bay 11"])
})

test("[UX-5][LAN-7] a device of this network that was away comes back to its place, and the list of found ones says that it is new", () => {
  const client = new Recorder()
  client.do({ type: "ReportBridge", link: CONNECTED })
  const [away, ...others] = ["Bay 2", "Bay 1", "Bay 3"].map((called) =>
    fieldsOf(device(called, { did: `d ${called}`, name: called })),
  )
  if (away === undefined) throw new Error("there is no device")
  client.do({ type: "RecordLanDevices", devices: [away, ...others], gone: [] })
  const places = answered(client.state).own
  client.do({ type: "RecordLanDevices", devices: [], gone: ["Bay 2"] })
  client.now += 60_000
  client.do({ type: "RecordLanDevices", devices: [away], gone: [] })
  expect(answered(client.state).own).toEqual(places)
  expect(answered(client.state).ids[0]).toBe("Bay 2")
})

test("[UX-5][DEVICE-1] a page waits for devices of this network only until the native side has reported some, or none are expected", () => {
  const client = new Recorder()
  const openedAt = client.now
  const isKnown = (hasOwn: boolean) => isNetworkKnown(client.state, hasOwn, openedAt)
  expect([isKnown(false), isKnown(true)]).toEqual([true, false])
  client.do({ type: "ReportBridge", link: { state: "away" } })
  expect(isKnown(true)).toBe(true)
  client.now += 500
  client.do({ type: "ReportBridge", link: CONNECTED })
  expect(isKnown(true)).toBe(false)
  // A page that is opened later waits for nothing.
  expect(isNetworkKnown(client.state, true, client.now + 60_000)).toBe(true)
  client.do({ type: "RecordLanDevices", devices: [fieldsOf(device("n1", { did: "d1", name: "Bay" }))], gone: [] })
  expect(isKnown(true)).toBe(true)
})
