import type { ServerUrl } from "../../src/domain/values/serverUrl.ts"
import { type WorldModel as Cloud, createWorld } from "../model/world.ts"
import { Audit, isOurs } from "./audits/audit.ts"
import { isNat } from "./audits/sendAudit.ts"
import { SessionAudit } from "./audits/sessionAudit.ts"
import { TabAudit } from "./audits/tabAudit.ts"
import { Browser } from "./browser/browser.ts"
import { type Hears, SimulatedClient } from "./browser/client.ts"
import { md5 } from "./browser/platform.ts"
import { rememberUser } from "./browser/remembered.ts"
import { Screens } from "./checks/screens.ts"
import { drawNeighbourhood, type Neighbourhood } from "./lan/neighbourhood.ts"
import { NetworkAudit } from "./lan/networkAudit.ts"
import { aimOf } from "./network/faults.ts"
import { Network } from "./network/network.ts"
import { Rates } from "./network/rates.ts"
import { makeServers } from "./network/servers.ts"
import { Weather } from "./network/weather.ts"
import { checkAccountView, checkDone, checkReset } from "./people/accountView.ts"
import { isEntranceCall } from "./people/flowSteps.ts"
import { drawPeople, type People } from "./people/people.ts"
import { SimulatedPerson } from "./people/person.ts"
import { Prng } from "./prng.ts"
import { Storyteller } from "./storyteller.ts"
import { Counts } from "./sweep/counts.ts"
import { Trace } from "./trace.ts"
import { Decisions } from "./troubles/decisions.ts"
import type { CrashMoment } from "./troubles/moments.ts"
import { invariants, Violation } from "./violation.ts"
import { SimulatedWorld, type Tab } from "./world.ts"

export interface SimulationOptions {
  readonly seed: number
  /** Steps of the scheduler before faults stop. */
  readonly steps: number
  /** Devices of the owner beside those of the scenario. */
  readonly devices: number
  /** Keeps the last lines of the story. */
  readonly traced?: boolean | undefined
  /** Names of the only decisions to execute. Undefined for all. */
  readonly kept?: ReadonlySet<string> | undefined
}

/** 20 November 2026, ms since 1970: the start of every simulation. */
const START = 1_795_132_800_000
/** Share of the worlds whose servers end a token when they give out a new one. */
const ROTATING = 0.15
/** Share of the browsers with a saved user at the start. */
const REMEMBERED = 0.5
/** Tabs open at once at most. */
export const TABS_MAX = 3
/** Mixtures of storage troubles; most runs have a sound disk. */
const SOUND = { slow: 0, quota: 0, repeated: 0 }
const SLOW = { slow: 0.05, quota: 0, repeated: 0.05 }
const FULL = { slow: 0.02, quota: 0.05, repeated: 0.02 }

/** Time until a page that could not open its log is reopened, ms. */
const OPENS_AGAIN_MS = 10_000
/** Shares of commits without a notification to other tabs. A leader polls. */
const SILENCE = [0, 0, 0.9] as const

const momentOf: Readonly<Record<string, CrashMoment>> = {
  ActionQueued: "queued",
  ActionClaimed: "claimed",
  SignedIn: "signedIn",
}

/** One seed: a world with servers, a network, one browser with its tabs, a person, and the audits. */
export class Simulation {
  readonly seed: number
  readonly prng: Prng
  readonly decisions: Decisions
  readonly world: SimulatedWorld
  readonly servers: ReadonlyMap<string, Cloud>
  readonly network: Network
  readonly weather: Weather
  readonly browser: Browser
  readonly audit: Audit
  readonly tabs: TabAudit
  readonly counts = new Counts()
  readonly screens = new Screens()
  readonly rates: Rates
  readonly people: People
  readonly person: SimulatedPerson
  /** The network around the machine, in some runs. */
  readonly around: Neighbourhood | undefined
  readonly trace: Trace
  readonly story = new Storyteller()
  clients: SimulatedClient[] = []
  /** Called when a tab reaches one of the moments. */
  onMoment: (moment: CrashMoment, tab: Tab) => void = () => {}
  /** The first violation. */
  violation: Violation | undefined
  /** True when unacknowledged events may be missing: a tab died, or storage failed. */
  get disturbed(): boolean {
    return this.disturbedAt !== undefined
  }
  /** Time of the last such disturbance, ms of the world. */
  disturbedAt: number | undefined
  readonly #restarted: (server: ServerUrl, cloud: Cloud) => void
  /** True when a new token ends the token that asked for it. */
  readonly #rotating: boolean

  constructor({ seed, devices, traced = false, kept }: SimulationOptions) {
    this.seed = seed
    this.prng = new Prng(seed, "run")
    this.decisions = new Decisions(seed, kept)
    this.world = new SimulatedWorld(START, this.prng.stream("scheduler"))
    const servers = makeServers(seed, devices, START)
    this.servers = servers
    this.#restarted = (server, cloud) => servers.set(server, cloud)
    this.#rotating = this.prng.stream("rotation").chance(ROTATING)
    for (const cloud of servers.values()) cloud.rotateTokens(this.#rotating)
    this.network = new Network(this.world, this.decisions, servers)
    this.weather = new Weather(this.network, this.prng.stream("faults"))
    this.network.aim = aimOf(seed)
    const disk = this.prng.stream("storage").pick([SOUND, SOUND, SLOW, SLOW, FULL])
    this.browser = new Browser(this.world, this.prng, this.network, disk)
    this.browser.disk.silent = this.prng.stream("silence").pick(SILENCE)
    const sessions = new SessionAudit(this.world, this.browser.storage, this.#sessionOf)
    this.audit = new Audit(this.world, this.browser.disk, sessions)
    this.tabs = new TabAudit(this.world, this.browser.disk, this.browser.lock, this.fail)
    this.people = drawPeople(this.prng.stream("people"), servers, this.network.aim.call)
    this.#remember(sessions)
    const course = { hasActed: () => this.hasActed, hasMet: () => this.network.hasMetAim }
    this.person = new SimulatedPerson(
      this.prng.stream("person"),
      this.counts,
      this.people,
      this.network.aim.call,
      course,
    )
    this.rates = new Rates(this.world)
    this.around = drawNeighbourhood(this.world, this.prng.stream("surroundings"))
    this.browser.around = this.around
    this.trace = new Trace(this.world, traced)
    this.#watch()
  }

  #remember(sessions: SessionAudit): void {
    const dice = this.prng.stream("remembered")
    const isAtDoor = this.network.aim !== undefined && isEntranceCall(this.network.aim.call)
    if (!dice.chance(REMEMBERED) || isAtDoor) return
    const given = rememberUser(this.servers, this.browser.storage, this.people, dice, START)
    if (given !== undefined) sessions.given(given)
  }

  /** True when an action was queued in the outbox. */
  get hasActed(): boolean {
    return this.audit.actions.size > 0
  }

  /** Clients whose page runs and shows something. */
  get ready(): readonly SimulatedClient[] {
    return this.clients.filter((client) => client.ready)
  }

  /** Those ready clients that can act. */
  get able(): readonly SimulatedClient[] {
    return this.clients.filter((client) => client.able)
  }

  openTab(): void {
    if (this.clients.length >= TABS_MAX) return
    const client = new SimulatedClient(this.world, this.browser, this.prng, this.#hears)
    this.trace.add(() => `${client.tab.name} opens`)
    this.rates.caused()
    this.clients.push(client)
  }

  kill(client: SimulatedClient): void {
    this.trace.add(() => `${client.tab.name} dies`)
    this.disturbedAt = this.world.now
    this.rates.ended(1)
    this.browser.kill(client.tab)
    this.clients = this.clients.filter((other) => other !== client)
  }

  /** The machine restarts, with a damaged log if `damage` is given. Does not open the page yet. */
  crash(damage?: Prng): void {
    this.trace.add(() => "the machine crashes")
    this.disturbedAt = this.world.now
    this.rates.ended(this.clients.length)
    this.clients = []
    this.browser.crash()
    if (damage !== undefined) this.browser.disk.strike(damage)
    this.#guarded(() => this.audit.crashed())
    this.trace.add(() => `the log ends at ${this.browser.disk.log.events.length}`)
  }

  /** The server restarts with its saved data. */
  restart(server: ServerUrl): void {
    const cloud = this.servers.get(server)
    if (cloud === undefined) throw new RangeError(`no server at ${server}`)
    const again = createWorld({ md5, snapshot: cloud.snapshot() })
    again.rotateTokens(this.#rotating)
    this.#restarted(server, again)
  }

  readonly fail = (violation: Violation): void => {
    if (this.violation !== undefined) return
    this.violation = violation
    this.trace.add(
      () => `and so it is not true that ${invariants[violation.invariant]}: ${this.story.named(violation.message)}`,
    )
  }

  /** A page without its log reports that and does nothing. The person reopens it later. */
  #unopened(tab: Tab): void {
    const client = this.clients.find((other) => other.tab === tab)
    if (client === undefined) return
    this.counts.add("logs that did not open")
    this.kill(client)
    this.world.after(OPENS_AGAIN_MS, () => this.openTab())
  }

  readonly #hears: Hears = {
    opened: (tab, engine) => this.tabs.opened(tab, engine),
    kept: (events, asAccount) =>
      this.#guarded(() => {
        this.audit.acknowledged(events)
        checkAccountView(events, asAccount)
      }),
    asked: (tab, request) => {
      this.rates.caused()
      this.tabs.asked(tab, request)
      this.#guarded(() => this.audit.asked(tab, request))
    },
    done: (request, askedAt, shown) =>
      this.#guarded(() => {
        checkDone(request, shown)
        checkReset(request, askedAt, this.browser.storage)
      }),
    refused: (tab, request, reason, askedAt) => this.#guarded(() => this.tabs.refused(tab, request, reason, askedAt)),
    // A log may fail to open while the page is still being opened.
    unopened: (tab) => void this.world.after(0, () => this.#unopened(tab)),
    failed: (violation) => this.fail(violation),
  }

  readonly #sessionOf = (tab: Tab): string | undefined =>
    this.clients.find((client) => client.tab === tab)?.engine?.state().session.current?.id

  #watch(): void {
    const { audit, trace, rates, story, around } = this
    const nearby = around === undefined ? undefined : new NetworkAudit(around)
    this.browser.disk.watcher = {
      committed: (tab, events, durability) => {
        for (const event of events) trace.add(() => story.committed(tab, event, durability))
        this.#guarded(() => audit.committed(tab, events, durability))
        this.#guarded(() => this.tabs.committed(tab, events))
        for (const event of events) {
          if (event.type === "ActionQueued") this.weather.turn()
          const moment = momentOf[event.type]
          if (moment !== undefined) this.onMoment(moment, tab)
          if (!isOurs(event)) continue
          this.#guarded(() => rates.committed(event))
          this.#guarded(() => this.screens.committed(this, event.type, tab.name))
          const searched = audit.state.lan.scan?.total ?? 0
          this.#guarded(() => nearby?.committed(tab, event, searched))
        }
      },
      erased: (tab, kept) => {
        trace.add(() => `${tab.name} begins a new log with ${kept.length} events`)
        this.counts.add("new logs")
        this.#guarded(() => audit.erased(kept))
      },
    }
    this.browser.storage.onChange = audit.preferenceChanged
    this.network.watcher = {
      sent: (request) => {
        trace.add(() => story.sent(request))
        this.#guarded(() => audit.sent(request))
        this.#guarded(() => rates.sent(request))
        this.#guarded(() => this.tabs.sent(request))
        if (isNat(request)) this.#guarded(() => nearby?.relayed(request))
        this.onMoment("sent", request.tab)
      },
      arrived: (request, answer) => {
        trace.add(() => story.arrived(request, answer))
        this.#guarded(() => audit.arrived(request, answer))
      },
      settled: (request, outcome, unread) => {
        trace.add(() => story.settled(request, outcome))
        this.#guarded(() => audit.settled(request, outcome, unread))
        if (isNat(request)) nearby?.answered(request, outcome)
        this.onMoment("answered", request.tab)
      },
    }
  }

  /** An error of a check must not reach the checked code, which would handle it. */
  #guarded(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.fail(error instanceof Violation ? error : new Violation(0, `the simulator failed: ${String(error)}`))
    }
  }
}
