import * as fc from "fast-check"
import { expect, test } from "vitest"
import { recentMacs } from "../../src/domain/features/recentMacs/feature.ts"
import { RECENT_MACS_KEPT } from "../../src/domain/values/limits.ts"
import { fold, Recorder } from "./recorder.ts"

const signedIn = (uid = "u1") => {
  const client = new Recorder()
  const account = client.signIn(uid)
  const desk = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 4, build: 0, shared: false, owner: "" }
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [desk] })
  return { client, account }
}

const written = fc
  .tuple(fc.nat(9), fc.constantFrom(":", "-"), fc.boolean())
  .map(([last, separator, up]) =>
    ["02", "00", "5e", "10", "aa", `0${last}`].join(separator)[up ? "toUpperCase" : "trim"](),
  )

test("[WAKE-4] the MAC addresses typed last are kept, the latest first, each once and only a few", () => {
  fc.assert(
    fc.property(fc.array(fc.option(written), { maxLength: 12 }), (macs) => {
      const { client, account } = signedIn()
      for (const mac of macs) client.do({ type: "WakeDevice", did: "d1", mac })
      const typed = macs.filter((mac) => mac !== null).map((mac) => mac.toUpperCase().replaceAll("-", ":"))
      const expected = [...new Set(typed.toReversed())].slice(0, RECENT_MACS_KEPT)
      expect(recentMacs(client.state.wakes, account)).toEqual(expected)
      expect(fold(client.log)).toEqual(client.state)
    }),
  )
})

test("[WAKE-4][WAKE-2] what is no MAC address is not kept", () => {
  const { client, account } = signedIn()
  expect(client.types({ type: "WakeDevice", did: "d1", mac: "02:00:00:00:00" })).toBe("invalidMac")
  expect(recentMacs(client.state.wakes, account)).toEqual([])
})

test("[WAKE-4][OFFLINE-8] they belong to the account, whatever becomes of the wake", () => {
  const { client, account } = signedIn()
  client.do({ type: "WakeDevice", did: "d1", mac: "02:00:00:00:00:01" })
  const [action = ""] = client.state.outbox.actions.keys()
  client.do({ type: "CancelAction", action })
  client.do({ type: "DismissAction", action })
  const other = client.signIn("u2")
  expect(recentMacs(client.state.wakes, other)).toEqual([])
  expect(recentMacs(client.state.wakes, null)).toEqual([])
  client.signIn("u1")
  expect(recentMacs(client.state.wakes, account)).toEqual(["02:00:00:00:00:01"])
})
