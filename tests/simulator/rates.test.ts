import { describe, expect, test } from "vitest"
import { Rates } from "../../emulator/simulator/network/rates.ts"
import { Prng } from "../../emulator/simulator/prng.ts"
import { Violation } from "../../emulator/simulator/violation.ts"
import { SimulatedWorld } from "../../emulator/simulator/world.ts"

const MINUTE = 60_000

const worldWith = (tabs: number): SimulatedWorld => {
  const world = new SimulatedWorld(0, new Prng(1, "rates"))
  for (let n = 0; n < tabs; n++) world.addTab(`tab-${n}`)
  return world
}

/** Number of events, `everyMs` apart, until the bound is exceeded. Undefined when an hour passes without that. */
const until = (world: SimulatedWorld, everyMs: number, happens: () => void): number | undefined => {
  for (let n = 1; n * everyMs <= 60 * MINUTE; n++) {
    world.now += everyMs
    try {
      happens()
    } catch (error) {
      expect(error).toBeInstanceOf(Violation)
      expect(error).toMatchObject({ invariant: 22 })
      return n
    }
  }
  return undefined
}

describe("unrequested work", () => {
  test("[SIM-4] a list read once a minute in each tab is in order, one read every second is not", () => {
    const calm = worldWith(2)
    const rates = new Rates(calm)
    expect(until(calm, MINUTE / 2, () => rates.sent({ call: "loginWithToken" }))).toBeUndefined()
    const wild = worldWith(2)
    const storm = new Rates(wild)
    expect(until(wild, 1_000, () => storm.sent({ call: "loginWithToken" }))).toBeLessThan(60)
  })

  test("[SIM-4] a log that grows every second is not in order, one that grows with what is asked is", () => {
    const world = worldWith(1)
    const rates = new Rates(world)
    expect(until(world, 1_000, () => rates.committed({ type: "DevicesRead" }))).toBeLessThan(60)
    const asked = worldWith(1)
    const used = new Rates(asked)
    const clicks = () => {
      used.caused()
      used.committed({ type: "DevicesTagged" })
    }
    expect(until(asked, 2_000, clicks)).toBeUndefined()
  })

  test("[SIM-4] what waited for hours is sent one after the other, whatever each comes to", () => {
    for (const end of ["ActionConfirmed", "ActionRefused"] as const) {
      const world = worldWith(1)
      const rates = new Rates(world)
      const send = () => {
        rates.sent({ call: "send_invitation" })
        rates.committed({ type: "ActionClaimed" })
        rates.committed({ type: end })
      }
      expect(until(world, 1_000, send)).toBeUndefined()
    }
  })

  test("[SIM-4] what tabs did that are gone now was in order", () => {
    const world = worldWith(3)
    const rates = new Rates(world)
    for (let n = 0; n < 60; n++) {
      world.now += MINUTE / 8
      rates.sent({ call: "loginWithToken" })
    }
    for (const tab of [...world.tabs]) world.removeTab(tab)
    rates.ended(3)
    world.addTab("tab-3")
    expect(() => rates.sent({ call: "loginWithToken" })).not.toThrow()
    world.now += 20 * MINUTE
    expect(until(world, 1_000, () => rates.sent({ call: "loginWithToken" }))).toBeLessThan(60)
  })
})
