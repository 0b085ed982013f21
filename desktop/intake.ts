import { BRIDGE_FRAME_MAX_BYTES } from "../src/domain/values/limits.ts"
import { Rate } from "../src/domain/values/rate.ts"

/** Limits the messages of a page (BRIDGE-6), so that a flooding page cannot block its program. */

/** Messages in a burst and per second, many more than the bridge handles, and bytes of them likewise. */
const MESSAGES_BURST = 400
const MESSAGES_PER_SECOND = 200
const SLICE_BYTES = 64 * 1_024
const SLICES_BURST = 512
const SLICES_PER_SECOND = 512
const SECOND_MS = 1_000
/** Shortest interval between two equal sentences, ms. */
const SAID_EVERY_MS = 10_000

export interface Intake {
  /** Decides about a message of this many bytes. `large` is more than the bridge would ever read. */
  judge(bytes: number): "read" | "large" | "early"
}

/** `say` receives one sentence about messages that were not read. */
export const createIntake = (say: (line: string) => void): Intake => {
  const messages = new Rate(MESSAGES_BURST, SECOND_MS / MESSAGES_PER_SECOND)
  const slices = new Rate(SLICES_BURST, SECOND_MS / SLICES_PER_SECOND)
  const saidAt = new Map<string, number>()
  const sayOnce = (kind: string, line: string, now: number): void => {
    if (now - (saidAt.get(kind) ?? Number.NEGATIVE_INFINITY) < SAID_EVERY_MS) return
    saidAt.set(kind, now)
    say(line)
  }
  return {
    judge: (bytes) => {
      const now = performance.now()
      if (bytes > BRIDGE_FRAME_MAX_BYTES) {
        sayOnce(
          "large",
          `A message of the page was not read: it has ${bytes} bytes, and ${BRIDGE_FRAME_MAX_BYTES} is the most.`,
          now,
        )
        return "large"
      }
      const wait = Math.max(messages.wait(now), slices.wait(now))
      if (wait > 0) {
        sayOnce(
          "early",
          `Messages of the page were not read: they come faster than ${MESSAGES_PER_SECOND} a second, or are too many bytes.`,
          now,
        )
        return "early"
      }
      messages.owe(now)
      for (let left = bytes; left > 0; left -= SLICE_BYTES) slices.owe(now)
      return "read"
    },
  }
}
