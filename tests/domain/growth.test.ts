import { Clock } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { LatestReadings } from "../../src/domain/client/sync/latestReadings.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { PRESENCE_TICK_MS, PRESENCE_TICKS, REFRESH_INTERVAL_MS } from "../../src/domain/values/limits.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import { fold, Recorder, SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const DAY_MS = 24 * 3_600_000
/** EVENT-7: bytes of JSON a device and a day; 3 MB for 1,000 devices. */
const GROWTH_MAX = (3 * 1024 * 1024) / 1_000
const LIVING = 200

const desk = { model: 1, flags: 0, build: 250_000_000_000, shared: false, owner: "" }

test("[EVENT-7][DEVICE-15] in a day of living devices the log grows by 3 KB a device at most, and each strip is complete", () => {
  const client = new Recorder()
  const account = client.signIn()
  const dids = Array.from({ length: LIVING }, (_, n) => `d363b20f9${n.toString(16).padStart(4, "0")}`)
  let grown = 0
  for (const end = client.now + DAY_MS; client.now < end; client.now += REFRESH_INTERVAL_MS) {
    // Each device reports to the server once a minute, at its own second.
    const devices = dids.map((id, n) => ({ ...desk, id, name: id, lastSeen: client.now - ((n * 59) % 60_000) }))
    const before = client.log.length
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
    for (const event of client.log.slice(before)) grown += JSON.stringify(event).length
  }
  expect(grown).toBeLessThan(GROWTH_MAX * LIVING)
  expect(client.log.length).toBeLessThan(4 * PRESENCE_TICKS)
  const replayed = fold(client.log)
  for (const did of dids) {
    const presence = deviceCard(replayed, did, client.now - REFRESH_INTERVAL_MS)?.presence ?? []
    expect(presence.filter((tick) => tick !== "seen")).toEqual([])
  }
})

test("[EVENT-7] a device that falls silent has its last moment in the log, and not before", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 * PRESENCE_TICK_MS }), (life) => {
      const client = new Recorder()
      const account = client.signIn()
      const died = client.now + life
      for (const end = died + 3 * PRESENCE_TICK_MS; client.now < end; client.now += REFRESH_INTERVAL_MS) {
        const device = { ...desk, id: "d1", name: "", lastSeen: Math.min(client.now, died) }
        client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [device] })
      }
      expect(client.state.devices.bound.get("d1")?.lastSeen).toBe(died)
      expect(client.log.length).toBeLessThan(14)
    }),
  )
})

const form = () => {
  const [email, password] = [parseEmail("owner@example.com"), parsePassword("password")]
  if (!email.ok || !password.ok) throw new Error("the form is good")
  return { email: email.value, password: password.value, serverType: "private", server: SERVER } as const
}

test("[EVENT-7][DEVICE-5] the screens know every reading, the log only those that bring news", () => {
  const reading = fc.record({
    pause: fc.integer({ min: 1_000, max: PRESENCE_TICK_MS }),
    seen: fc.tuple(fc.boolean(), fc.boolean()),
    name: fc.constantFrom("Desk", "Desk", "Desk", "Office"),
  })
  return fc.assert(
    fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 12 }), (readings) => {
      const browser = new TestBrowser()
      const devices = ["d1", "d2"].map((id) => ({ id, name: id, model: 1, lastSeen: 1, flags: 0, build: 0 }))
      browser.respond = ({ call }) =>
        call === "signin"
          ? { status: 0, name: "Owner", uid: "u1", token: "t" }
          : { status: 0, uid: "u1", token: "t", devices, subdevices: [] }
      return browser.gen(function* () {
        yield* signIn(form())
        const engine = yield* Engine
        const refresher = yield* Refresher
        const { shown } = yield* LatestReadings
        for (const { pause, seen, name } of readings) {
          yield* TestClock.adjust(pause)
          const now = yield* Clock.currentTimeMillis
          for (const [index, device] of devices.entries()) {
            device.name = name
            if (seen[index] === true) device.lastSeen = now
          }
          expect(yield* refresher.read("devices")).toBe("read")
          const state = shown(engine.state())
          expect(state.devices.read.at).toBe(now)
          expect([...state.devices.bound.values()].map((device) => [device.id, device.name, device.lastSeen])).toEqual(
            devices.map((device) => [device.id, name, device.lastSeen]),
          )
          expect(shown(engine.state())).toBe(state)
          expect(fold(browser.log.events)).toEqual(engine.state())
        }
      })
    }),
    { numRuns: 20 },
  )
})
