import { Cause, Context, Effect, Exit, Layer, Result } from "effect"
import { answerTo } from "../../../src/domain/client/answering.ts"
import { backgroundLoops } from "../../../src/domain/client/backgroundLoops.ts"
import { runClient, serviceLayer } from "../../../src/domain/client/client.ts"
import { Engine } from "../../../src/domain/client/log/engine.ts"
import type { Answer, ClientRefused, ClientRequest } from "../../../src/domain/client/requests.ts"
import { StoreError } from "../../../src/domain/ports/eventStore.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { PUBLIC_SERVER } from "../network/servers.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import type { Browser } from "./browser.ts"
import { runtimeOf } from "./runtime.ts"

/** The production client in one tab: engine, outbox runner, refresher, sessions, on simulated ports. */
const assemble = (browser: Browser, tab: Tab, kept: Kept) => {
  const watched = Layer.effect(
    Engine,
    Effect.map(Engine, (engine) => noticing(engine, kept)),
  ).pipe(Layer.provide(Engine.layer))
  return {
    ports: browser.portsOf(tab),
    services: serviceLayer.pipe(Layer.provideMerge(watched)),
  }
}

type Assembled = ReturnType<typeof assemble>
type Ports = Assembled["ports"] extends Context.Context<infer R> ? R : never
export type Services = Ports | Engine | Layer.Success<typeof serviceLayer>

/** Called with events that are in the log, and the account shown when their command was given. */
type Kept = (events: readonly RecordedEvent[], asAccount: string | null) => void

/** Observes the events and actions of tabs. Times are ms of the world. */
export interface Hears {
  /** The log is open in this tab. */
  readonly opened: (tab: Tab, engine: Engine["Service"]) => void
  /** The log could not be opened in this tab. */
  readonly unopened: (tab: Tab) => void
  readonly kept: Kept
  /** A person makes this request in a tab now. */
  readonly asked: (tab: Tab, request: ClientRequest) => void
  /** A request of a person succeeded: its time, and the account shown then. */
  readonly done: (request: ClientRequest, askedAt: number, shown: string | undefined) => void
  /** A request of a person failed: its reason and time. */
  readonly refused: (tab: Tab, request: ClientRequest, reason: ClientRefused, askedAt: number) => void
  readonly failed: (violation: Violation) => void
}

/** Only the caller of dispatch learns of a decide or evolve that throws. Here it fails the run. */
const noticing = (engine: Engine["Service"], kept: Kept): Engine["Service"] => ({
  ...engine,
  dispatch: (command, asked) =>
    Effect.suspend(() => {
      const shown = engine.state().session.current?.account ?? null
      const asAccount = asked?.asAccount === undefined ? shown : asked.asAccount
      return engine.dispatch(command, asked).pipe(
        Effect.tap((events) => Effect.sync(() => kept(events, asAccount))),
        Effect.tapError((error) =>
          error.reason === "defect" ? Effect.die(new Violation(0, `deciding ${command.type} threw`)) : Effect.void,
        ),
      )
    }),
})

/** The facts that a page reports at its start. */
const startOf = (dice: Prng) =>
  ({
    type: "StartApp",
    version: dice.pick(["1.0.0", "1.0.1"]),
    baseUrl: PUBLIC_SERVER,
    testMirror: dice.chance(0.2),
    isApp: dice.chance(0.2),
    os: dice.pick(["linux", "win", "mac", "other"] as const),
  }) as const

/** One tab of the browser, driven from outside like a page by a person. */
export class SimulatedClient {
  readonly tab: Tab
  /** Undefined until the log is open: the page shows nothing before. */
  engine: Engine["Service"] | undefined
  readonly #runtime: ReturnType<typeof runtimeOf>
  #services: Context.Context<Services> | undefined
  readonly #hears: Hears
  readonly #world: SimulatedWorld

  constructor(world: SimulatedWorld, browser: Browser, prng: Prng, hears: Hears) {
    this.tab = browser.openTab()
    this.#hears = hears
    this.#world = world
    const { failed: fail } = hears
    const complains = (message: string) => fail(new Violation(0, `${this.tab.name} logged an error: ${message}`))
    this.#runtime = runtimeOf(world, this.tab, prng.stream(`dice of ${this.tab.name}`), complains)
    const { ports, services } = assemble(browser, this.tab, hears.kept)
    const page = Effect.scoped(
      Effect.gen({ self: this }, function* () {
        const built = yield* Layer.build(services)
        this.#services = Context.merge(ports, built)
        this.engine = Context.get(built, Engine)
        hears.opened(this.tab, this.engine)
        const started = Effect.ignore(this.engine.dispatch(startOf(prng.stream(`start of ${this.tab.name}`))))
        return yield* Effect.provideContext(
          Effect.andThen(
            started,
            Effect.all([runClient, backgroundLoops], { concurrency: "unbounded", discard: true }),
          ),
          built,
        )
      }),
    )
    this.#run(Effect.provideContext(page, ports), (exit) => {
      if (Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof StoreError) return hears.unopened(this.tab)
      fail(
        new Violation(
          0,
          `${this.tab.name} stopped running: ${Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "done"}`,
        ),
      )
    })
  }

  /** True when a person can act here. */
  get ready(): boolean {
    return this.#services !== undefined && this.tab.alive && !this.tab.frozen
  }

  /** True when requests can succeed here: this tab understands the log and can write it. */
  get able(): boolean {
    return this.ready && this.engine?.works() === true
  }

  /** Does the same as a page on a click. Calls `done` in the tab, unless the tab dies first. */
  ask(request: ClientRequest, done: (answer: Answer) => void, refused: (reason: ClientRefused) => void): void {
    const services = this.#services
    if (services === undefined) return
    this.tab.post(() => {
      const { now: askedAt } = this.#world
      const shown = this.engine?.state().session.current?.account
      this.#hears.asked(this.tab, request)
      this.#run(Effect.provideContext(Effect.result(answerTo(request, true)), services), (exit) => {
        if (Exit.isFailure(exit))
          this.#hears.failed(violationOf(exit.cause, `${this.tab.name} failed at ${request.type}`))
        else if (Result.isSuccess(exit.value)) {
          this.#hears.done(request, askedAt, shown)
          done(exit.value.success)
        } else if (exit.value.failure !== "defect") {
          this.#hears.refused(this.tab, request, exit.value.failure, askedAt)
          refused(exit.value.failure)
        } else this.#hears.failed(new Violation(0, `${request.type} in ${this.tab.name} met a defect`))
      })
    })
  }

  /** Saves a snapshot now, even when none is due. */
  saveSnapshot(): void {
    const { engine } = this
    if (engine !== undefined) this.tab.post(() => this.#run(Effect.ignore(engine.saveSnapshot), () => {}))
  }

  #run<A, E>(effect: Effect.Effect<A, E>, ended: (exit: Exit.Exit<A, E>) => void): void {
    const fiber = Effect.runForkWith(this.#runtime)(effect)
    fiber.addObserver((exit) => {
      if (this.tab.alive) ended(exit)
    })
  }
}

const violationOf = (cause: Cause.Cause<unknown>, what: string): Violation => {
  const error = Cause.squash(cause)
  return error instanceof Violation ? error : new Violation(0, `${what}: ${Cause.pretty(cause)}`)
}
