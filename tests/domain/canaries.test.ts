import * as fc from "fast-check"
import { afterEach, expect, test, vi } from "vitest"
import { ANSWERS, CODES, fixed, md5, type Secrets, secrets, WORDS } from "./canaries.ts"
import { journeys, live, type Seen } from "./secretive.ts"

/**
 * The log, and everything made from it, contains no secret (AUTH-11). This holds for any secret in the client and any
 * answer of the other side.
 */

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Digits count only as a whole number: a hash or a time may contain any six digits by chance. */
const holds = (text: string, secret: string): boolean =>
  /^[0-9]+$/.test(secret) ? new RegExp(`(?<![0-9a-z])${secret}(?![0-9a-z])`, "i").test(text) : text.includes(secret)

const leaksOf = (known: Secrets, { places }: Seen): readonly string[] =>
  Object.entries(known).flatMap(([name, secret]) =>
    [secret, md5(secret)].flatMap((canary) =>
      Object.entries(places).flatMap(([place, text]) => (holds(text, canary) ? [`${name} in ${place}`] : [])),
    ),
  )

test("[AUTH-11] whatever passwords, tokens, codes, passcodes and pairing codes go in, and however they are answered, none is in log, files, console or failures", async () => {
  const went = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      secrets,
      fc.shuffledSubarray([...journeys], { minLength: 4 }),
      fc.array(fc.constantFrom(...ANSWERS), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (known, order, answers, isRight) => {
        const seen = await live(known, order, answers, isRight)
        for (const [name, secret] of Object.entries(known))
          if ([secret, md5(secret)].some((canary) => seen.used.includes(canary))) went.add(name)
        expect(leaksOf(known, seen)).toEqual([])
      },
    ),
    {
      numRuns: 10,
      examples: [[fixed, ["signUp", "reset", "email", "accept", "invite", "unlock", "pair"], ["good"], true]],
    },
  )
  expect([...went].toSorted()).toEqual([...WORDS, ...CODES].toSorted())
})
