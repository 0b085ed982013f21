import fc from "fast-check"
import { expect, test } from "vitest"
import { createPairing, pairingDelay } from "../../bridge/gate/pairing.ts"
import {
  PAIRING_ASK_BURST,
  PAIRING_DELAY_BASE_MS,
  PAIRING_DELAY_MAX_MS,
  PAIRING_LIFE_MS,
  PAIRING_TRIES,
} from "../../bridge/limits.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CODES = 1_000_000

const withCodes = (...codes: string[]) => createPairing(() => codes.shift() ?? "999999")

test("[BRIDGE-5] the right code in time pairs once, and only the origin that asked", () => {
  const pairing = withCodes("123456", "654321")
  expect(pairing.ask("https://a.example", 0)).toMatchObject({ ok: true, code: "123456", fresh: true })
  expect(pairing.ask("https://b.example", 0)).toMatchObject({ ok: true, code: "654321", fresh: true })
  expect(pairing.answer("https://c.example", "123456", 1)).toEqual({ outcome: "none" })
  expect(pairing.answer("https://b.example", "123456", 1).outcome).toBe("wrong")
  expect(pairing.answer("https://a.example", "123456", 2 * PAIRING_DELAY_BASE_MS).outcome).toBe("right")
  expect(pairing.answer("https://a.example", "123456", 3 * PAIRING_DELAY_BASE_MS)).toEqual({ outcome: "none" })
})

test("[BRIDGE-5] asking again shows no second code, and a code ends with its time", () => {
  const pairing = withCodes("123456")
  pairing.ask("https://a.example", 0)
  expect(pairing.ask("https://a.example", 1_000)).toMatchObject({ fresh: false, lifeMs: PAIRING_LIFE_MS - 1_000 })
  expect(pairing.answer("https://a.example", "123456", PAIRING_LIFE_MS)).toEqual({ outcome: "none" })
})

test("[BRIDGE-5] a code survives few wrong tries", () => {
  const pairing = withCodes("123456")
  pairing.ask("https://a.example", 0)
  let now = 0
  for (let left = PAIRING_TRIES - 1; left >= 0; left -= 1) {
    const wrong = pairing.answer("https://a.example", "000000", now)
    expect(wrong).toMatchObject({ outcome: "wrong", triesLeft: left })
    now += wrong.outcome === "wrong" ? wrong.waitMs : 0
  }
  expect(pairing.answer("https://a.example", "123456", now)).toEqual({ outcome: "none" })
})

test("[BRIDGE-5] the wait after wrong codes grows with each, up to its limit", () => {
  expect(pairingDelay(0)).toBe(0)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (wrong) => {
      expect(pairingDelay(wrong + 1)).toBeGreaterThanOrEqual(pairingDelay(wrong))
      expect(pairingDelay(wrong)).toBeLessThanOrEqual(PAIRING_DELAY_MAX_MS)
      if (pairingDelay(wrong) < PAIRING_DELAY_MAX_MS)
        expect(pairingDelay(wrong + 1)).toBeGreaterThan(pairingDelay(wrong))
    }),
  )
})

test("[BRIDGE-5] however many origins guess however cleverly timed, few codes are tried in a day", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          origin: fc.integer({ min: 0, max: 5 }),
          pause: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: HOUR_MS })),
        }),
        { minLength: 100, maxLength: 400 },
      ),
      (steps) => {
        const pairing = createPairing(() => "123456")
        let now = 0
        let judged = 0
        for (const { origin, pause } of steps) {
          now += pause
          pairing.ask(`https://${origin}.example`, now)
          if (pairing.answer(`https://${origin}.example`, "000000", now).outcome === "wrong") judged += 1
        }
        const days = Math.ceil(now / DAY_MS) + 1
        const perDay = DAY_MS / PAIRING_DELAY_MAX_MS + Math.log2(PAIRING_DELAY_MAX_MS / PAIRING_DELAY_BASE_MS) + 2
        expect(judged).toBeLessThanOrEqual(days * perDay)
        expect(judged / days / CODES).toBeLessThan(0.000_2)
      },
    ),
  )
})

test("[BRIDGE-5] pages cannot fill the terminal with codes", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 50, maxLength: 200 }), (origins) => {
      let shown = 0
      const pairing = createPairing(() => {
        shown += 1
        return "123456"
      })
      origins.forEach((origin, step) => {
        pairing.ask(`https://${origin}.example`, step * 10)
      })
      expect(shown).toBeLessThanOrEqual(PAIRING_ASK_BURST)
    }),
  )
})
