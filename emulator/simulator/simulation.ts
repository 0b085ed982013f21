import type { Cloud } from "../model/cloud.ts"
import type { Moment } from "./ambush.ts"
import { Audit } from "./audit.ts"
import { Browser } from "./browser.ts"
import { Client, type Sabotage } from "./client.ts"
import { Counts } from "./counts.ts"
import { drawFaults } from "./faults.ts"
import { Network } from "./network.ts"
import { Person } from "./person.ts"
import { Prng } from "./prng.ts"
import { makeServers } from "./servers.ts"
import { Trace } from "./trace.ts"
import { Violation } from "./violation.ts"
import { type Tab, World } from "./world.ts"

export interface Options {
  readonly seed: number
  /** Steps of the scheduler before faults stop. */
  readonly steps: number
  /** Devices of the owner beside those of the scenario. */
  readonly devices: number
  readonly sabotage?: Sabotage | undefined
  /** Keeps the last lines of what happened. */
  readonly traced?: boolean | undefined
}

/** 20 November 2026, ms since 1970: when every simulation starts. */
const START = 1_795_132_800_000
/** Tabs open at once at most. */
const TABS_MAX = 3
/** Mixtures of storage troubles; most runs have a sound disk. */
const SOUND = { slow: 0, quota: 0, repeated: 0 }
const SLOW = { slow: 0.05, quota: 0, repeated: 0.05 }
const FULL = { slow: 0.02, quota: 0.05, repeated: 0.02 }

const momentOf: Readonly<Record<string, Moment>> = {
  ActionQueued: "queued",
  ActionClaimed: "claimed",
  SignedIn: "signedIn",
}

/** One seed: a world with servers, a network, one browser with its tabs, a person, and whoever watches them. */
export class Simulation {
  readonly prng: Prng
  readonly world: World
  readonly servers: ReadonlyMap<string, Cloud>
  readonly network: Network
  readonly browser: Browser
  readonly audit: Audit
  readonly counts = new Counts()
  readonly person: Person
  readonly trace: Trace
  clients: Client[] = []
  /** Told of what a tab is in the middle of. */
  onMoment: (moment: Moment, tab: Tab) => void = () => {}
  /** The first thing that went wrong. */
  violation: Violation | undefined
  /** Whether events may be missing that were not acknowledged: a tab died, or storage failed. */
  disturbed = false
  readonly #sabotage: Sabotage

  constructor({ seed, devices, sabotage = {}, traced = false }: Options) {
    this.prng = new Prng(seed, "run")
    this.#sabotage = sabotage
    this.world = new World(START, this.prng.stream("scheduler"))
    const servers = makeServers(seed, devices, START)
    this.servers = servers
    this.network = new Network(this.world, this.prng.stream("network"), servers)
    this.network.profile = drawFaults(this.prng.stream("faults"))
    const disk = this.prng.stream("storage").pick([SOUND, SOUND, SLOW, SLOW, FULL])
    this.browser = new Browser(this.world, this.prng, this.network, disk)
    this.audit = new Audit(this.world, this.browser.disk, this.browser.storage)
    this.person = new Person(this.prng.stream("person"), this.counts, this.audit)
    this.trace = new Trace(this.world, traced)
    this.#watch()
  }

  /** Clients whose page shows something and runs. */
  get ready(): readonly Client[] {
    return this.clients.filter((client) => client.ready)
  }

  openTab(): void {
    if (this.clients.length >= TABS_MAX) return
    const client = new Client(this.world, this.browser, this.prng, this.#sabotage, this.fail)
    this.trace.add(() => `${client.tab.name} opens`)
    this.clients.push(client)
  }

  kill(client: Client): void {
    this.trace.add(() => `${client.tab.name} dies`)
    this.disturbed = true
    this.browser.kill(client.tab)
    this.clients = this.clients.filter((other) => other !== client)
  }

  /** The machine goes down and comes up again; nobody has opened the page yet. */
  crash(): void {
    this.trace.add(() => "the machine crashes")
    this.disturbed = true
    this.clients = []
    this.browser.crash()
    this.#guarded(() => this.audit.crashed())
    this.trace.add(() => `the log ends at ${this.browser.disk.log.events.length}`)
  }

  readonly fail = (violation: Violation): void => {
    this.violation ??= violation
  }

  #watch(): void {
    const { audit, trace } = this
    this.browser.disk.watcher = {
      committed: (tab, events, durability) => {
        for (const event of events)
          trace.add(
            () => `${tab.name} writes ${event.seq} ${event.type} ${JSON.stringify(event.payload)} (${durability})`,
          )
        this.#guarded(() => audit.committed(tab, events))
        for (const event of events) {
          const moment = momentOf[event.type]
          if (moment !== undefined) this.onMoment(moment, tab)
        }
      },
      erased: () => this.fail(new Violation(0, "the log was erased")),
    }
    this.browser.storage.onChange = audit.preferenceChanged
    this.network.watcher = {
      sent: (request) => {
        trace.add(
          () =>
            `${request.tab.name} sends #${request.n} ${request.call} ${JSON.stringify(request.body)} ${request.fault ?? ""}`,
        )
        this.#guarded(() => audit.sent(request))
        this.onMoment("sent", request.tab)
      },
      arrived: (request, answer) => {
        trace.add(() => `#${request.n} ${request.call} arrives: ${answer.status}`)
        this.#guarded(() => audit.arrived(request, answer))
      },
      settled: (request, outcome) => {
        trace.add(() => `${request.tab.name} hears of #${request.n} ${request.call}: ${JSON.stringify(outcome)}`)
        this.#guarded(() => audit.settled(request, outcome))
        this.onMoment("answered", request.tab)
      },
    }
  }

  /** What a check throws must not reach the code that is being checked: it would handle it. */
  #guarded(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.fail(error instanceof Violation ? error : new Violation(0, `the simulator failed: ${String(error)}`))
    }
  }
}
