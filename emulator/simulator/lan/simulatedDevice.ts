import type { DiscoveryItem } from "../../../src/domain/wire/bridge.ts"

/** A device on the simulated network, and what one page's connection sees of the whole. */

export interface SimulatedLanDevice {
  /** As it announces itself. */
  item: DiscoveryItem
  /** Null where anyone is let in. */
  readonly passcode: string | null
  readonly mac: string
  isOn: boolean
}

/** No word of any text that a person types elsewhere, so that it is found wherever it does not belong. */
export const passcodeOf = (id: string): string => `opens-${id}-zq`

/** Where the devices are, as the bridge meets them. */
export interface SimulatedNetwork {
  readonly devices: ReadonlyMap<string, SimulatedLanDevice>
  /** Who answers now. */
  readonly here: readonly SimulatedLanDevice[]
  /** Whether the bridge runs. */
  readonly isUp: boolean
  /** Wake reports to pages: `ID sent`, `ID awake`. */
  readonly evidence: Set<string>
  change(device: SimulatedLanDevice, fields: Partial<DiscoveryItem>): void
}
