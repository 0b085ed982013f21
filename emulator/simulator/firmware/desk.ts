import { Cause, Context, Effect, Exit, Layer } from "effect"
import { Erasure } from "../../../src/domain/client/accounts/accountErasure.ts"
import { erasure } from "../../../src/domain/client/accounts/erasing.ts"
import { backgroundLoops } from "../../../src/domain/client/backgroundLoops.ts"
import { runClient, serviceLayer } from "../../../src/domain/client/client.ts"
import { runFirmware } from "../../../src/domain/client/firmware/running.ts"
import { Engine } from "../../../src/domain/client/log/engine.ts"
import { supervised } from "../../../src/domain/client/supervision.ts"
import { Bridge } from "../../../src/domain/ports/bridge.ts"
import { Cloud, CloudError } from "../../../src/domain/ports/cloud.ts"
import { EventStore } from "../../../src/domain/ports/eventStore.ts"
import { FirmwareImages } from "../../../src/domain/ports/firmware.ts"
import { Leadership } from "../../../src/domain/ports/leadership.ts"
import { Digest, Ids, Platform, Preferences, Vault } from "../../../src/domain/ports/platform.ts"
import { Readings } from "../../../src/domain/ports/readings.ts"
import { Subnets } from "../../../src/domain/ports/subnets.ts"
import type { Command } from "../../../src/domain/product/decide.ts"
import { noReply } from "../../../src/domain/wire/answer.ts"
import { LocalStorage } from "../browser/localStorage.ts"
import { Notes } from "../browser/notes.ts"
import { digest, idsFor, Safe, System } from "../browser/platform.ts"
import { runtimeOf } from "../browser/runtime.ts"
import { Disk } from "../browser/storage.ts"
import { WebLock } from "../browser/webLock.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import type { SimulatedNativeSide } from "./native.ts"
import type { Provider } from "./provider.ts"

/** A guest's browser on a machine with a native side, and its tabs. They ask the cloud for nothing. */

const SOUND = { slow: 0.02, quota: 0, repeated: 0.02 }

export class SimulatedComputer {
  readonly disk: Disk
  readonly lock: WebLock
  readonly system: System
  readonly #storage: LocalStorage
  readonly #safe = new Safe()
  readonly #notes: Notes
  readonly #ids: Prng
  #tabs = 0
  readonly world: SimulatedWorld
  readonly native: SimulatedNativeSide
  readonly provider: Provider

  constructor(world: SimulatedWorld, prng: Prng, native: SimulatedNativeSide, provider: Provider) {
    this.world = world
    this.native = native
    this.provider = provider
    this.#ids = prng.stream("ids")
    this.disk = new Disk(world, prng.stream("disk"), SOUND)
    this.lock = new WebLock(world, prng.stream("lock"))
    this.system = new System(world, prng.stream("system"))
    this.#storage = new LocalStorage(world, prng.stream("local storage"))
    this.#notes = new Notes(world)
  }

  openTab(): Tab {
    this.#tabs += 1
    return this.world.addTab(`tab-${this.#tabs}`)
  }

  portsOf(tab: Tab) {
    const reason = noReply("network")
    return Context.empty().pipe(
      Context.add(Cloud, { call: (call) => Effect.fail(new CloudError({ call, reason })) }),
      Context.add(EventStore, this.disk.storeFor(tab)),
      Context.add(Leadership, this.lock.portFor(tab)),
      Context.add(Preferences, this.#storage.portFor(tab)),
      Context.add(Platform, this.system.portFor(tab)),
      Context.add(Vault, this.#safe.portFor()),
      Context.add(Readings, this.#notes.portFor(tab)),
      Context.add(Bridge, this.native.portFor(tab)),
      Context.add(Erasure, erasure),
      Context.add(Subnets, { hosts: () => Effect.succeed([]) }),
      Context.add(FirmwareImages, this.provider.portFor(tab)),
      Context.add(Digest, digest),
      Context.add(Ids, idsFor(tab, this.#ids)),
    )
  }

  kill(tab: Tab): void {
    this.world.removeTab(tab)
    this.lock.tabDied(tab)
    this.native.closed(tab)
  }

  crash(): void {
    for (const tab of [...this.world.tabs]) {
      this.world.removeTab(tab)
      this.native.closed(tab)
    }
    this.lock.crash()
    this.disk.crash()
  }
}

/** One page, with the loops of the product that an update needs. */
export class FirmwareDesk {
  readonly tab: Tab
  engine: Engine["Service"] | undefined
  readonly #runtime: ReturnType<typeof runtimeOf>
  readonly #fail: (violation: Violation) => void

  constructor(machine: SimulatedComputer, prng: Prng, fail: (violation: Violation) => void) {
    const { world } = machine
    this.tab = machine.openTab()
    this.#fail = fail
    const complains = (message: string) => fail(new Violation(0, `${this.tab.name} logged an error: ${message}`))
    this.#runtime = runtimeOf(world, this.tab, prng.stream(`dice of ${this.tab.name}`), complains)
    const services = serviceLayer.pipe(Layer.provideMerge(Engine.layer))
    const page = Effect.scoped(
      Effect.gen({ self: this }, function* () {
        const built = yield* Layer.build(services)
        this.engine = Context.get(built, Engine)
        const loops = [runClient, backgroundLoops, supervised("firmware", runFirmware)]
        return yield* Effect.provideContext(Effect.all(loops, { concurrency: "unbounded", discard: true }), built)
      }),
    )
    this.#run(Effect.provideContext(page, machine.portsOf(this.tab)), (exit) => {
      fail(
        new Violation(0, `${this.tab.name} stopped running: ${Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""}`),
      )
    })
  }

  /** A request of a person. A rejection is an answer too. */
  ask(command: Command): void {
    const { engine } = this
    if (engine === undefined) return
    this.tab.post(() =>
      this.#run(Effect.result(engine.dispatch(command)), (exit) => {
        if (Exit.isFailure(exit)) this.#fail(new Violation(0, `${command.type}: ${Cause.pretty(exit.cause)}`))
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
