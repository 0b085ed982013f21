import type { Line } from "../../../src/domain/wire/device/session.ts"
import type { DevicePorts } from "../../model/devices/ports.ts"
import type { DeviceUnit } from "../../model/devices/unit.ts"
import type { WorldModel } from "../../model/world.ts"
import type { Emulation } from "../emulation.ts"
import type { ConnectionReader } from "./endpoint.ts"

/**
 * Devices in use: their sessions, and a timer for each device with something to do later. Devices of a former world
 * stop: an update that continued there would use up the faults of this one.
 */

/** Longest timer of Node, ms. */
const TIMER_MAX_MS = 2 ** 31 - 1

export interface Activity {
  /** True when the device takes a connection. */
  answers(did: string): boolean
  /** Opens a connection to the device. Undefined when the device is not up. */
  call(did: string, line: Line): ConnectionReader | undefined
  /** Soon checks one device again, or all devices in use, after a change of the device or the time. */
  stir(did?: string): void
  close(): void
}

export const createActivity = (emulation: Emulation, ports: DevicePorts): Activity => {
  const timers = new Map<DeviceUnit, NodeJS.Timeout>()

  const rest = (unit: DeviceUnit): void => {
    clearTimeout(timers.get(unit))
    timers.delete(unit)
  }

  const drive = (unit: DeviceUnit, world: WorldModel): void => {
    rest(unit)
    if (emulation.world() !== world) return
    const now = emulation.clock.now()
    unit.tick(now)
    const due = unit.nextDue(now)
    if (due === null || !unit.isUsed) return
    const timer = setTimeout(() => drive(unit, world), Math.min(TIMER_MAX_MS, Math.max(1, due - now)))
    timers.set(unit, timer.unref())
  }

  const stirred = new Map<DeviceUnit, WorldModel>()
  /** Runs after the current task: a unit must not be driven from inside its own code. */
  const soon = (unit: DeviceUnit, world: WorldModel): void => {
    if (stirred.size === 0)
      setImmediate(() => {
        const units = [...stirred]
        stirred.clear()
        for (const [one, home] of units) drive(one, home)
      })
    stirred.set(unit, world)
  }

  return {
    answers: (did) => {
      const now = emulation.clock.now()
      return emulation.world().unit(did, ports, now)?.isUp(now) === true
    },
    call: (did, line) => {
      const now = emulation.clock.now()
      const world = emulation.world()
      const unit = world.unit(did, ports, now)
      const session = unit?.connect(line, now)
      if (unit === undefined || session === undefined) return undefined
      drive(unit, world)
      return {
        receive: (bytes) => {
          session.receive(bytes, emulation.clock.now())
          drive(unit, world)
        },
        lost: () => {
          session.lost()
          drive(unit, world)
        },
      }
    },
    stir: (did) => {
      const world = emulation.world()
      for (const unit of world.units()) if (did === undefined || unit.device.did === did) soon(unit, world)
    },
    close: () => {
      for (const unit of [...timers.keys()]) rest(unit)
    },
  }
}
