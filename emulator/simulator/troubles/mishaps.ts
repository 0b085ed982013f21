import { PUBLIC_SERVER } from "../network/servers.ts"
import type { Prng } from "../prng.ts"
import { type Simulation, TABS_MAX } from "../simulation.ts"
import { type Spell, type SpellName, spellNames, spells } from "./spells.ts"

/** Mishaps of one instant. */
const strokes = [
  "openTab",
  "closeTab",
  "kill",
  "crash",
  "freeze",
  "hide",
  "show",
  "clock",
  "sessionsExpire",
  "sessionsForgotten",
  "devicePower",
  "snapshot",
  "newerRelease",
  "damage",
] as const
type Stroke = (typeof strokes)[number]

/** Mishaps of a browser without a cause in the run. */
export const mishaps: readonly (Stroke | SpellName)[] = [...strokes, ...spellNames]

const weights: Readonly<Record<Stroke | SpellName, number>> = {
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
  portal: 2,
  serverRestart: 3,
  clock: 3,
  sessionsExpire: 1,
  sessionsForgotten: 1,
  devicePower: 4,
  diskFull: 2,
  diskFails: 1,
  damage: 2,
  vaultFails: 2,
  preferencesFail: 2,
  snapshot: 5,
  newerRelease: 2,
}

/** Share of the seeds in which a kind happens at all. */
const PRESENT = 0.6
/** The states in which the tabs may settle. */
export const fates = ["all seen", "all seen", "leader frozen", "leader hidden", "all hidden"] as const
/** Shortest and longest freeze of a tab, and time until a person is back after a crash, ms. */
const FREEZE_MS = [100, 150_000] as const
const REBOOT_MS = [0, 60_000] as const
/** Range of one change of the clock, ms. */
const CLOCK_MS = [-600_000, 600_000] as const

const isSpell = (kind: Stroke | SpellName): kind is SpellName => Object.hasOwn(spells, kind)

/** Causes mishaps, in a different mixture for each seed. Each passes, at the latest when faults stop. */
export class Mishaps {
  readonly #simulation: Simulation
  readonly #weights: readonly (readonly [Stroke | SpellName, number])[]
  #over = false

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    const dice = simulation.prng.stream("mishaps")
    this.#weights = mishaps
      .filter((kind) => kind === "openTab" || dice.chance(PRESENT))
      .map((kind) => [kind, weights[kind]])
  }

  happen(dice: Prng): void {
    const kind = dice.weighted(this.#weights)
    this.#simulation.counts.add(`mishap ${kind}`)
    this.#simulation.trace.add(() => `mishap ${kind}`)
    if (isSpell(kind)) this.#cast(spells[kind], dice)
    else this.#strike(kind, dice)
  }

  /** Faults stop: the network is back and known to be, tabs run, and at least one is visible. */
  end(): void {
    this.#over = true
    const simulation = this.#simulation
    const { browser, world, weather } = simulation
    for (const name of spellNames) spells[name].end(simulation)
    weather.clear()
    browser.disk.profile = { slow: 0, quota: 0, repeated: 0 }
    browser.disk.silent = 0
    for (const tab of world.tabs) {
      tab.frozen = false
      browser.system.setVisible(tab, true)
    }
    this.#leave(simulation.prng.stream("fate").pick(fates))
    if (simulation.clients.some(({ tab }) => !tab.frozen && !browser.disk.isOutdated(tab))) return
    const [outdated] = simulation.clients.filter(({ tab }) => browser.disk.isOutdated(tab))
    if (simulation.clients.length >= TABS_MAX && outdated !== undefined) simulation.kill(outdated)
    simulation.openTab()
  }

  /** A browser always throttles hidden tabs, so this fault never stops. */
  #leave(fate: (typeof fates)[number]): void {
    const { browser, world, counts } = this.#simulation
    const { holder } = browser.lock
    counts.add(`fate ${fate}`)
    if (fate === "leader frozen" && holder !== undefined && world.tabs.length < TABS_MAX) holder.frozen = true
    if (fate === "leader hidden" && holder !== undefined) browser.system.setVisible(holder, false)
    if (fate === "all hidden") for (const tab of world.tabs) browser.system.setVisible(tab, false)
  }

  #cast(spell: Spell, dice: Prng): void {
    spell.begin(this.#simulation, dice)
    this.#later(dice.skewed(...spell.ms), () => spell.end(this.#simulation))
  }

  #strike(kind: Stroke, dice: Prng): void {
    const simulation = this.#simulation
    const { browser, world, clients } = simulation
    const client = clients.length === 0 ? undefined : dice.pick(clients)
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
        this.#later(dice.skewed(...REBOOT_MS), () => simulation.openTab())
        return
      case "freeze":
        if (client !== undefined) this.#freeze(client.tab, dice)
        return
      case "hide":
      case "show":
        if (client !== undefined) browser.system.setVisible(client.tab, kind === "show")
        return
      case "clock":
        world.skew += dice.between(...CLOCK_MS)
        return
      case "sessionsExpire":
        for (const server of simulation.servers.values()) server.expireSessions(world.serverTime)
        return
      case "sessionsForgotten":
        for (const server of simulation.servers.values()) server.forgetSessions()
        return
      case "devicePower":
        this.#switchDevice(dice)
        return
      case "snapshot":
        client?.saveSnapshot()
        return
      case "damage":
        // A tab with an open log does not read known events again.
        simulation.crash(dice)
        this.#later(dice.skewed(...REBOOT_MS), () => simulation.openTab())
        return
      case "newerRelease":
        // Needs several tabs: one must have the tested release.
        if (client !== undefined && clients.length > 1 && !clients.some(({ tab }) => browser.disk.isOutdated(tab))) {
          browser.disk.outdate(client.tab)
          simulation.disturbedAt = world.now
        }
        return
    }
  }

  #freeze(tab: Simulation["world"]["tabs"][number], dice: Prng): void {
    tab.frozen = true
    this.#later(dice.skewed(...FREEZE_MS), () => {
      tab.frozen = false
    })
  }

  #switchDevice(dice: Prng): void {
    const { servers, world } = this.#simulation
    const cloud = servers.get(PUBLIC_SERVER)
    const devices = cloud?.view(world.serverTime).devices ?? []
    if (devices.length === 0) return
    const power = dice.pick(["on", "on", "asleep", "off"] as const)
    cloud?.patchDevice(dice.pick(devices).did, { power }, world.serverTime)
  }

  #later(ms: number, then: () => void): void {
    this.#simulation.world.after(ms, () => {
      if (!this.#over) then()
    })
  }
}
