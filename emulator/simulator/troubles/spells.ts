import { PRIVATE_SERVER, PUBLIC_SERVER } from "../network/servers.ts"
import type { Prng } from "../prng.ts"
import type { Simulation } from "../simulation.ts"

/** Troubles with a beginning and an end. */

export interface Spell {
  /** Shortest and longest length, ms; most are near the shortest. */
  readonly ms: readonly [number, number]
  readonly begin: (simulation: Simulation, dice: Prng) => void
  readonly end: (simulation: Simulation) => void
}

const OFFLINE_MS = [500, 240_000] as const
const FREEZE_MS = [100, 150_000] as const
const DISK_FULL_MS = [100, 60_000] as const
const FAILING_MS = [100, 120_000] as const
const PORTAL_MS = [5_000, 300_000] as const
const DOWN_MS = [10, 30_000] as const
/** Share of the restarting servers that kept their sessions in memory. */
const FORGETS = 0.3

const back = ({ network, browser }: Simulation): void => {
  network.offline = false
  browser.system.setOnline(true)
}

export const spells = {
  /** No network, and the system reports it. */
  offline: {
    ms: OFFLINE_MS,
    begin: ({ network, browser }) => {
      network.offline = true
      browser.system.setOnline(false)
    },
    end: back,
  },
  /** No network, and the system does not know. */
  silentOffline: {
    ms: OFFLINE_MS,
    begin: ({ network }) => {
      network.offline = true
    },
    end: back,
  },
  /** The lid is closed: until it is opened, no tab runs and no message passes. */
  sleep: {
    ms: FREEZE_MS,
    begin: ({ network, world }) => {
      network.offline = true
      world.sleep()
      for (const tab of world.tabs) tab.frozen = true
    },
    end: ({ network, world }) => {
      network.offline = false
      world.wake()
      for (const tab of world.tabs) tab.frozen = false
    },
  },
  /** Every request gets a wrong answer: from a captive portal, or from a server whose backend is dead. */
  portal: {
    ms: PORTAL_MS,
    begin: ({ network }, dice) => {
      network.blanket = dice.pick(["http-html", "http-500"] as const)
    },
    end: ({ network }) => {
      network.blanket = undefined
    },
  },
  /** Connections break. Saved data stays, sessions perhaps. */
  serverRestart: {
    ms: DOWN_MS,
    begin: (simulation, dice) => {
      const server = dice.pick([PUBLIC_SERVER, PRIVATE_SERVER])
      simulation.network.takeDown(server)
      simulation.restart(server)
      if (dice.chance(FORGETS)) simulation.servers.get(server)?.forgetSessions()
    },
    end: ({ network }) => network.down.clear(),
  },
  /** Nothing can be written to the log. */
  diskFull: {
    ms: DISK_FULL_MS,
    begin: ({ browser: { disk } }) => {
      disk.trouble = "quota"
    },
    end: ({ browser: { disk } }) => {
      disk.trouble = undefined
    },
  },
  /** The database fails: it writes nothing, and no new page gets its log. */
  diskFails: {
    ms: DISK_FULL_MS,
    begin: ({ browser: { disk } }) => {
      disk.trouble = "failed"
    },
    end: ({ browser: { disk } }) => {
      disk.trouble = undefined
    },
  },
  vaultFails: {
    ms: FAILING_MS,
    begin: ({ browser: { safe } }) => {
      safe.failing = true
    },
    end: ({ browser: { safe } }) => {
      safe.failing = false
    },
  },
  preferencesFail: {
    ms: FAILING_MS,
    begin: ({ browser: { storage } }) => {
      storage.failing = true
    },
    end: ({ browser: { storage } }) => {
      storage.failing = false
    },
  },
} as const satisfies Readonly<Record<string, Spell>>

export type SpellName = keyof typeof spells

export const spellNames = Object.keys(spells).filter((name): name is SpellName => Object.hasOwn(spells, name))
