import { Effect, Layer } from "effect"
import { Ids } from "../../domain/ports/platform.ts"

/** Crockford's base 32: sorted by code units, without letters that look like digits. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
/** 50 bits of ms since 1970, enough until the year 37647. */
const TIME_DIGITS = 10
/** 80 bits, as in a ULID. */
const RANDOM_DIGITS = 16
const TAB_DIGITS = 12

/**
 * Identifiers that sort by the time they were made, strictly within a tab. `getRandomValues` exists on insecure origins
 * too, unlike `randomUUID`. `now` in ms.
 */
export const makeIds = (now: () => number = Date.now): Ids["Service"] => {
  let latest = 0
  return {
    next: Effect.sync(() => {
      latest = Math.max(now(), latest + 1)
      return `${timeDigits(latest)}${randomDigits(RANDOM_DIGITS)}`
    }),
    tab: randomDigits(TAB_DIGITS),
  }
}

export const idsLayer: Layer.Layer<Ids> = Layer.sync(Ids, () => makeIds())

const timeDigits = (ms: number): string => {
  let rest = ms
  let digits = ""
  for (let count = 0; count < TIME_DIGITS; count += 1) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}

const randomDigits = (count: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => DIGITS[byte % DIGITS.length]).join("")
