import { createHash, randomUUID } from "node:crypto"
import { nextFraction } from "../model/random.ts"
import type { Scenario } from "../model/scenario/names.ts"
import type { WorldSnapshot } from "../model/snapshot.ts"
import { createWorld, type WorldModel } from "../model/world.ts"
import { createClock, type EmulatorClock } from "./clock.ts"
import { createFaults, type FaultTable } from "./faults.ts"
import { createFrames, type Frames } from "./frames.ts"
import { createJournal, type Journal } from "./journal.ts"

export const md5 = (data: string | Uint8Array): string => createHash("md5").update(data).digest("hex")

export interface WorldStart {
  readonly scenario: Scenario
  readonly seed: number
  readonly devices?: number
}

/** One running emulation, without its sockets: the current cloud, its clock, its faults and its journal. */
export interface Emulation {
  readonly clock: EmulatorClock
  readonly faults: FaultTable
  readonly journal: Journal
  readonly frames: Frames
  /** Seeded, from 0 up to 1. Decides about faults with a probability. */
  readonly chance: () => number
  world(): WorldModel
  /** Differs for each world: after a reset, and after a restart of the emulator. */
  worldId(): string
  /** Starts over: a fresh cloud, no faults, an empty journal, the real time. */
  reset(start: WorldStart): void
  /** Takes the cloud down for this many ms; 0 brings it back. */
  takeDown(ms: number): void
  isDown(): boolean
  /** Calls back after every possible change of the cloud. Answers wait for the returned promise. */
  onChange(listener: () => Promise<void>): void
  changed(): void
  /** The owner of the bridge registers the function that cuts its sockets. */
  onBridgeClose(cut: () => void): void
  closeBridge(): void
  /** Resolves when all listeners have handled every change so far. */
  settled(): Promise<unknown>
}

export type Beginning = WorldStart | { readonly snapshot: WorldSnapshot; readonly offsetMs: number }

export const createEmulation = (beginning: Beginning): Emulation => {
  const clock = createClock(Date.now, "snapshot" in beginning ? beginning.offsetMs : 0)
  const faults = createFaults(clock.now)
  const journal = createJournal()
  const frames = createFrames(Date.now)
  const listeners: (() => Promise<void>)[] = []
  const bridges: (() => void)[] = []
  let settled: Promise<unknown> = Promise.resolve()
  const fresh = (start: WorldStart) => createWorld({ ...start, now: clock.now(), md5 })
  let world = "snapshot" in beginning ? createWorld({ snapshot: beginning.snapshot, md5 }) : fresh(beginning)
  let worldId: string = randomUUID()
  const dice = { random: "snapshot" in beginning ? beginning.snapshot.seed : beginning.seed }
  let downUntil = 0
  const changed = () => {
    settled = Promise.all(listeners.map((listener) => listener()))
  }
  return {
    clock,
    faults,
    journal,
    frames,
    chance: () => nextFraction(dice),
    world: () => world,
    worldId: () => worldId,
    reset: (start) => {
      faults.remove()
      downUntil = 0
      journal.clear()
      frames.clear()
      clock.reset()
      dice.random = start.seed
      world = fresh(start)
      worldId = randomUUID()
      changed()
    },
    takeDown: (ms) => {
      downUntil = clock.now() + ms
    },
    isDown: () => clock.now() < downUntil,
    onChange: (listener) => void listeners.push(listener),
    changed,
    onBridgeClose: (cut) => void bridges.push(cut),
    closeBridge: () => {
      for (const cut of bridges) cut()
    },
    settled: () => settled,
  }
}
