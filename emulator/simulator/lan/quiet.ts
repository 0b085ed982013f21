import type { Simulation } from "../simulation.ts"
import { Violation } from "../violation.ts"
import type { LanVisitor } from "./visitor.ts"

/** Checks of this network after settling. */

/** True when a visible, working tab can record the devices that answer. */
const isSomebodyThere = ({ clients, browser }: Simulation): boolean =>
  clients.some(({ tab, able }) => able && tab.visible && !tab.frozen && !browser.disk.isOutdated(tab))

/**
 * After settling, the lists show the devices that answer, and no request to the native side is still open (invariant
 * 7).
 */
export const checkNetwork = (simulation: Simulation, visitor: LanVisitor | undefined): void => {
  const { audit, clients, browser, around } = simulation
  if (around === undefined || visitor === undefined || !isSomebodyThere(simulation)) return
  const { devices, scan, wakes } = audit.state.lan
  const shown = [...devices.values()].map(({ id, name, isHid }) => `${id} ${name} ${isHid}`).sort()
  const here = around.here.map(({ item }) => `${item.id} ${item.name} ${item.is_hid}`).sort()
  if (shown.join() !== here.join())
    throw new Violation(7, `shown on the network are ${shown.join(", ")}; who answers are ${here.join(", ")}`)
  const open = wakes.find(({ stage }) => stage === "asked" || stage === "sent")
  if (open !== undefined) throw new Violation(7, `the wake of ${open.id} is ${open.stage} for ever`)
  for (const client of clients) {
    const { tab } = client
    if (tab.frozen || !client.able || browser.disk.isOutdated(tab)) continue
    if (scan !== null && scan.tab === tab.name && scan.end === null)
      throw new Violation(7, `the scan of ${tab.name} never ends`)
    if (around.pages.get(tab)?.scan !== null && scan?.end !== null)
      throw new Violation(7, `the bridge still scans for ${tab.name}, and no tab wants that`)
    if ((visitor.waiting.get(client) ?? 0) > 0) throw new Violation(7, `${tab.name} waits for a mode for ever`)
  }
}

/** Invariant 15: no passcode is in the log. */
export const checkPasscodes = (log: string): void => {
  const found = /(?:opens-n[0-9]+|wrong)-zq/.exec(log)
  if (found !== null) throw new Violation(15, `the log holds the passcode ${found[0]}`)
}
