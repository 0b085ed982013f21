import { Clock, Context, Effect, Random, Result } from "effect"
import { Erasure } from "../../../src/domain/client/accounts/accountErasure.ts"
import { Engine } from "../../../src/domain/client/log/engine.ts"
import { Lifetimes } from "../../../src/domain/client/sending/lostAttempts.ts"
import { LatestReadings } from "../../../src/domain/client/sync/latestReadings.ts"
import { Refresher } from "../../../src/domain/client/sync/refresher.ts"
import { Contact } from "../../../src/domain/client/sync/reporting.ts"
import { TabPresence } from "../../../src/domain/client/tabPresence.ts"
import { CommandError } from "../../../src/domain/engine/commandError.ts"
import type { ListName } from "../../../src/domain/event/listRead.ts"
import { type SavedUser, USER_KEY } from "../../../src/domain/features/session/savedUser.ts"
import { Cloud, CloudError } from "../../../src/domain/ports/cloud.ts"
import { Ids, Platform, Preferences, Vault } from "../../../src/domain/ports/platform.ts"
import { type HttpAnswer, readAnswer } from "../../../src/domain/wire/answer.ts"
import type { CallName } from "../../../src/domain/wire/cloud.ts"
import type { Settled } from "../network/network.ts"
import type { Prng } from "../prng.ts"
import type { History } from "./history.ts"

/** One tab without a page, on an imagined history: what sending needs from outside, at once and as it is told to answer. */

const NANOS_PER_MILLI = 1_000_000n

export interface CallAsked {
  readonly call: CallName
  readonly server: string
  readonly body: object
}

export class Sender {
  readonly asked: CallAsked[] = []
  readonly preferences = new Map<string, string>()
  /** Codes by account. */
  readonly codes = new Map<string, string>()
  /** What the server answers. */
  answer: HttpAnswer = { status: 500, text: undefined }
  /** Happens while a request is on its way. */
  meanwhile: () => void = () => {}
  /** What a list shows that is read anew; false when it cannot be read. */
  rereads: (list: ListName) => boolean = () => false
  /** What a tab hears of a request. */
  hears: (settled: Settled) => void = () => {}
  readonly history: History
  readonly #dice: Prng

  constructor(history: History, dice: Prng) {
    this.history = history
    this.#dice = dice
  }

  /** The saved user of whoever is signed in, with this token. */
  save(token: string): void {
    const { current } = this.history.state.session
    if (current === null) return
    const { id: sessionId, uid, name, email, server } = current
    const account = { id: uid, uid, name, email, createdAt: 0, loginAt: 0, type: "main", status: "active" } as const
    const user: SavedUser = { ...account, token, server, sessionId }
    this.preferences.set(USER_KEY, JSON.stringify(user))
  }

  get monotonicNanos(): bigint {
    return BigInt(this.history.now) * NANOS_PER_MILLI
  }

  ports() {
    return Context.make(Engine, this.#engine()).pipe(
      Context.add(Cloud, this.#cloud()),
      Context.add(Preferences, this.#preferences()),
      Context.add(Vault, {
        put: (account, _reference, code) => Effect.sync(() => void this.codes.set(account, code)),
        get: (account) => Effect.sync(() => this.codes.get(account) ?? null),
        erase: (account) =>
          Effect.as(
            Effect.sync(() => this.codes.delete(account)),
            true,
          ),
      }),
      Context.add(Platform, {
        surroundings: Effect.succeed({ os: "linux", isApp: false } as const),
        onSurroundingsChange: () => Effect.succeed(() => {}),
        online: Effect.succeed(true),
        onOnlineChange: () => Effect.succeed(() => {}),
        onVisibleChange: () => Effect.succeed(() => {}),
        visible: Effect.succeed(true),
      }),
      Context.add(TabPresence, {
        visible: () => true,
        alone: () => true,
        shouldLead: () => true,
        ask: Effect.void,
        onChange: () => Effect.succeed(() => {}),
      }),
      Context.add(Refresher, {
        read: () => Effect.succeed("skipped"),
        readAgain: (list) => Effect.sync(() => (this.rereads(list) ? "read" : "failed")),
        lifetimes: new Lifetimes(() => this.history.now),
        settled: () => Effect.void,
      }),
      Context.add(Contact, { undecodableInRow: 0 }),
      Context.add(Erasure, { erase: Effect.void }),
      Context.add(Ids, { next: Effect.sync(() => `id ${this.#dice.word()}`), tab: this.history.tab }),
      Context.add(LatestReadings, {
        note: () => Effect.void,
        erase: () => Effect.succeed(true),
        shown: (state) => state,
        onChange: () => () => {},
      }),
      Context.add(Clock.Clock, this.#clock()),
      Context.add(Random.Random, {
        nextDoubleUnsafe: () => this.#dice.fraction(),
        nextIntUnsafe: () => this.#dice.word(),
      }),
    )
  }

  #clock(): Clock.Clock {
    const wallNanos = () => BigInt(this.history.at) * NANOS_PER_MILLI
    return {
      sleep: () => Effect.never,
      currentTimeMillisUnsafe: () => this.history.at,
      currentTimeMillis: Effect.sync(() => this.history.at),
      currentTimeNanosUnsafe: wallNanos,
      currentTimeNanos: Effect.sync(wallNanos),
      monotonicTimeNanosUnsafe: () => this.monotonicNanos,
      monotonicTimeNanos: Effect.sync(() => this.monotonicNanos),
    }
  }

  #engine(): Engine["Service"] {
    const { history } = this
    const refused = () => new CommandError<never>({ reason: "rejected", rejection: null, storage: null })
    return {
      dispatch: (command) =>
        Effect.suspend(() => {
          const events = history.do(command)
          return events === undefined ? Effect.fail(refused()) : Effect.succeed(events)
        }),
      state: () => history.state,
      cursor: () => history.seq,
      status: () => ({ storage: "ok", outdated: false, failing: false }),
      onPublish: () => () => {},
      works: () => true,
      catchUp: Effect.void,
      began: false,
      reportLoop: () => {},
      onStatus: () => () => {},
      sinceSnapshot: () => 0,
      saveSnapshot: Effect.void,
      rewrite: () => Effect.void,
    }
  }

  #cloud(): Cloud["Service"] {
    return {
      call: (call, server, body) =>
        Effect.suspend(() => {
          this.asked.push({ call, server, body })
          this.meanwhile()
          const reply = readAnswer(call, this.answer)
          this.hears(Result.isSuccess(reply) ? "done" : reply.failure)
          return Result.isSuccess(reply)
            ? Effect.succeed(reply.success)
            : Effect.fail(new CloudError({ call, reason: reply.failure }))
        }),
    }
  }

  #preferences(): Preferences["Service"] {
    const { preferences } = this
    return {
      get: (key) => Effect.sync(() => preferences.get(key) ?? null),
      set: (key, value) => Effect.sync(() => void preferences.set(key, value)),
      remove: (key) => Effect.sync(() => void preferences.delete(key)),
      keys: Effect.sync(() => [...preferences.keys()]),
      onForeignChange: () => Effect.succeed(() => {}),
    }
  }
}
