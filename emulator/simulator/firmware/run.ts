import { foldStored } from "../../../src/domain/log/fold.ts"
import type { Command } from "../../../src/domain/product/decide.ts"
import { model } from "../../../src/domain/product/decider.ts"
import { registry } from "../../../src/domain/product/events.ts"
import { initialState } from "../../../src/domain/product/state.ts"
import { canonicalJson } from "../../../src/domain/values/canonicalJson.ts"
import { Variety } from "../checks/variety.ts"
import { guarded } from "../guard.ts"
import { Prng } from "../prng.ts"
import { Counts } from "../sweep/counts.ts"
import { Violation } from "../violation.ts"
import { SimulatedWorld } from "../world.ts"
import { FirmwareDesk, SimulatedComputer } from "./desk.ts"
import { SimulatedDevice } from "./device.ts"
import { NEW_BUILD, OLD_BUILD } from "./image.ts"
import { SimulatedNativeSide } from "./native.ts"
import { Provider, type ProviderFault } from "./provider.ts"
import { FirmwareRules } from "./rules.ts"

/** One seed of updates: a guest with some devices, and all faults that can occur on the way to their new build. */

const START = 1_795_132_800_000
const DEVICES = ["n1", "n2", "n3", "n4", "n5"] as const
/** Longest pauses between two operations of the person, and between two mishaps, ms. */
const THINK_MS = 120_000
const MISHAP_MS = 240_000
/** Length of the time with mishaps, virtual ms. */
const TROUBLE_MS = 25 * 60_000
/** Time within which running work ends after the mishaps, virtual ms. */
const SETTLED_WITHIN_MS = 3 * 3_600_000
const TABS_MAX = 2
const STEPS_AT_ONCE = 10_000
/** Points of a power cut: before, at and after the edges of the stages, percent. */
const EDGES = [0, 1, 33, 60, 99, 100] as const
const UPDATE_EDGES = [0, 1, 39, 40, 41, 79, 80, 81, 99, 100] as const
const FAULTS: readonly ProviderFault[] = ["connect", "truncated", "wrongHash", "quota", "damaged"]

export interface FirmwareOutcome {
  readonly violation: Violation | undefined
  readonly counts: Counts
  readonly log: string
}

class Seed {
  readonly prng: Prng
  readonly world: SimulatedWorld
  readonly devices: ReadonlyMap<string, SimulatedDevice>
  readonly native: SimulatedNativeSide
  readonly provider: Provider
  readonly machine: SimulatedComputer
  readonly rules: FirmwareRules
  readonly counts = new Counts()
  desks: FirmwareDesk[] = []
  violation: Violation | undefined
  isOver = false

  constructor(seed: number) {
    this.prng = new Prng(seed, "firmware")
    this.world = new SimulatedWorld(START, this.prng.stream("scheduler"))
    this.devices = new Map(DEVICES.map((id) => [id, new SimulatedDevice(id, START)]))
    this.provider = new Provider(this.world)
    const dice = this.prng.stream("native")
    for (const device of this.devices.values()) device.locked = dice.chance(0.15)
    this.native = new SimulatedNativeSide(this.world, dice, this.devices, {
      verified: (tab) => this.provider.isVerifiedBy(tab),
      fail: this.fail,
      lost: dice.pick([0, 0.05, 0.3]),
      doubled: dice.pick([0, 0.1]),
      attended: dice.pick([0, 0.5, 1]),
    })
    this.rules = new FirmwareRules(this.native, () => this.world.now)
    this.machine = new SimulatedComputer(this.world, this.prng, this.native, this.provider)
    const watched = new Set<number>()
    this.machine.disk.watcher = {
      committed: (_tab, events) => {
        for (const event of events) {
          if (watched.has(event.seq)) continue
          watched.add(event.seq)
          this.#watch(event)
        }
        this.#guard(() => this.rules.checkCampaign())
      },
      erased: () => {},
    }
  }

  readonly fail = (violation: Violation): void => {
    this.violation ??= violation
  }

  #watch(event: Parameters<typeof registry.read>[0]): void {
    const read = registry.read(event)
    if (!read.ok) this.fail(new Violation(3, `event ${event.seq} cannot be read`))
    else {
      this.counts.add(read.value.type)
      this.#guard(() => this.rules.check(read.value))
    }
  }

  #guard(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.fail(error instanceof Violation ? error : new Violation(0, String(error)))
    }
  }

  openDesk(): void {
    this.desks.push(new FirmwareDesk(this.machine, this.prng, this.fail))
  }

  close(desk: FirmwareDesk): void {
    this.machine.kill(desk.tab)
    this.desks = this.desks.filter((one) => one !== desk)
  }

  step(): boolean {
    this.#guard(() => {
      if (this.world.stepsAtOnce > STEPS_AT_ONCE) throw new Violation(22, "steps are taken and no time passes")
      if (!this.world.step()) throw new Violation(0, "something waits outside of the simulated clock")
    })
    return this.violation === undefined
  }

  until(done: () => boolean, withinMs: number): boolean {
    const deadline = this.world.now + withinMs
    while (this.world.now < deadline) {
      if (done()) return true
      if (!this.step()) return true
    }
    return done()
  }
}

/** A random operation of the person at a page. */
const act = (seed: Seed, dice: Prng): void => {
  const [desk] = seed.desks
  if (desk === undefined) return
  const page = dice.pick(seed.desks)
  const device = dice.pick(DEVICES)
  const rules = { limit: dice.between(1, 3), atOnce: dice.between(1, 3) }
  const command = dice.weighted([
    ["start", 5],
    ["campaign", 4],
    ["rule", 1],
    ["pause", 1],
    ["resume", 3],
    ["stop", 1],
    ["dismiss", 2],
    ["skip", 1],
    ["keep", 2],
    ["remove", 1],
    ["stopDownload", 1],
  ])
  const commands: Readonly<Record<typeof command, Command>> = {
    start: { type: "StartFirmwareUpdate", device },
    campaign: { type: "StartCampaign", devices: [...DEVICES], ...rules },
    rule: { type: "RuleCampaign", ...rules },
    pause: { type: "PauseCampaign" },
    resume: { type: "ResumeCampaign" },
    stop: { type: "StopCampaign" },
    dismiss: { type: "DismissCampaign" },
    skip: { type: "SkipInCampaign", device },
    keep: { type: "KeepFirmware" },
    remove: { type: "RemoveFirmware" },
    stopDownload: { type: "StopFirmwareDownload" },
  }
  if (command === "start") seed.rules.asked.set(device, seed.world.now)
  page.ask(commands[command])
}

/** A random fault. */
const mishap = (seed: Seed, dice: Prng): void => {
  const { native, provider, machine, world } = seed
  const device = dice.pick([...seed.devices.values()])
  const ms = dice.pick([2_000, 20_000, 200_000])
  const kind = dice.weighted([
    ["cut", 6],
    ["accident", 8],
    ["away", 3],
    ["restart", 2],
    ["kill", 3],
    ["crash", 1],
    ["tab", 3],
    ["hide", 2],
    ["provider", 4],
    ["old", 3],
  ])
  seed.counts.add(`mishap ${kind}`)
  if (kind === "cut") device.losePower(world.serverTime, ms)
  else if (kind === "accident") {
    const stage = dice.pick(["upload", "update"] as const)
    const percent = stage === "upload" ? dice.pick(EDGES) : dice.pick(UPDATE_EDGES)
    const corrupt = { kind: "corrupt" } as const
    device.accident = { stage, percent, what: dice.chance(0.8) ? { kind: "cut", ms } : corrupt }
  } else if (kind === "away" || kind === "restart") {
    native.goAway(kind === "restart")
    world.after(dice.pick([1_000, 30_000, 150_000]), () => native.comeBack())
  } else if (kind === "kill" && seed.desks.length > 0) seed.close(dice.pick(seed.desks))
  else if (kind === "crash") {
    machine.crash()
    seed.desks = []
  } else if (kind === "tab" && seed.desks.length < TABS_MAX) seed.openDesk()
  else if (kind === "hide") for (const { tab } of seed.desks) machine.system.setVisible(tab, dice.chance(0.5))
  else if (kind === "provider") {
    provider.fault = dice.pick(FAULTS)
    world.after(dice.pick([5_000, 60_000]), () => {
      provider.fault = undefined
    })
  } else if (kind === "old" && !native.jobs.isUnderWay(device.id)) device.record.build = OLD_BUILD
  if (seed.desks.length === 0) world.after(1_000, () => seed.desks.length === 0 && !seed.isOver && seed.openDesk())
}

const again = (seed: Seed, dice: Prng, ms: number, work: () => void): void => {
  seed.world.after(dice.skewed(0, ms), () => {
    if (seed.isOver) return
    work()
    again(seed, dice, ms, work)
  })
}

/** Without faults, all running work ends, and every device works. */
const settle = (seed: Seed): void => {
  const { native, provider, rules, devices, world, machine } = seed
  seed.isOver = true
  provider.fault = undefined
  Object.assign(native.options, { lost: 0, doubled: 0, attended: 1 })
  native.comeBack()
  for (const device of devices.values()) {
    device.accident = undefined
    if (!device.answers(world.serverTime) && device.record.powerBackAt === null && device.record.power !== "on")
      device.losePower(world.serverTime, 1)
  }
  if (seed.desks.length === 0) seed.openDesk()
  for (const { tab } of seed.desks) machine.system.setVisible(tab, true)
  const isSettled = () => rules.open.length === 0 && rules.isSettled
  if (!seed.until(isSettled, SETTLED_WITHIN_MS))
    throw new Violation(7, `updates never end: ${rules.open.join(" ")}, campaign ${rules.isSettled ? "over" : "open"}`)
  if (seed.violation !== undefined) return
  if (!seed.until(() => [...devices.values()].every((one) => one.answers(world.serverTime)), SETTLED_WITHIN_MS))
    throw new Violation(12, "a device does not start any more")
  for (const { id, record } of devices.values())
    if (record.build !== OLD_BUILD && record.build !== NEW_BUILD) throw new Violation(12, `${id} runs ${record.build}`)
}

const checkFold = ({ desks, machine }: Seed): void => {
  const { events } = machine.disk.log
  for (const { engine, tab } of desks) {
    if (engine === undefined) continue
    const { state } = foldStored(model, registry, initialState, 0, events.slice(0, engine.cursor()))
    if (canonicalJson(state) !== canonicalJson(engine.state()))
      throw new Violation(3, `${tab.name} shows another state than the log`)
  }
}

export const runFirmwareSeed = (number: number): FirmwareOutcome =>
  guarded(() => {
    const seed = new Seed(number)
    try {
      seed.openDesk()
      const [person, trouble] = [seed.prng.stream("person"), seed.prng.stream("mishaps")]
      again(seed, person, THINK_MS, () => act(seed, person))
      again(seed, trouble, MISHAP_MS, () => mishap(seed, trouble))
      seed.until(() => false, TROUBLE_MS)
      if (seed.violation === undefined) settle(seed)
      if (seed.violation === undefined) checkFold(seed)
    } catch (error) {
      seed.fail(
        error instanceof Violation ? error : new Violation(0, error instanceof Error ? (error.stack ?? "") : ""),
      )
    }
    const { events } = seed.machine.disk.log
    const variety = new Variety()
    for (const { type, payload } of events) variety.note(payload, `event ${type}`)
    for (const { engine } of seed.desks) variety.note(engine?.state(), "state")
    variety.addTo(seed.counts)
    return {
      violation: seed.violation,
      counts: seed.counts,
      log: events.map((event) => JSON.stringify(event)).join("\n"),
    }
  })
