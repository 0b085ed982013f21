import type { BridgeCallback } from "../../../src/domain/wire/bridge.ts"
import type { SimulatedWorld } from "../world.ts"
import type { SimulatedDevice } from "./device.ts"

/** The devices that answer on the network, as the native side finds and reports them. */

type Discovered = Extract<BridgeCallback, { type: "devices_discovered" }>

const ROUND_MS = 5_000
/** A device that is silent for this long is gone, ms. */
const GONE_MS = 15_000

export class SimulatedDiscovery {
  readonly #world: SimulatedWorld
  readonly #devices: ReadonlyMap<string, SimulatedDevice>
  readonly #tell: (message: Discovered) => void
  /** Time of each device's last announcement, ms of the world, and its build. */
  readonly announced = new Map<string, { at: number; build: number }>()
  /** The announced builds of each device, with the time of the last announcement, ms of the world. */
  readonly #announced = new Map<string, Map<number, number>>()

  constructor(
    world: SimulatedWorld,
    devices: ReadonlyMap<string, SimulatedDevice>,
    tell: (message: Discovered) => void,
  ) {
    this.#world = world
    this.#devices = devices
    this.#tell = tell
    this.#look()
  }

  all(): Discovered {
    const now = this.#world.serverTime
    const known = [...this.#devices.values()].filter(({ id }) => this.announced.has(id))
    for (const device of known) this.#note(device)
    return { type: "devices_discovered", devices: known.map((device) => device.item(now)) }
  }

  /** Time of the last announcement of a device with this build, ms of the world. Undefined when there was none. */
  announcedAt(id: string, build: number): number | undefined {
    return this.#announced.get(id)?.get(build)
  }

  #note({ id, record }: SimulatedDevice): void {
    const builds = this.#announced.get(id) ?? new Map<number, number>()
    this.#announced.set(id, builds.set(record.build, this.#world.now))
  }

  readonly #look = (): void => {
    const { serverTime, now } = this.#world
    const news: SimulatedDevice[] = []
    const gone: string[] = []
    for (const device of this.#devices.values()) {
      const known = this.announced.get(device.id)
      if (device.answers(serverTime)) {
        const { build } = device.record
        if (known?.build !== build) news.push(device)
        this.announced.set(device.id, { at: now, build })
      } else if (known !== undefined && now - known.at > GONE_MS) {
        this.announced.delete(device.id)
        gone.push(device.id)
      }
    }
    for (const device of news) this.#note(device)
    if (news.length + gone.length > 0)
      this.#tell({ type: "devices_discovered", devices: news.map((device) => device.item(serverTime)), gone })
    this.#world.after(ROUND_MS, this.#look)
  }
}
