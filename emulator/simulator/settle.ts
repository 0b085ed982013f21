import type { SignInForm } from "../../src/domain/engine/sessions.ts"
import { normalEmail } from "../../src/domain/values/email.ts"
import { accountKey } from "../../src/domain/values/identity.ts"
import { checkConvergence } from "./convergence.ts"
import type { Entry } from "./ledger.ts"
import { signInForms } from "./servers.ts"
import type { Simulation } from "./simulation.ts"
import { Violation } from "./violation.ts"

/** What "bounded" in invariant 7 means here, virtual ms: clocks may have been set by ten minutes meanwhile. */
const SETTLED_WITHIN_MS = 40 * 60_000
/** A slow disk takes this long for a click, virtual ms. */
const CLICKED_WITHIN_MS = 30_000
/** What was heard last is in the log within this, virtual ms. */
const TOLD_WITHIN_MS = 1_000
/** Everything a person waits for comes within this once nothing fails, virtual ms. */
const ANSWERED_WITHIN_MS = 10 * 60_000

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
    if (!simulation.world.step()) simulation.fail(new Violation(0, "something waits outside of the simulated clock"))
  } catch (error) {
    simulation.fail(new Violation(0, error instanceof Error ? (error.stack ?? error.message) : String(error)))
  }
}

const openOf = ({ audit }: Simulation, account: string): readonly Entry[] =>
  [...audit.ledger.entries.values()].filter(
    ({ end, queued }) => end === undefined && queued.payload.account === account,
  )

const accountsWithWork = ({ audit }: Simulation): ReadonlySet<string> => {
  const accounts = new Set<string>()
  for (const { end, queued } of audit.ledger.entries.values())
    if (end === undefined) accounts.add(queued.payload.account)
  for (const { account, action } of audit.state.outbox.unsettled.values()) if (action !== null) accounts.add(account)
  return accounts
}

const isSettled = (simulation: Simulation, account: string): boolean =>
  openOf(simulation, account).length === 0 &&
  ![...simulation.audit.state.outbox.unsettled.values()].some(
    (target) => target.account === account && target.action !== null,
  )

/** Who signs in as this account, and where. */
const formOf = ({ servers, world }: Simulation, account: string): SignInForm | undefined =>
  signInForms.find(({ server, email }) => {
    const known = servers.get(server)?.view(world.serverTime).accounts
    const uid = known?.find((one) => normalEmail(one.email) === normalEmail(email))?.uid
    return uid !== undefined && accountKey({ server, uid }) === account
  })

const signedIn = ({ audit }: Simulation): string | undefined => audit.state.session.current?.account

/** Longest until a person tries again to sign in, virtual ms. */
const SIGN_IN_AGAIN_MS = 30_000

/** Sees to it that this account is signed in, however often that takes; true once it is. */
const keepSignedIn = (simulation: Simulation, account: string): (() => boolean) => {
  const form = formOf(simulation, account)
  if (form === undefined) throw new Violation(0, `nobody knows how to sign in as ${account}`)
  const { world, person } = simulation
  let next = 0
  return () => {
    if (signedIn(simulation) === account) return true
    const [client] = simulation.ready
    if (client !== undefined && world.now >= next) {
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
  return [...actions, ...outbox.unsettled.keys()].join("; ")
}

/** Invariant 7: account after account is signed in, and everything it asked for ends. */
const settleAll = (simulation: Simulation): void => {
  const { network, world } = simulation
  // What a person clicked in the last moment is still to be accepted.
  runUntil(simulation, () => false, CLICKED_WITHIN_MS)
  runUntil(simulation, () => network.onTheWay === 0 && simulation.ready.length > 0, ANSWERED_WITHIN_MS)
  const deadline = world.now + signInForms.length * SETTLED_WITHIN_MS
  while (simulation.violation === undefined) {
    const left = [...accountsWithWork(simulation)]
    const account = left.find((one) => one === signedIn(simulation)) ?? left[0]
    if (account === undefined) return
    const present = keepSignedIn(simulation, account)
    const settled = () => present() && isSettled(simulation, account)
    if (!runUntil(simulation, settled, SETTLED_WITHIN_MS) || world.now > deadline)
      throw new Violation(7, `long after the last fault still open for ${account}: ${openWork(simulation, account)}`)
  }
}

export const settle = (simulation: Simulation): void => {
  settleAll(simulation)
  if (simulation.violation !== undefined) return
  const { audit, network, servers, world } = simulation
  runUntil(simulation, () => network.onTheWay === 0, ANSWERED_WITHIN_MS)
  checkConvergence(audit, servers, world.serverTime)
  runUntil(simulation, () => false, TOLD_WITHIN_MS)
}
