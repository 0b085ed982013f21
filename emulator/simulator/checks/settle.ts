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

/** What "bounded" in invariant 7 means here, virtual ms: clocks may have been set by ten minutes meanwhile. */
const SETTLED_WITHIN_MS = 40 * 60_000
/** Accounts that may have work one after the other. */
const ACCOUNTS_SETTLED = 16
/** A slow disk takes this long for a click, virtual ms. */
const CLICKED_WITHIN_MS = 30_000
/** Saved user and log agree within this, virtual ms; the last report is in the log by then. */
const QUIET_MS = REFRESH_INTERVAL_MS + USER_SETTLES_MS + 5_000
/** The longest wait for another try, begun by a tab that was hidden then, virtual ms; a loop is healthy sooner. */
const RECOVERED_WITHIN_MS = RETRY_CAP_MS + LOOP_HEALTHY_MS + 20_000
/** Everything a person waits for comes within this once nothing fails, virtual ms. */
const ANSWERED_WITHIN_MS = 10 * 60_000

/** More steps at one moment mean an endless loop. */
const STEPS_AT_ONCE = 10_000

/** Steps on until `done`, which is asked whenever time has passed; false when it takes too long. */
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

/** Batches that have devices to ask, or to learn of; a paused one waits for a person. */
const batchesOf = ({ audit }: Simulation): readonly BatchState[] =>
  [...audit.state.batches.values()].filter(
    ({ isPaused, stopped, count }) => !isPaused && stopped === null && count.waiting + count.asked > 0,
  )

/** An account that is gone from its server holds its actions for good: no user can sign in to it. */
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

/** Longest until a person tries again to sign in, virtual ms. */
const SIGN_IN_AGAIN_MS = 30_000

/** Sees to it that this account is signed in, however often that takes; true once it is. */
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

/** What is not settled of this account, for a report. */
const openWork = (simulation: Simulation, account: string): string => {
  const { outbox } = simulation.audit.state
  const actions = openOf(simulation, account).map(({ queued }) => {
    const { action, intent } = queued.payload
    return `${intent.call} ${action}: ${JSON.stringify(outbox.actions.get(action)?.status)}`
  })
  const batches = batchesOf(simulation).map(({ id, count }) => `batch ${id}: ${JSON.stringify(count)}`)
  return [...actions, ...batches, ...outbox.unsettled.keys()].join("; ")
}

/** Invariant 7: account after account is signed in, and everything it asked for ends. */
const settleAll = (simulation: Simulation): void => {
  const { network, world } = simulation
  // What a person clicked in the last moment is still to be accepted.
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

/** A person has every list read again, and it is what the server has. */
const readAll = (simulation: Simulation): void => {
  const [client] = simulation.able
  if (client === undefined || signedIn(simulation) === undefined) return
  // A caller may join a read that began before, which may not know what was settled in between.
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

/** No tab that is seen says that anything is wrong. */
const allWell = ({ browser: { disk }, ready }: Simulation): boolean =>
  ready.every(
    ({ able, engine, tab }) => !tab.visible || disk.isOutdated(tab) || (able && engine?.status().failing !== true),
  )

/** `leave`: a person leaves no question open. */
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
