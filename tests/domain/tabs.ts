import { createHash } from "node:crypto"
import { Context, Effect, Layer, Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { MemoryLog, type MemoryStoreOptions, makeMemoryStore } from "../../emulator/simulator/browser/memoryStore.ts"
import { Erasure } from "../../src/domain/client/accounts/accountErasure.ts"
import { erasure } from "../../src/domain/client/accounts/erasing.ts"
import { clientLayer } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { Bridge, noBridge } from "../../src/domain/ports/bridge.ts"
import { Cloud, CloudError } from "../../src/domain/ports/cloud.ts"
import { EventStore } from "../../src/domain/ports/eventStore.ts"
import { FirmwareImages, noImages } from "../../src/domain/ports/firmware.ts"
import { Leadership } from "../../src/domain/ports/leadership.ts"
import { Digest, Ids, Platform, Preferences, Vault } from "../../src/domain/ports/platform.ts"
import { type LatestReading, Readings } from "../../src/domain/ports/readings.ts"
import { Subnets } from "../../src/domain/ports/subnets.ts"
import { isMd5 } from "../../src/domain/values/identity.ts"
import { hostsFrom, lanTargets } from "../../src/domain/values/lanTarget.ts"
import { type HttpAnswer, readAnswer } from "../../src/domain/wire/answer.ts"
import type { CallName } from "../../src/domain/wire/cloud.ts"
import { Subscriptions } from "./subscriptions.ts"

export interface CloudRequest {
  readonly call: CallName
  readonly server: string
  readonly body: Readonly<Record<string, unknown>>
}

/** The server's answer: its JSON, or null for no answer. */
export type Respond = (request: CloudRequest) => object | null

/** One browser without a page. It has a log, local storage, a vault, and a network whose server the test plays. */
export class TestBrowser {
  readonly log = new MemoryLog()
  readonly storage = new Map<string, string>()
  readonly vault = new Map<string, string>()
  readonly readings = new Map<string, LatestReading>()
  readonly requests: CloudRequest[] = []
  respond: Respond = () => null
  /** An HTTP error of the server instead of an answer. */
  http: Omit<HttpAnswer, "text"> | undefined
  /** Delays a request before the server sees it. Tests use it to hold replies back. */
  before: (request: CloudRequest) => Effect.Effect<unknown, CloudError> = () => Effect.void
  /** The network status that the system reports. */
  online = true
  bridge: Bridge["Service"] = noBridge
  images: FirmwareImages["Service"] = noImages
  storeOptions: MemoryStoreOptions = {}
  /** Runs before each change of local storage and vault: a tab may die there. */
  pause: Effect.Effect<void> = Effect.void
  vaultFails: () => boolean = () => false
  #tabs = 0
  #ids = 0
  readonly #subscriptions = new Subscriptions()
  readonly #hints = new Set<(online: boolean) => void>()

  /** The system fires its event. This does not change its report. */
  hint(online: boolean): void {
    for (const listener of this.#hints) listener(online)
  }

  /** The ports of one more tab. */
  ports() {
    this.#tabs += 1
    return Context.make(EventStore, this.#subscriptions.counted(makeMemoryStore(this.log, this.storeOptions))).pipe(
      Context.add(Cloud, this.#cloud()),
      Context.add(Preferences, this.#subscriptions.counted(this.#preferences())),
      Context.add(Vault, {
        put: (account, reference, secret) => Effect.sync(() => void this.vault.set(`${account} ${reference}`, secret)),
        get: (account, reference) => Effect.sync(() => this.vault.get(`${account} ${reference}`) ?? null),
        erase: (account) =>
          Effect.andThen(
            this.#paused,
            Effect.sync(() => {
              if (this.vaultFails()) return false
              for (const key of this.vault.keys()) if (key.startsWith(account)) this.vault.delete(key)
              return true
            }),
          ),
      }),
      Context.add(
        Readings,
        this.#subscriptions.counted({
          get: (account) =>
            Effect.sync(() => [...this.readings.values()].filter((reading) => reading.account === account)),
          put: (reading) => Effect.sync(() => void this.readings.set(reading.list, reading)),
          erase: (account) =>
            Effect.sync(() => {
              for (const [list, reading] of this.readings) if (reading.account === account) this.readings.delete(list)
              return true
            }),
          onForeignPut: () => Effect.succeed(() => {}),
        }),
      ),
      Context.add(Digest, { md5: md5Of, sha256: (parts) => Effect.succeed(hash("sha256", parts.join(""))) }),
      Context.add(Ids, {
        next: Effect.sync(() => {
          this.#ids += 1
          return `id-${this.#ids}`
        }),
        tab: `tab-${this.#tabs}`,
      }),
      Context.add(Platform, this.#subscriptions.counted(this.#platform())),
      Context.add(Bridge, this.#subscriptions.counted(this.bridge)),
      Context.add(Erasure, erasure),
      Context.add(Subnets, {
        hosts: (targets, from, count) => Effect.sync(() => hostsFrom(lanTargets(targets), from, count)),
      }),
      Context.add(FirmwareImages, this.images),
      Context.add(
        Leadership,
        this.#subscriptions.counted({
          hold: () => Effect.succeed(Effect.never),
          isHeld: Effect.succeed(true),
          beat: () => Effect.void,
          lastBeat: Effect.succeed(null),
          available: true,
          tell: () => Effect.void,
          onPresence: () => Effect.succeed(() => {}),
        }),
      ),
    )
  }

  /**
   * Runs a test in one tab, on a clock that only the test moves. The closed tab must have ended all its subscriptions.
   */
  async run<A, E>(test: Effect.Effect<A, E, Services>): Promise<A> {
    const result = await Effect.runPromise(Effect.scoped(this.#tab(test)).pipe(Effect.provide(TestClock.layer())))
    expect(this.#subscriptions.open, "subscriptions of a closed tab").toEqual([])
    return result
  }

  /** Runs a test in one tab, with its steps as a generator, which receives the browser. */
  gen<A>(steps: (browser: this) => Generator<Effect.Effect<unknown, unknown, Services>, A, never>): Promise<A> {
    return this.run(Effect.gen(() => steps(this)))
  }

  /** Opens one more tab beside the running one. */
  tab(): Effect.Effect<Engine["Service"], unknown, Scope.Scope> {
    return Effect.map(Layer.build(Layer.fresh(this.#layer())), (built) => Context.get(built, Engine))
  }

  #tab<A, E>(test: Effect.Effect<A, E, Services>) {
    return Effect.provide(test, this.#layer())
  }

  #layer() {
    return clientLayer.pipe(Layer.provideMerge(Layer.succeedContext(this.ports())))
  }

  readonly #paused = Effect.suspend(() => this.pause)

  #platform(): Platform["Service"] {
    return {
      surroundings: Effect.succeed({ os: "linux", isApp: false }),
      onSurroundingsChange: () => Effect.succeed(() => {}),
      online: Effect.sync(() => this.online),
      onOnlineChange: (listener) =>
        Effect.sync(() => {
          this.#hints.add(listener)
          return () => this.#hints.delete(listener)
        }),
      onVisibleChange: () => Effect.succeed(() => {}),
      visible: Effect.succeed(true),
    }
  }

  #cloud(): Cloud["Service"] {
    return {
      call: (name, server, body) =>
        Effect.gen({ self: this }, function* () {
          const request = { call: name, server, body: { ...body } }
          this.requests.push(request)
          yield* this.before(request)
          const answer = this.respond(request)
          const text = answer === null ? undefined : JSON.stringify(answer)
          const reply = readAnswer(name, {
            ...(this.http ?? { status: answer === null ? 500 : 200 }),
            text: this.http === undefined ? text : undefined,
          })
          if (Result.isSuccess(reply)) return reply.success
          return yield* new CloudError({ call: name, reason: reply.failure })
        }),
    }
  }

  #preferences(): Preferences["Service"] {
    return {
      get: (key) => Effect.sync(() => this.storage.get(key) ?? null),
      set: (key, value) =>
        Effect.andThen(
          this.#paused,
          Effect.sync(() => void this.storage.set(key, value)),
        ),
      remove: (key) =>
        Effect.andThen(
          this.#paused,
          Effect.sync(() => void this.storage.delete(key)),
        ),
      keys: Effect.sync(() => [...this.storage.keys()]),
      onForeignChange: () => Effect.succeed(() => {}),
    }
  }
}

type Ports =
  | Erasure
  | Subnets
  | Bridge
  | FirmwareImages
  | EventStore
  | Cloud
  | Preferences
  | Vault
  | Readings
  | Digest
  | Ids
  | Platform
  | Leadership
type Services = Layer.Success<typeof clientLayer> | Ports | Scope.Scope

const hash = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest("hex")
const md5Of = (text: string) =>
  Effect.sync(() => {
    const digest = hash("md5", text)
    if (!isMd5(digest)) throw new Error("MD5 is 32 hexadecimal digits")
    return digest
  })
