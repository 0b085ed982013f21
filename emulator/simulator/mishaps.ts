import { Effect } from "effect"
import type { Prng } from "./prng.ts"
import { PUBLIC_SERVER } from "./servers.ts"
import type { Simulation } from "./simulation.ts"

/** What happens to a browser without anybody's doing. */
export const mishaps = [
  "openTab",
  "closeTab",
  "kill",
  "crash",
  "freeze",
  "sleep",
  "hide",
  "show",
  "offline",
  "silentOffline",
  "clock",
  "sessionsExpire",
  "devicePower",
  "diskFull",
  "snapshot",
] as const
type Kind = (typeof mishaps)[number]

const weights: Readonly<Record<Kind, number>> = {
  openTab: 10,
  closeTab: 4,
  kill: 6,
  crash: 3,
  freeze: 5,
  sleep: 2,
  hide: 4,
  show: 6,
  offline: 5,
  silentOffline: 3,
  clock: 3,
  sessionsExpire: 1,
  devicePower: 4,
  diskFull: 2,
  snapshot: 5,
}

/** Share of the seeds in which a kind happens at all. */
const PRESENT = 0.6
/** Shortest and longest of what passes by itself, ms. */
const FREEZE_MS = [100, 150_000] as const
const DISK_FULL_MS = [100, 60_000] as const
const OFFLINE_MS = [500, 240_000] as const
/** How far the clock is set at a time, ms. */
const CLOCK_MS = [-600_000, 600_000] as const

const ignore = (): void => {}

/** Lets things go wrong, a different mixture for each seed; each passes, at the latest when faults stop. */
export class Mishaps {
  readonly #simulation: Simulation
  readonly #prng: Prng
  readonly #weights: readonly (readonly [Kind, number])[]
  readonly #quota: number
  #over = false

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    this.#prng = simulation.prng.stream("mishaps")
    this.#quota = simulation.browser.disk.profile.quota
    this.#weights = mishaps
      .filter((kind) => kind === "openTab" || this.#prng.chance(PRESENT))
      .map((kind) => [kind, weights[kind]])
  }

  happen(): void {
    const kind = this.#prng.weighted(this.#weights)
    this.#simulation.counts.add(`mishap ${kind}`)
    this.#simulation.trace.add(() => `mishap ${kind}`)
    this.#happen(kind)
  }

  /** Faults stop: the network is there and known to be, tabs run and are seen, at least one is open. */
  end(): void {
    this.#over = true
    const { browser, network, world } = this.#simulation
    network.profile = new Map()
    network.offline = false
    browser.disk.profile = { slow: 0, quota: 0, repeated: 0 }
    browser.system.setOnline(true)
    for (const tab of world.tabs) {
      tab.frozen = false
      browser.system.setVisible(tab, true)
    }
    if (this.#simulation.clients.length === 0) this.#simulation.openTab()
  }

  #happen(kind: Kind): void {
    const simulation = this.#simulation
    const { browser, network, world, clients } = simulation
    const client = clients.length === 0 ? undefined : this.#prng.pick(clients)
    switch (kind) {
      case "openTab":
        simulation.openTab()
        return
      case "closeTab":
      case "kill":
        if (client !== undefined) simulation.kill(client)
        return
      case "crash":
        simulation.crash()
        this.#later(0, 60_000, () => simulation.openTab())
        return
      case "freeze":
        if (client !== undefined) this.#freeze([client.tab])
        return
      case "sleep":
        this.#sleep()
        return
      case "hide":
      case "show":
        if (client !== undefined) browser.system.setVisible(client.tab, kind === "show")
        return
      case "offline":
      case "silentOffline":
        network.offline = true
        if (kind === "offline") browser.system.setOnline(false)
        this.#later(...OFFLINE_MS, () => {
          network.offline = false
          browser.system.setOnline(true)
        })
        return
      case "clock":
        world.skew += this.#prng.between(...CLOCK_MS)
        return
      case "sessionsExpire":
        for (const server of simulation.servers.values()) server.expireSessions(world.serverTime)
        return
      case "devicePower":
        this.#switchDevice()
        return
      case "diskFull":
        this.#fillDisk()
        return
      case "snapshot":
        client?.act(client.engine?.saveSnapshot ?? Effect.void, ignore, ignore)
        return
    }
  }

  #freeze(tabs: Simulation["world"]["tabs"]): void {
    for (const tab of tabs) tab.frozen = true
    this.#later(...FREEZE_MS, () => {
      for (const tab of tabs) tab.frozen = false
    })
  }

  /** The lid is closed: no tab runs and nothing gets through, until it is opened. */
  #sleep(): void {
    const { network, world } = this.#simulation
    network.offline = true
    const tabs = [...world.tabs]
    for (const tab of tabs) tab.frozen = true
    this.#later(...FREEZE_MS, () => {
      network.offline = false
      for (const tab of tabs) tab.frozen = false
    })
  }

  /** Nothing can be written for a while. */
  #fillDisk(): void {
    const { disk } = this.#simulation.browser
    const { profile } = disk
    disk.profile = { ...profile, quota: 1 }
    this.#later(...DISK_FULL_MS, () => {
      disk.profile = { ...profile, quota: this.#quota }
    })
  }

  #switchDevice(): void {
    const { servers, world } = this.#simulation
    const cloud = servers.get(PUBLIC_SERVER)
    const devices = cloud?.view(world.serverTime).devices ?? []
    if (devices.length === 0) return
    const power = this.#prng.pick(["on", "on", "asleep", "off"] as const)
    cloud?.patchDevice(this.#prng.pick(devices).did, { power }, world.serverTime)
  }

  #later(low: number, high: number, then: () => void): void {
    this.#simulation.world.after(this.#prng.skewed(low, high), () => {
      if (!this.#over) then()
    })
  }
}
