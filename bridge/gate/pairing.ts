import {
  PAIRING_ASK_BURST,
  PAIRING_ASK_EVERY_MS,
  PAIRING_DELAY_BASE_MS,
  PAIRING_DELAY_MAX_MS,
  PAIRING_FORGETS_MS,
  PAIRING_LIFE_MS,
  PAIRING_OPEN_MAX,
  PAIRING_TRIES,
} from "../limits.ts"

/**
 * A person who reads the bridge's terminal may pair (BRIDGE-5): an origin asks, the bridge shows a code in the
 * terminal, and the person types the code into the app. A code belongs to the origin that asked. Wrong tries slow down
 * all origins, because an attacker has as many origins as he wants. Without I/O and clock.
 */

type CodeRequested =
  | { readonly ok: true; readonly code: string; readonly fresh: boolean; readonly lifeMs: number }
  | { readonly ok: false; readonly waitMs: number }

type CodeAnswered =
  | { readonly outcome: "right" }
  | { readonly outcome: "wrong"; readonly triesLeft: number; readonly waitMs: number }
  /** Too soon: the bridge did not compare the code. */
  | { readonly outcome: "wait"; readonly waitMs: number }
  /** This origin has no open code: it never asked, the code has expired, or its tries are used up. */
  | { readonly outcome: "none" }

export interface PairingCodes {
  ask(origin: string, now: number): CodeRequested
  answer(origin: string, code: string, now: number): CodeAnswered
}

interface Open {
  readonly code: string
  readonly endsAt: number
  readonly triesLeft: number
}

/** The time for which the bridge ignores all codes after this many wrong ones in a row, ms. */
export const pairingDelay = (wrong: number): number =>
  wrong === 0 ? 0 : Math.min(PAIRING_DELAY_MAX_MS, PAIRING_DELAY_BASE_MS * 2 ** (wrong - 1))

export const createPairing = (newCode: () => string): PairingCodes => {
  const open = new Map<string, Open>()
  let wrong = 0
  let wrongAt = Number.NEGATIVE_INFINITY
  /** The times at which the bridge showed its latest codes, oldest first. */
  let shown: readonly number[] = []

  const waitAt = (now: number): number => {
    if (now - wrongAt > PAIRING_FORGETS_MS) wrong = 0
    return Math.max(0, wrongAt + pairingDelay(wrong) - now)
  }
  const tidy = (now: number): void => {
    for (const [origin, { endsAt }] of open) if (endsAt <= now) open.delete(origin)
    shown = shown.filter((at) => now - at < PAIRING_ASK_EVERY_MS * PAIRING_ASK_BURST)
  }
  /** Time until the bridge may show another code, ms. */
  const roomIn = (now: number): number => {
    if (open.size >= PAIRING_OPEN_MAX) return Math.min(...[...open.values()].map(({ endsAt }) => endsAt - now))
    const [oldest = now] = shown
    return shown.length < PAIRING_ASK_BURST ? 0 : oldest + PAIRING_ASK_EVERY_MS * PAIRING_ASK_BURST - now
  }

  return {
    ask: (origin, now) => {
      tidy(now)
      const mine = open.get(origin)
      if (mine !== undefined) return { ok: true, code: mine.code, fresh: false, lifeMs: mine.endsAt - now }
      const waitMs = Math.max(waitAt(now), roomIn(now))
      if (waitMs > 0) return { ok: false, waitMs }
      const code = newCode()
      open.set(origin, { code, endsAt: now + PAIRING_LIFE_MS, triesLeft: PAIRING_TRIES })
      shown = [...shown, now]
      return { ok: true, code, fresh: true, lifeMs: PAIRING_LIFE_MS }
    },
    answer: (origin, code, now) => {
      tidy(now)
      const mine = open.get(origin)
      if (mine === undefined) return { outcome: "none" }
      const waitMs = waitAt(now)
      if (waitMs > 0) return { outcome: "wait", waitMs }
      if (code === mine.code) {
        open.delete(origin)
        wrong = 0
        return { outcome: "right" }
      }
      wrong += 1
      wrongAt = now
      const triesLeft = mine.triesLeft - 1
      if (triesLeft > 0) open.set(origin, { ...mine, triesLeft })
      else open.delete(origin)
      return { outcome: "wrong", triesLeft, waitMs: waitAt(now) }
    },
  }
}
