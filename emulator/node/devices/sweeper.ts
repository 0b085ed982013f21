import type { Beat } from "../../../src/domain/wire/device/heartbeat.ts"
import type { Emulation } from "../emulation.ts"
import { sendHeartbeats } from "./heartbeats.ts"

/** Sends the heartbeats that are due. Each device has its own rhythm; the sweeper collects the due ones. */

/** Interval of the sweeps, ms. */
const SWEEP_MS = 1_000

export interface Sweeper {
  /** Sends the due heartbeats. Resolves when they have arrived or are lost. */
  sweep(): Promise<void>
  /** Starts over for a new world, whose devices have sent nothing yet. */
  restart(): void
  close(): void
}

/** `key`: fingerprint of the key that these devices share. */
export const createSweeper = (emulation: Emulation, cloud: string, key: string): Sweeper => {
  /** Time of each device's latest heartbeat. */
  const sent = new Map<string, number>()
  let sending = Promise.resolve()

  const due = (): readonly Beat[] => {
    const now = emulation.clock.now()
    const world = emulation.world()
    const beats: Beat[] = []
    for (const { did } of world.devices()) {
      const latest = world.beat(did, now)
      if (latest === undefined || latest.at <= (sent.get(did) ?? Number.NEGATIVE_INFINITY)) continue
      sent.set(did, latest.at)
      beats.push({ ...latest.beat, key })
    }
    return beats
  }

  const sweep = (): Promise<void> => {
    const beats = due()
    if (beats.length > 0) sending = sending.then(() => sendHeartbeats(cloud, beats))
    return sending
  }

  const timer = setInterval(() => void sweep(), SWEEP_MS)
  return {
    sweep,
    restart: () => sent.clear(),
    close: () => clearInterval(timer),
  }
}
