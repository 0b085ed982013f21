import type { ClientRequest } from "../../../src/domain/client/requests.ts"
import { HEARTBEAT_MS, NETWORK_SETTLES_MS, REQUEST_TIMEOUT_MS } from "../../../src/domain/values/limits.ts"
import type { SimulatedClient } from "../browser/client.ts"
import type { Simulation } from "../simulation.ts"
import { spells } from "../troubles/spells.ts"
import { Violation } from "../violation.ts"
import { runUntil } from "./settle.ts"

/** For each trigger, the longest delay until a request is sent when nothing fails. */

/** Time of a click, the disk, and the decision of the leader, ms. */
const SOON_MS = 3_000
/** Longer than the longest wait of any hidden or doubtful loop, ms. */
const CALM_MS = 130_000
/** Time without network after which the probes are slow, ms. */
const AWAY_MS = 6 * 60_000
/** Number of runs of each story: counters must be reset. */
const TIMES = 2

const wait = (simulation: Simulation, ms: number): void => void runUntil(simulation, () => false, ms)

/** Uses another name each time. */
const renaming = ({ audit }: Simulation): ClientRequest | undefined => {
  const { bound } = audit.state.devices
  const device = [...bound.values()].find(({ shared }) => !shared)
  return device && { type: "RenameDevice", did: device.id, name: `Soon ${audit.actions.size}` }
}

/** True when all requests of these stories were sent. */
const isSent = ({ audit }: Simulation, before: number): boolean => {
  const asked = [...audit.actions.keys()].slice(before)
  return asked.length > 0 && asked.every((action) => audit.sends.has(action))
}

/** A request during a trouble is sent soon after its end. */
const checkTrigger = (simulation: Simulation, trigger: string, steps: Steps, withinMs: number): void => {
  const before = simulation.audit.actions.size
  steps.begin()
  steps.ask()
  wait(simulation, steps.begun ?? 0)
  steps.end()
  if (simulation.audit.actions.size === before) return
  if (!runUntil(simulation, () => isSent(simulation, before), withinMs))
    throw new Violation(7, `${trigger}, and what was asked for is not sent within ${withinMs} ms`)
  wait(simulation, CALM_MS)
}

interface Steps {
  readonly begin: () => void
  readonly ask: () => void
  /** Time from the request to the end of the trouble, ms. */
  readonly begun?: number
  readonly end: () => void
}

const nothing = (): void => {}

const story = (simulation: Simulation, client: SimulatedClient): void => {
  const ask = (): void => {
    const request = renaming(simulation)
    if (request !== undefined) client.ask(request, nothing, nothing)
  }
  checkTrigger(simulation, "a person asks", { begin: nothing, ask, begun: SOON_MS, end: nothing }, SOON_MS)
  const offline = { begin: () => spells.offline.begin(simulation), ask, begun: AWAY_MS }
  // A probe that hangs on the lost connection ends first.
  const end = (): void => spells.offline.end(simulation)
  checkTrigger(
    simulation,
    "the network is back",
    { ...offline, end },
    REQUEST_TIMEOUT_MS + NETWORK_SETTLES_MS + SOON_MS,
  )
}

/** Another tab leads after the leader is gone. */
const checkHandover = (simulation: Simulation): void => {
  const leader = simulation.clients.find(({ tab }) => tab === simulation.browser.lock.holder)
  const other = simulation.able.find((client) => client !== leader)
  const request = renaming(simulation)
  if (leader === undefined || other === undefined || request === undefined) return
  const ask = (): void => other.ask(request, nothing, nothing)
  const steps = { begin: () => simulation.kill(leader), ask, begun: SOON_MS, end: nothing }
  checkTrigger(simulation, "the leader is gone", steps, HEARTBEAT_MS + SOON_MS)
}

export const checkSoon = (simulation: Simulation): void => {
  const { audit, browser, clients, people, person, prng } = simulation
  for (const { tab } of clients) browser.system.setVisible(tab, true)
  wait(simulation, CALM_MS)
  const [client] = simulation.able
  const form = people.drawForm(prng.stream("soon"), false)
  if (client === undefined || clients.some(({ able, tab }) => !able || tab.frozen)) return
  if (audit.state.session.current === null && form !== undefined) person.signIn(client, form)
  wait(simulation, CALM_MS)
  if (audit.state.session.current === null) return
  simulation.counts.add("stories of how soon")
  for (let n = 0; n < TIMES && simulation.violation === undefined; n += 1) story(simulation, client)
  if (simulation.violation === undefined) checkHandover(simulation)
}
