import { Context, Effect } from "effect"
import { Erasure } from "../../../src/domain/client/accounts/accountErasure.ts"
import { erasure } from "../../../src/domain/client/accounts/erasing.ts"
import { Bridge, noBridge } from "../../../src/domain/ports/bridge.ts"
import { Cloud } from "../../../src/domain/ports/cloud.ts"
import { EventStore } from "../../../src/domain/ports/eventStore.ts"
import { FirmwareImages, noImages } from "../../../src/domain/ports/firmware.ts"
import { Leadership } from "../../../src/domain/ports/leadership.ts"
import { Digest, Ids, Platform, Preferences, Vault } from "../../../src/domain/ports/platform.ts"
import { Readings } from "../../../src/domain/ports/readings.ts"
import { Subnets } from "../../../src/domain/ports/subnets.ts"
import { hostsFrom, lanTargets } from "../../../src/domain/values/lanTarget.ts"
import type { Neighbourhood } from "../lan/neighbourhood.ts"
import type { Network } from "../network/network.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import { LocalStorage } from "./localStorage.ts"
import { Notes } from "./notes.ts"
import { digest, idsFor, Safe, System } from "./platform.ts"
import { Disk, type StorageProfile } from "./storage.ts"
import { WebLock } from "./webLock.ts"

/** One browser profile on one machine: the state that its tabs share and that remains when they die. */
export class Browser {
  readonly disk: Disk
  readonly storage: LocalStorage
  readonly lock: WebLock
  readonly system: System
  readonly safe = new Safe()
  readonly notes: Notes
  readonly network: Network
  /** The network around the machine, in runs that have one. */
  around: Neighbourhood | undefined
  readonly #world: SimulatedWorld
  readonly #ids: Prng
  #tabs = 0

  constructor(world: SimulatedWorld, prng: Prng, network: Network, profile: StorageProfile) {
    this.#world = world
    this.#ids = prng.stream("ids")
    this.network = network
    this.disk = new Disk(world, prng.stream("disk"), profile)
    this.storage = new LocalStorage(world, prng.stream("local storage"))
    this.lock = new WebLock(world, prng.stream("lock"))
    this.notes = new Notes(world)
    this.system = new System(world, prng.stream("system"))
  }

  openTab(): Tab {
    this.#tabs += 1
    return this.#world.addTab(`tab-${this.#tabs}`)
  }

  /** All external ports of the production code, for this tab. */
  portsOf(tab: Tab) {
    return Context.empty().pipe(
      Context.add(Cloud, this.network.portFor(tab)),
      Context.add(EventStore, this.disk.storeFor(tab)),
      Context.add(Leadership, this.lock.portFor(tab)),
      Context.add(Preferences, this.storage.portFor(tab)),
      Context.add(Platform, this.system.portFor(tab)),
      Context.add(Vault, this.safe.portFor()),
      Context.add(Readings, this.notes.portFor(tab)),
      Context.add(Bridge, this.around?.pageOf(tab).port ?? noBridge),
      Context.add(Erasure, erasure),
      Context.add(Subnets, {
        hosts: (targets, from, count) => Effect.sync(() => hostsFrom(lanTargets(targets), from, count)),
      }),
      Context.add(FirmwareImages, this.around?.images.portFor(tab) ?? noImages),
      Context.add(Digest, digest),
      Context.add(Ids, idsFor(tab, this.#ids)),
    )
  }

  /** Closes or kills a tab. It runs nothing more, and its lock goes to the next tab. */
  kill(tab: Tab): void {
    this.#world.removeTab(tab)
    this.lock.tabDied(tab)
    this.around?.left(tab)
  }

  /** Cuts the power of the machine: all tabs and all data that is not on the disk are lost. */
  crash(): void {
    for (const tab of [...this.#world.tabs]) {
      this.#world.removeTab(tab)
      this.around?.left(tab)
    }
    this.lock.crash()
    this.disk.crash()
    this.storage.crash()
  }
}
