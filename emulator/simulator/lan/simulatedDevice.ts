import type { DiscoveryItem } from "../../../src/domain/wire/bridge.ts"

/** A device on the simulated network, and the network as one page's connection sees it. */

export interface SimulatedLanDevice {
  /** Its announcement. */
  item: DiscoveryItem
  /** Null when it has no passcode. */
  readonly passcode: string | null
  readonly mac: string
  isOn: boolean
}

/** Contains no word that a person types elsewhere, so that a leak is found. */
export const passcodeOf = (id: string): string => `opens-${id}-zq`

/** The bridge's view of the devices. */
export interface SimulatedNetwork {
  readonly devices: ReadonlyMap<string, SimulatedLanDevice>
  /** The devices that answer now. */
  readonly here: readonly SimulatedLanDevice[]
  /** True while the bridge runs. */
  readonly isUp: boolean
  /** Wake reports to pages: `ID sent`, `ID awake`. */
  readonly evidence: Set<string>
  change(device: SimulatedLanDevice, fields: Partial<DiscoveryItem>): void
}
