import type { DiscoveryItem } from "../../../src/domain/wire/bridge.ts"
import { NEW_BUILD, OLD_BUILD } from "../firmware/image.ts"
import { Provider } from "../firmware/provider.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import { BridgePage } from "./bridgePage.ts"
import { passcodeOf, type SimulatedLanDevice, type SimulatedNetwork } from "./simulatedDevice.ts"

/** The network around the simulated machine: devices, and the bridge on this machine. */

/** Devices on the network; one more is on a cable. */
const DEVICES = 6
const MODEL = 1
/** Flag: a MAC is bound. */
const FLAGS = 4

const deviceNumbered = (n: number): SimulatedLanDevice => {
  const id = `n${n}`
  const isCable = n === DEVICES + 1
  return {
    item: {
      id,
      did: `lan-${n}`,
      name: `Neighbour ${n}`,
      model: MODEL,
      cloud_type: n % 2,
      timestamp: 0,
      is_usb: isCable,
      is_hid: true,
      flags: FLAGS,
      addr: isCable ? "" : `10.0.7.${n}`,
      build: n % 3 === 0 ? OLD_BUILD : NEW_BUILD,
    },
    passcode: n % 2 === 0 ? passcodeOf(id) : null,
    mac: `02:00:5E:00:00:0${n}`,
    isOn: true,
  }
}

/** Share of the seeds in which the machine has a bridge and a network around it. */
const PRESENT = 0.3

export class Neighbourhood implements SimulatedNetwork {
  readonly devices: ReadonlyMap<string, SimulatedLanDevice>
  /** Every page that is open, by its tab. */
  readonly pages = new Map<Tab, BridgePage>()
  /** Wake reports to pages: `ID sent`, `ID awake`. */
  readonly evidence = new Set<string>()
  readonly images: Provider
  /** True while the bridge runs. */
  isUp = true
  readonly #world: SimulatedWorld
  readonly #prng: Prng

  constructor(world: SimulatedWorld, prng: Prng) {
    this.#world = world
    this.#prng = prng
    this.images = new Provider(world)
    const all = Array.from({ length: DEVICES + 1 }, (_, index) => deviceNumbered(index + 1))
    this.devices = new Map(all.map((one) => [one.item.id, one]))
  }

  pageOf(tab: Tab): BridgePage {
    const known = this.pages.get(tab)
    if (known !== undefined) return known
    const page = new BridgePage(this.#world, tab, this, this.#prng.stream(`bridge of ${tab.name}`))
    this.pages.set(tab, page)
    return page
  }

  left(tab: Tab): void {
    this.pages.get(tab)?.drop()
    this.pages.delete(tab)
  }

  /** The devices that answer now. */
  get here(): readonly SimulatedLanDevice[] {
    return [...this.devices.values()].filter(({ isOn }) => isOn)
  }

  /** A field of a device changed. Every page gets a report. */
  changed({ item, isOn }: SimulatedLanDevice): void {
    for (const page of this.pages.values())
      page.tell({ type: "devices_discovered", devices: isOn ? [item] : [], ...(!isOn && { gone: [item.id] }) })
    if (!isOn) for (const page of this.pages.values()) page.lost(item.id)
  }

  change(device: SimulatedLanDevice, fields: Partial<DiscoveryItem>): void {
    device.item = { ...device.item, ...fields, timestamp: this.#world.serverTime }
    this.changed(device)
  }

  switchPower(device: SimulatedLanDevice, isOn: boolean): void {
    if (device.isOn === isOn) return
    device.isOn = isOn
    this.changed(device)
  }

  /** The bridge stops or starts. Pending messages are lost. */
  setUp(isUp: boolean): void {
    if (this.isUp === isUp) return
    this.isUp = isUp
    for (const page of this.pages.values()) isUp ? page.greet() : page.drop()
  }

  /** Cuts every socket. The bridge keeps running, and pages reconnect. */
  cut(): void {
    if (!this.isUp) return
    for (const page of this.pages.values()) {
      page.drop()
      page.greet()
    }
  }
}

export const drawNeighbourhood = (world: SimulatedWorld, prng: Prng): Neighbourhood | undefined =>
  prng.chance(PRESENT) ? new Neighbourhood(world, prng) : undefined
