import type { ClientRequest } from "../../../src/domain/client/requests.ts"
import type { BatchState } from "../../../src/domain/features/batches/state.ts"
import {
  LOOP_HEALTHY_MS,
  REFRESH_INTERVAL_MS,
  REQUEST_TIMEOUT_MS,
  RETRY_CAP_MS,
  USER_SETTLES_MS,
} from "../../../src/domain/values/limits.ts"
import type { Known } from "../audits/ruleFacts.ts"
import type { Simulation } from "../simulation.ts"
import { Violation } from "../violation.ts"
import { checkPresence } from "./besideLog.ts"
import { checkConvergence } from "./convergence.ts"
import { checkShown } from "./shown.ts"

/** The meaning of "bounded" in invariant 7, virtual ms. Clocks may have been set by ten minutes meanwhile. */
const SETTLED_WITHIN_MS = 40 * 60_000
/** Most accounts that may have work one after the other. */
const ACCOUNTS_SETTLED = 16
/** Longest time of a click on a slow disk, virtual ms. */
const CLICKED_WITHIN_MS = 30_000
/** Time within which saved user and log agree and the last report is in the log, virtual ms. */
const QUIET_MS = REFRESH_INTERVAL_MS + USER_SETTLES_MS + 5_000
/** The longest wait for a retry that a hidden tab started, virtual ms. A loop is healthy sooner. */
const RECOVERED_WITHIN_MS = RETRY_CAP_MS + LOOP_HEALTHY_MS + 20_000
/** Time within which every wait of a person ends once nothing fails, virtual ms. */
const ANSWERED_WITHIN_MS = 10 * 60_000

/** More steps than this at one moment mean an endless loop. */
const STEPS_AT_ONCE = 10_000

/** Steps until `done`, which it calls after each advance of time. False when that takes too long. */
export const runUntil = (simulation: Simulation, done: () => boolean, withinMs: number): boolean => {
  const { world } = simulation
  const deadline = world.now + withinMs
  let asked = -1
  while (simulation.violation === undefined) {
    if (world.now !== asked) {
      asked = world.now
      if (done()) return true
      if (world.now > deadline) return false
    }
    stepOnce(simulation)
  }
  return true
}

export const stepOnce = (simulation: Simulation): void => {
  try {
    if (simulation.world.stepsAtOnce > STEPS_AT_ONCE)
      simulation.fail(new Violation(22, `${STEPS_AT_ONCE} steps are taken and no time passes`))
    if (!simulation.world.step()) simulation.fail(new Violation(0, "something waits outside of the simulated clock"))
  } catch (error) {
    simulation.fail(new Violation(0, error instanceof Error ? (error.stack ?? error.message) : String(error)))
  }
}

const openOf = ({ audit }: Simulation, account: string): readonly Known[] =>
  [...audit.actions.values()].filter(({ end, queued }) => end === undefined && queued.payload.account === account)

/** Batches with devices left to ask or waiting for an outcome. A paused one waits for a person. */
const batchesOf = ({ audit }: Simulation): readonly BatchState[] =>
  [...audit.state.batches.values()].filter(
    ({ isPaused, stopped, count }) => !isPaused && stopped === null && count.waiting + count.asked > 0,
  )

/** Actions of an account that the server has deleted stay forever: no person can sign in to it. */
const accountsWithWork = (simulation: Simulation): readonly string[] => {
  const { audit, people } = simulation
  const accounts = new Set<string>()
  for (const { end, queued } of audit.actions.values()) if (end === undefined) accounts.add(queued.payload.account)
  for (const { account, action } of audit.state.outbox.unsettled.values()) if (action !== null) accounts.add(account)
  for (const { account } of batchesOf(simulation)) accounts.add(account)
  return [...accounts].filter((account) => people.formFor(account) !== undefined)
}

const isSettled = (simulation: Simulation, account: string): boolean =>
  openOf(simulation, account).length === 0 &&
  batchesOf(simulation).every((batch) => batch.account !== account) &&
  ![...simulation.audit.state.outbox.unsettled.values()].some(
    (target) => target.account === account && target.action !== null,
  )

const signedIn = ({ audit }: Simulation): string | undefined => audit.state.session.current?.account

/** Longest time until a person tries to sign in again, virtual ms. */
const SIGN_IN_AGAIN_MS = 30_000

/** Keeps this account signed in, with as many sign-ins as needed. True once it is. */
const keepSignedIn = (simulation: Simulation, account: string): (() => boolean) => {
  const { world, person, people } = simulation
  let next = 0
  return () => {
    if (signedIn(simulation) === account) return true
    const [client] = simulation.able
    const form = people.formFor(account)
    if (client !== undefined && form !== undefined && world.now >= next) {
      next = world.now + SIGN_IN_AGAIN_MS
      person.signIn(client, form)
    }
    return false
  }
}

/** The open work of this account, for a report. */
const openWork = (simulation: Simulation, account: string): string => {
  const { outbox } = simulation.audit.state
  const actions = openOf(simulation, account).map(({ queued }) => {
    const { action, intent } = queued.payload
    return `${intent.call} ${action}: ${JSON.stringify(outbox.actions.get(action)?.status)}`
  })
  const batches = batchesOf(simulation).map(({ id, count }) => `batch ${id}: ${JSON.stringify(count)}`)
  return [...actions, ...batches, ...outbox.unsettled.keys()].join("; ")
}

/** Invariant 7: signs in one account after the other, and waits for the end of all its work. */
const settleAll = (simulation: Simulation): void => {
  const { network, world } = simulation
  // The last clicks of the person still have to be accepted.
  runUntil(simulation, () => false, CLICKED_WITHIN_MS)
  runUntil(simulation, () => network.onTheWay === 0 && simulation.able.length > 0, ANSWERED_WITHIN_MS)
  const deadline = world.now + ACCOUNTS_SETTLED * SETTLED_WITHIN_MS
  while (simulation.violation === undefined) {
    const left = accountsWithWork(simulation)
    const account = left.find((one) => one === signedIn(simulation)) ?? left[0]
    if (account === undefined) return
    const present = keepSignedIn(simulation, account)
    const settled = () => present() && isSettled(simulation, account)
    if (!runUntil(simulation, settled, SETTLED_WITHIN_MS) || world.now > deadline)
      throw new Violation(7, `long after the last fault still open for ${account}: ${openWork(simulation, account)}`)
  }
}

const lists: readonly ClientRequest[] = [
  { type: "Refresh", list: "devices", asked: true },
  { type: "Refresh", list: "subAccounts", asked: true },
  { type: "Refresh", list: "mainAccounts", asked: true },
]

/** A person has every list read again. Each must equal the server's list. */
const readAll = (simulation: Simulation): void => {
  const [client] = simulation.able
  if (client === undefined || signedIn(simulation) === undefined) return
  // A caller may join an earlier read, which may miss what was settled meanwhile.
  runUntil(simulation, () => false, REQUEST_TIMEOUT_MS)
  let waiting = lists.length
  const done = () => {
    waiting -= 1
  }
  for (const request of lists) client.ask(request, done, done)
  if (!runUntil(simulation, () => waiting === 0, ANSWERED_WITHIN_MS))
    throw new Violation(7, "a list that a person asked for is not read")
  if (simulation.violation === undefined) checkShown(simulation)
}

/** True when no visible tab reports a problem. */
const allWell = ({ browser: { disk }, ready }: Simulation): boolean =>
  ready.every(
    ({ able, engine, tab }) => !tab.visible || disk.isOutdated(tab) || (able && engine?.status().failing !== true),
  )

/** `leave`: the person closes every open question. */
export const settle = (simulation: Simulation, leave: () => void): void => {
  settleAll(simulation)
  if (simulation.violation !== undefined) return
  const { audit, network, servers, world } = simulation
  runUntil(simulation, () => network.onTheWay === 0, ANSWERED_WITHIN_MS)
  checkConvergence(audit, servers, world.serverTime)
  readAll(simulation)
  if (simulation.violation !== undefined) return
  leave()
  runUntil(simulation, () => false, QUIET_MS)
  runUntil(simulation, () => allWell(simulation), RECOVERED_WITHIN_MS)
  if (simulation.violation === undefined) checkPresence(simulation)
}
