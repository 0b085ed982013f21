import { Clock, Context, Deferred, Effect, Layer } from "effect"
import type { DeviceFields } from "../devices/events.ts"
import type { TellingRead } from "../outbox/policy.ts"
import type { Outlived } from "../outbox/reconcile.ts"
import { Cloud, type CloudError } from "../ports/cloud.ts"
import { Ids, Platform, type Preferences, type Vault } from "../ports/platform.ts"
import type { SavedUser } from "../session/savedUser.ts"
import type { Session } from "../session/state.ts"
import type { CallReply } from "../wire/cloud.ts"
import { eraseAccount } from "./accountErasure.ts"
import { credentialsOf, eraseUser, saveUser } from "./credentials.ts"
import { Engine } from "./engine.ts"
import { Lifetimes } from "./lifetimes.ts"
import { report, reportAnswered, reportFailure } from "./reporting.ts"

/** What a read came to; `skipped` when nobody is signed in. */
export type ReadResult = "read" | "failed" | "skipped"

/** Reads lists: retried by whoever needs them, never queued, one in flight a list (design.md section 3). */
export class Refresher extends Context.Service<
  Refresher,
  {
    /** Joins a read of the same list that is under way. */
    readonly read: (list: TellingRead) => Effect.Effect<ReadResult>
    /** A read begun after this was asked for: one that is under way may not know yet what has just happened. */
    readonly readAnew: (list: TellingRead) => Effect.Effect<ReadResult>
    /** How long lost attempts live, as this tab measures it. */
    readonly lifetimes: Lifetimes
  }
>()("sightline/Refresher") {
  static readonly layer = Layer.effect(
    Refresher,
    Effect.gen(function* () {
      const context = yield* Effect.context<Engine | Cloud | Ids | Platform | Preferences | Vault>()
      const engine = yield* Engine
      const clock = yield* Clock.Clock
      const lifetimes = new Lifetimes(() => Number(clock.monotonicTimeNanosUnsafe() / NANOS_PER_MILLI))
      lifetimes.observe(engine.state().outbox)
      const stop = engine.onPublish(({ outbox }) => lifetimes.observe(outbox))
      yield* Effect.addFinalizer(() => Effect.sync(stop))
      const inFlight = new Map<TellingRead, Deferred.Deferred<ReadResult>>()
      const read = (list: TellingRead): Effect.Effect<ReadResult> =>
        Effect.suspend(() => {
          const running = inFlight.get(list)
          if (running !== undefined) return Deferred.await(running)
          const done = Deferred.makeUnsafe<ReadResult>()
          inFlight.set(list, done)
          return readOnce(list, lifetimes.outlived()).pipe(
            Effect.provideContext(context),
            Effect.catchCause(() => Effect.succeed<ReadResult>("failed")),
            Effect.tap((result) => {
              // Before anybody hears of it: who then reads anew must not join what is over.
              inFlight.delete(list)
              return Deferred.succeed(done, result)
            }),
            Effect.ensuring(
              Effect.suspend(() => {
                inFlight.delete(list)
                return Deferred.succeed(done, "failed")
              }),
            ),
          )
        })
      const readAnew = (list: TellingRead): Effect.Effect<ReadResult> =>
        Effect.suspend(() => {
          const running = inFlight.get(list)
          return running === undefined ? read(list) : Effect.andThen(Deferred.await(running), read(list))
        })
      return Refresher.of({ read, readAnew, lifetimes })
    }),
  )
}

const NANOS_PER_MILLI = 1_000_000n

/** What a read knows of its own beginning: when it was, ms, and which lost attempts had ended by then. */
interface Begin {
  readonly begunAt: number
  readonly outlived: Outlived
}

const readOnce = Effect.fnUntraced(function* (list: TellingRead, outlived: Outlived) {
  const session = (yield* Engine).state().session.current
  if (session === null) return "skipped" as const
  const user = yield* credentialsOf(session)
  if (user === null) return "skipped" as const
  const begunAt = yield* Clock.currentTimeMillis
  const reading = readers[list](session, user, { begunAt, outlived }).pipe(
    Effect.as("read" as const),
    Effect.tap(() => reportAnswered),
  )
  return yield* reading.pipe(
    Effect.catchTag("CloudError", (error) => Effect.as(readFailed(list, session, error), "failed" as const)),
  )
})

const readDevices = Effect.fnUntraced(function* (session: Session, user: SavedUser, begin: Begin) {
  const cloud = yield* Cloud
  const { isApp } = yield* Platform
  const body = { uid: user.uid, token: user.token, isWeb: !isApp }
  const reply = yield* cloud.call("loginWithToken", session.server, body)
  const { name, email, createdAt } = reply
  const profile = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(createdAt !== undefined && { createdAt }),
  }
  const own = name === undefined ? {} : { ownName: name }
  yield* renew(session, reply)
  yield* report({ type: "RecordProfile", sessionId: session.id, begunAt: begin.begunAt, profile })
  yield* keepProfile(session)
  yield* report({ type: "RecordDevices", account: session.account, ...begin, devices: devicesOf(reply), ...own })
})

/**
 * The returned uid and token replace the saved ones (AUTH-10), if the session is still the same. Another uid is another
 * account: nothing that this one has queued may go out under it, so it gets a session of its own.
 */
const renew = Effect.fnUntraced(function* (session: Session, { uid, token }: CallReply<"loginWithToken">) {
  const user = yield* credentialsOf(session)
  if (user === null) return
  if (uid === session.uid) return yield* saveUser({ ...user, token })
  const id = yield* (yield* Ids).next
  yield* saveUser({ ...user, id: uid, uid, token, sessionId: id })
  const { server, serverType, name, email, createdAt } = session
  yield* report({ type: "CompleteSignIn", session: { id, server, serverType, uid, name, email, createdAt } })
})

/** The saved user says what the log says of the account: the log knows which of two readings is the newer. */
const keepProfile = Effect.fnUntraced(function* ({ id }: Session) {
  const { current } = (yield* Engine).state().session
  const user = current?.id === id ? yield* credentialsOf(current) : null
  if (current === null || user === null) return
  const { name, email, createdAt } = current
  if (name !== user.name || email !== user.email || createdAt !== user.createdAt)
    yield* saveUser({ ...user, name, email, createdAt })
})

const devicesOf = ({ devices, subdevices }: CallReply<"loginWithToken">): readonly DeviceFields[] => {
  const own = devices.map((item) => ({ ...item, owner: item.owner ?? "", shared: false }))
  const shared = subdevices.map((item) => ({ ...item, owner: item.owner ?? "", shared: true }))
  return [...own, ...shared]
}

const readSubAccounts = Effect.fnUntraced(function* (session: Session, user: SavedUser, begin: Begin) {
  const cloud = yield* Cloud
  const input = { uid: user.uid, token: user.token }
  const { accounts, devices } = yield* cloud.call("get_subaccount_list", session.server, input)
  yield* report({ type: "RecordSubAccounts", account: session.account, ...begin, subAccounts: accounts, devices })
})

const readMainAccounts = Effect.fnUntraced(function* (session: Session, user: SavedUser, begin: Begin) {
  const cloud = yield* Cloud
  const { result } = yield* cloud.call("get_main_accounts", session.server, { uid: user.uid, token: user.token })
  yield* report({ type: "RecordMainAccounts", account: session.account, ...begin, mainAccounts: result })
})

const readers = { devices: readDevices, subAccounts: readSubAccounts, mainAccounts: readMainAccounts }

const readFailed = Effect.fnUntraced(function* (list: TellingRead, session: Session, error: CloudError) {
  yield* reportFailure(error)
  const { reason } = error
  if (reason._tag === "Refused" && reason.refusal === "sessionInvalid") return yield* endRefusedSession(session)
  const why = reason._tag === "NoReply" ? "connect" : reason.refusal === "tooOften" ? "tooOften" : "unknown"
  const { account } = session
  yield* list === "devices"
    ? report({ type: "RecordDevicesFailure", account, reason: why })
    : report({ type: "RecordSharingFailure", account, list, reason: why })
})

/**
 * -106 and -109 end the session they were answered to, once (invariant 9). When the deletion of its account was sent and
 * the reply was lost, they are the answer: the account is gone, and everything local to it goes too (ACCOUNT-4).
 */
export const endRefusedSession = Effect.fnUntraced(function* (session: Session) {
  if ((yield* Engine).state().session.deletion === session.id)
    return yield* Effect.asVoid(eraseAccount(session.account))
  yield* report({ type: "EndSession", sessionId: session.id, reason: "refused" })
  yield* eraseUser(session.id)
})
