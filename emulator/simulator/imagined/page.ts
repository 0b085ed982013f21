import { Cause, Context, Effect, Exit, Layer } from "effect"
import { Engine } from "../../../src/domain/client/log/engine.ts"
import { TabPresence } from "../../../src/domain/client/tabPresence.ts"
import { CommandError, commandError } from "../../../src/domain/engine/commandError.ts"
import type { BridgeLink } from "../../../src/domain/features/bridge/feature.ts"
import { Bridge, BridgeError, noBridge } from "../../../src/domain/ports/bridge.ts"
import { Ids, Preferences } from "../../../src/domain/ports/platform.ts"
import type { Command } from "../../../src/domain/product/decide.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import { type BridgeCallback, type BridgeMessage, bridgeCapabilities } from "../../../src/domain/wire/bridge.ts"
import { LocalStorage } from "../browser/localStorage.ts"
import { idsFor } from "../browser/platform.ts"
import { later, runtimeOf } from "../browser/runtime.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { type Tab, World } from "../world.ts"
import type { Chance } from "./part.ts"
import { ShortLog } from "./shortLog.ts"

/** 20 November 2026, ms since 1970. */
const START = 1_795_132_800_000
/** Longest until what is written is in the log, ms. */
const WRITE_MS = 4

const LINK: BridgeLink = { state: "connected", version: "1.0.0", os: "linux", capabilities: [...bridgeCapabilities] }

/** Does what a page does on a click, and says how it ended. */
export type Click<Services> = <A, E>(
  effect: Effect.Effect<A, E, Services>,
  ended: (exit: Exit.Exit<A, E>) => void,
) => void

export type Ports = Engine | TabPresence | Bridge | Ids | Preferences

/** One page with a log of its own and a native side that the part plays; only the loops that are imagined run in it. */
export class Page {
  readonly world: World
  readonly tab: Tab
  readonly log: ShortLog
  readonly stored: LocalStorage
  /** The log cannot be written for now. */
  isFull = false
  /** Whether the native side is there. */
  isLinked = false
  /** What the native side does with a message of the page. */
  follows: (message: BridgeMessage) => void = () => {}
  /** Told of each event as it is written. */
  written: (event: RecordedEvent) => void = () => {}
  /** Somebody listens to the native side for the first time. */
  opened: () => void = () => {}
  readonly #dice: Prng
  readonly #runtime: ReturnType<typeof runtimeOf>
  readonly #publishers = new Set<Parameters<Engine["Service"]["onPublish"]>[0]>()
  readonly #links = new Set<(link: BridgeLink) => void>()
  readonly #messages = new Set<(message: BridgeCallback) => void>()
  #isOpen = false
  #violation: Violation | undefined

  constructor(dice: Prng, tell: Chance["tell"]) {
    this.#dice = dice
    this.world = new World(START, dice)
    this.tab = this.world.addTab("tab-1")
    this.log = new ShortLog(() => "", tell)
    this.stored = new LocalStorage(this.world, dice)
    const complains = (message: string) => this.fail(new Violation(0, `the page logged an error: ${message}`))
    this.#runtime = runtimeOf(this.world, this.tab, dice, complains)
  }

  readonly fail = (violation: Violation): void => {
    this.#violation ??= violation
  }

  /** Writes to the log at once, as another tab might. */
  write(command: Command): readonly RecordedEvent[] | undefined {
    this.log.at = this.world.wall - 1
    const events = this.log.do(command)
    if (events === undefined || events.length === 0) return events
    for (const event of events) this.written(event)
    for (const publish of [...this.#publishers]) publish(this.log.state, events)
    return events
  }

  /** The native side comes, or goes. */
  link(isLinked: boolean): void {
    this.isLinked = isLinked
    const link: BridgeLink = isLinked ? LINK : { state: "away" }
    this.write({ type: "ReportBridge", link })
    this.tab.post(() => {
      for (const listener of [...this.#links]) listener(link)
    })
  }

  /** The native side says something, which the page hears at its next turn. */
  tell(message: BridgeCallback): void {
    if (!this.isLinked) return
    this.tab.post(() => {
      for (const listener of [...this.#messages]) listener(message)
    })
  }

  /** Time passes; whatever went wrong meanwhile is thrown. */
  pass(ms: number): void {
    let isOver = false
    this.world.after(ms, () => {
      isOver = true
    })
    while (!isOver && this.#violation === undefined) {
      if (this.world.stepsAtOnce > 20_000) throw new Violation(22, "steps are taken and no time passes")
      this.world.step()
    }
    if (this.#violation !== undefined) throw this.#violation
  }

  /** Runs loops for as long as the page lives; what it gives back does what a page does on a click. */
  run<Services>(
    layer: Layer.Layer<Services, never, Ports>,
    loops: Effect.Effect<unknown, unknown, Services | Ports>,
  ): Click<Services | Ports> {
    const ports = this.#ports()
    let services: Context.Context<Services | Ports> | undefined
    const page = Effect.scoped(
      Effect.gen(function* () {
        services = Context.merge(ports, yield* Effect.provideContext(Layer.build(layer), ports))
        return yield* Effect.provideContext(loops, services)
      }),
    )
    const run = <A, E>(effect: Effect.Effect<A, E>, ended: (exit: Exit.Exit<A, E>) => void) =>
      Effect.runForkWith(this.#runtime)(effect).addObserver(ended)
    run(page, (exit) =>
      this.fail(new Violation(0, `the page stopped: ${Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "done"}`)),
    )
    return (effect, ended) =>
      this.tab.post(() => {
        if (services !== undefined) run(Effect.provideContext(effect, services), ended)
      })
  }

  #ports(): Context.Context<Ports> {
    return Context.empty().pipe(
      Context.add(Engine, this.#engine()),
      Context.add(TabPresence, {
        visible: () => true,
        alone: () => true,
        shouldLead: () => true,
        ask: Effect.void,
        onChange: () => Effect.succeed(() => {}),
      }),
      Context.add(Bridge, this.#bridge()),
      Context.add(Ids, idsFor(this.tab, this.#dice)),
      Context.add(Preferences, this.stored.portFor(this.tab)),
    )
  }

  #engine(): Engine["Service"] {
    const write = (command: Command) =>
      Effect.suspend(() => {
        if (this.isFull) return Effect.fail(commandError("storage", "quota"))
        const events = this.write(command)
        return events === undefined
          ? Effect.fail(new CommandError<never>({ reason: "rejected", rejection: null, storage: null }))
          : Effect.succeed(events)
      })
    return Engine.of({
      dispatch: (command) =>
        Effect.suspend(() =>
          Effect.andThen(later(this.world, this.tab, 1 + this.#dice.below(WRITE_MS)), write(command)),
        ),
      state: () => this.log.state,
      cursor: () => this.log.events.length,
      status: () => ({ storage: "ok", outdated: false, failing: false }),
      works: () => true,
      began: true,
      catchUp: Effect.void,
      reportLoop: (name, health) => {
        if (health === "failing") this.fail(new Violation(0, `the loop ${name} fails again and again`))
      },
      onPublish: (listener) => subscribed(this.#publishers, listener),
      onStatus: () => () => {},
      sinceSnapshot: () => 0,
      saveSnapshot: Effect.void,
      rewrite: () => Effect.void,
    })
  }

  #bridge(): Bridge["Service"] {
    const open = (): void => {
      if (this.#isOpen) return
      this.#isOpen = true
      this.opened()
    }
    return {
      ...noBridge,
      onLink: (listener) =>
        Effect.sync(() => {
          const stop = subscribed(this.#links, listener)
          if (this.isLinked) listener(LINK)
          open()
          return stop
        }),
      onMessage: (listener) => Effect.sync(() => subscribed(this.#messages, listener)),
      send: (message) =>
        Effect.suspend(() => {
          if (!this.isLinked) return Effect.fail(new BridgeError({ reason: "away" }))
          this.world.after(1, () => this.follows(message))
          return Effect.void
        }),
    }
  }
}

const subscribed = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
