import { Cause, Context, Effect, Exit, Layer } from "effect"
import { runClient } from "../../src/domain/engine/client.ts"
import { CommandError } from "../../src/domain/engine/commandError.ts"
import { Engine } from "../../src/domain/engine/engine.ts"
import { Refresher } from "../../src/domain/engine/refresher.ts"
import { Cloud } from "../../src/domain/ports/cloud.ts"
import { EventStore, StoreError } from "../../src/domain/ports/eventStore.ts"
import type { Browser } from "./browser.ts"
import type { Prng } from "./prng.ts"
import { runtimeOf } from "./runtime.ts"
import { Violation } from "./violation.ts"
import type { Tab, World } from "./world.ts"

/**
 * A client made wrong on purpose, to see that the invariants notice: what stands between the production code and its
 * engine, its network or its log. Nothing in production knows of it.
 */
export interface Sabotage {
  readonly engine?: (engine: Engine["Service"]) => Engine["Service"]
  readonly cloud?: (cloud: Cloud["Service"]) => Cloud["Service"]
  readonly store?: (store: EventStore["Service"]) => EventStore["Service"]
}

/** The production client in one tab: engine, outbox runner, refresher, sessions, on simulated ports. */
const assemble = (browser: Browser, tab: Tab, sabotage: Sabotage) => {
  const ports = browser.portsOf(tab)
  const [cloud, store] = [Context.get(ports, Cloud), Context.get(ports, EventStore)]
  const watched = Layer.effect(
    Engine,
    Effect.map(Engine, (engine) => noticing(sabotage.engine?.(engine) ?? engine)),
  ).pipe(Layer.provide(Engine.layer))
  return {
    ports: ports.pipe(
      Context.add(Cloud, sabotage.cloud?.(cloud) ?? cloud),
      Context.add(EventStore, sabotage.store?.(store) ?? store),
    ),
    services: Refresher.layer.pipe(Layer.provideMerge(watched)),
  }
}

type Assembled = ReturnType<typeof assemble>
type Ports = Assembled["ports"] extends Context.Context<infer R> ? R : never
export type Services = Ports | Engine | Refresher

/** A decide or evolve that throws is told to nobody but whoever dispatched; here it is a failure of the run. */
const noticing = (engine: Engine["Service"]): Engine["Service"] => ({
  ...engine,
  dispatch: (command, cause) =>
    Effect.tapError(engine.dispatch(command, cause), (error) =>
      error.reason === "defect" ? Effect.die(new Violation(0, `deciding ${command.type} threw`)) : Effect.void,
    ),
})

export type Failure = { readonly kind: "rejected" | "storage" | "outdated"; readonly detail: string }

/** One tab of the browser, driven from outside as a person drives a page. */
export class Client {
  readonly tab: Tab
  /** From when the log is open, as the page shows nothing before. */
  engine: Engine["Service"] | undefined
  readonly #runtime: ReturnType<typeof runtimeOf>
  #services: Context.Context<Services> | undefined
  readonly #fail: (violation: Violation) => void

  constructor(world: World, browser: Browser, prng: Prng, sabotage: Sabotage, fail: (violation: Violation) => void) {
    this.tab = browser.openTab()
    this.#fail = fail
    const complains = (message: string) => fail(new Violation(0, `${this.tab.name} logged an error: ${message}`))
    this.#runtime = runtimeOf(world, this.tab, prng.stream(`dice of ${this.tab.name}`), complains)
    const { ports, services } = assemble(browser, this.tab, sabotage)
    const page = Effect.scoped(
      Effect.gen({ self: this }, function* () {
        const built = yield* Layer.build(services)
        this.#services = Context.merge(ports, built)
        this.engine = Context.get(built, Engine)
        return yield* Effect.provideContext(runClient, built)
      }),
    )
    this.#run(Effect.provideContext(page, ports), (exit) =>
      fail(
        new Violation(
          0,
          `${this.tab.name} stopped running: ${Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "done"}`,
        ),
      ),
    )
  }

  /** Whether a person can do anything here yet. */
  get ready(): boolean {
    return this.#services !== undefined && this.tab.alive && !this.tab.frozen
  }

  /** Does what a page does on a click; `done` is called in the tab, unless that dies first. */
  act<A, E>(
    effect: Effect.Effect<A, E, Services>,
    done: (result: A) => void,
    failed: (failure: Failure) => void,
  ): void {
    const services = this.#services
    if (services === undefined) return
    this.tab.post(() =>
      this.#run(Effect.provideContext(effect, services), (exit) => {
        if (Exit.isSuccess(exit)) return done(exit.value)
        const error = Cause.squash(exit.cause)
        if (error instanceof Violation) this.#fail(error)
        else if (error instanceof StoreError) failed({ kind: "storage", detail: error.reason })
        else if (!(error instanceof CommandError) || error.reason === "defect")
          this.#fail(new Violation(0, `${this.tab.name} failed: ${Cause.pretty(exit.cause)}`))
        else failed({ kind: error.reason, detail: error.rejection ?? "" })
      }),
    )
  }

  #run<A, E>(effect: Effect.Effect<A, E>, ended: (exit: Exit.Exit<A, E>) => void): void {
    const fiber = Effect.runForkWith(this.#runtime)(effect)
    fiber.addObserver((exit) => {
      if (this.tab.alive) ended(exit)
    })
  }
}
