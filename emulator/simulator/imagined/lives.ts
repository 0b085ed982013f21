import { Lifetimes } from "../../../src/domain/client/sending/lostAttempts.ts"
import { initialOutbox, unsettledKey } from "../../../src/domain/outbox/state.ts"
import { accountKey } from "../../../src/domain/values/identity.ts"
import { CLAIM_FRESH_MS, REQUEST_LONGEST_LIFE_MS } from "../../../src/domain/values/limits.ts"
import { PRIVATE_SERVER } from "../network/servers.ts"
import { Violation } from "../violation.ts"
import type { Chance, Part } from "./part.ts"

/** How long a lost request may still arrive, as one tab measures it: from when it heard of the latest loss, on its own clock. */

const MOVES = 30
const targets = ["name of a device", "name of another", "own name"] as const
const PAUSES_MS = [1, 1_000, 4_000, 30_000, REQUEST_LONGEST_LIFE_MS, 90_000] as const
/** A late leader may yet send what was claimed before. */
const LIFE_MS = REQUEST_LONGEST_LIFE_MS + CLAIM_FRESH_MS

interface Lost {
  readonly lostAt: number
  readonly heardAt: number
}

const check = (lifetimes: Lifetimes, lost: ReadonlyMap<string, Lost>, now: number): void => {
  const outlived = lifetimes.outlived()
  for (const [key, { lostAt, heardAt }] of lost) {
    const isOver = now - heardAt >= LIFE_MS
    if ((outlived.get(key) === lostAt) !== isOver)
      throw new Violation(
        6,
        `a request lost ${now - heardAt} ms ago is ${isOver ? "waited for" : "called dead"}: ${key}`,
      )
  }
  for (const key of outlived.keys())
    if (!lost.has(key)) throw new Violation(6, `the lost request on ${key} is dead, and nobody asks any more`)
  const left = [...lost.values()].map(({ heardAt }) => heardAt + LIFE_MS - now).filter((ms) => ms > 0)
  const next = lifetimes.untilNext()
  if (next !== Math.min(...left))
    throw new Violation(7, `the next lost request ends in ${next} ms, by ${left.join(", ")}`)
}

const imagine = ({ next, tell }: Chance): void => {
  let now = 0
  let { unsettled } = initialOutbox
  const lifetimes = new Lifetimes(() => now)
  const account = accountKey({ server: PRIVATE_SERVER, uid: "u1" })
  const lost = new Map<string, Lost>()
  for (let seq = 1; seq <= MOVES; seq += 1) {
    const dice = next()
    if (dice === undefined) continue
    const target = dice.pick(targets)
    const key = unsettledKey(account, target)
    const happens = dice.pick([
      "lost",
      "lost",
      "confirmed",
      "settled",
      "time passes",
      "time passes",
      "time passes",
    ] as const)
    tell(() => `${happens}: ${target} after ${now} ms`)
    const known = lost.get(key)
    const forked = unsettled.fork()
    if (happens === "lost") {
      forked.set(key, { account, target, lostAt: seq, action: null })
      lost.set(key, { lostAt: seq, heardAt: now })
    }
    // The value is known now; the lost request may arrive all the same.
    if (happens === "confirmed" && known !== undefined)
      forked.set(key, { account, target, lostAt: known.lostAt, action: `a${seq}` })
    if (happens === "settled" && lost.delete(key)) forked.delete(key)
    if (happens === "time passes") now += dice.pick(PAUSES_MS)
    else unsettled = forked
    lifetimes.observe({ ...initialOutbox, unsettled })
    check(lifetimes, lost, now)
  }
}

export const lives: Part = { name: "lives", title: "in requests that were lost", every: 1, imagine }
