import { Clock, Context, Deferred, Effect, Layer } from "effect"
import { type ListName, oddItemsOf, type ReadFailure } from "../../event/listRead.ts"
import type { DeviceReading } from "../../features/devices/events.ts"
import type { SavedUser } from "../../features/session/savedUser.ts"
import type { Session } from "../../features/session/state.ts"
import type { Outlived } from "../../outbox/reconcile.ts"
import { waitsUntil } from "../../outbox/schedule.ts"
import { Cloud, type CloudError } from "../../ports/cloud.ts"
import { Ids, Platform, type Preferences, type Vault } from "../../ports/platform.ts"
import type { State } from "../../product/state.ts"
import { serverMs } from "../../values/clockGap.ts"
import { type CloudFailure, httpStatusOf, isUnreadable } from "../../wire/answer.ts"
import type { CallName, CallReply, Unread } from "../../wire/cloud.ts"
import type { LeftOut } from "../../wire/items.ts"
import type { Erasure } from "../accounts/accountErasure.ts"
import { isSessionRefused, withToken } from "../accounts/tokens.ts"
import { Engine } from "../log/engine.ts"
import { monotonicMillisOf } from "../monotonic.ts"
import { credentialsOf, saveUser } from "../sending/credentials.ts"
import { Lifetimes } from "../sending/lostAttempts.ts"
import type { TabPresence } from "../tabPresence.ts"
import { LatestReadings } from "./latestReadings.ts"
import { type Contact, report, reporting, reportWait } from "./reporting.ts"

/** Outcome of a read; `skipped` when no account is signed in. */
export type ReadResult = "read" | "failed" | "skipped"

/**
 * Reads lists. Callers that need one retry it. Reads are never queued, and each list has one in flight (decision 7).
 */
export class Refresher extends Context.Service<
  Refresher,
  {
    /** Joins a running read of the same list. */
    readonly read: (list: ListName) => Effect.Effect<ReadResult>
    /** Starts a read after this call: a running one may not show yet what has just happened. */
    readonly readAgain: (list: ListName) => Effect.Effect<ReadResult>
    /** How long lost attempts can still reach the server, as this tab measures it. */
    readonly lifetimes: Lifetimes
    /** Waits for a running read, if there is one. */
    readonly settled: (list: ListName) => Effect.Effect<void>
  }
>()("sightline/Refresher") {
  static readonly layer = Layer.effect(
    Refresher,
    Effect.gen(function* () {
      const context = yield* Effect.context<
        Engine | Cloud | Contact | Erasure | Ids | Platform | Preferences | LatestReadings | TabPresence | Vault
      >()
      const engine = yield* Engine
      const clock = yield* Clock.Clock
      const lifetimes = new Lifetimes(() => monotonicMillisOf(clock))
      const observe = ({ outbox, session }: State) => {
        lifetimes.observe(outbox)
        lifetimes.observeDeletion(session.deletion)
      }
      observe(engine.state())
      const stop = engine.onPublish(observe)
      yield* Effect.addFinalizer(() => Effect.sync(stop))
      // Kept by session, because a read for one session does not answer another.
      const inFlight = new Map<string, Deferred.Deferred<ReadResult>>()
      const keyOf = (list: ListName) => `${list} ${engine.state().session.current?.id ?? ""}`
      const running = (list: ListName) => Effect.sync(() => inFlight.get(keyOf(list)))
      const begin = (list: ListName): Effect.Effect<ReadResult> =>
        Effect.suspend(() => {
          const key = keyOf(list)
          const done = Deferred.makeUnsafe<ReadResult>()
          inFlight.set(key, done)
          // Removed before the result is published: a caller that then reads again must not join the finished read.
          const end = (result: ReadResult) =>
            Effect.suspend(() => {
              if (inFlight.get(key) === done) inFlight.delete(key)
              return Deferred.succeed(done, result)
            })
          const renewal = list === "devices" ? Effect.void : settled("devices")
          const neverDeleted = lifetimes.outlivedDeletion()
          return readOnce(list, lifetimes.outlived(), renewal).pipe(
            Effect.tap((result) => (result === "read" ? disproveDeletion(neverDeleted) : Effect.void)),
            Effect.provideContext(context),
            Effect.catchCause(() => Effect.succeed<ReadResult>("failed")),
            Effect.tap(end),
            Effect.ensuring(end("failed")),
          )
        })
      const settled = (list: ListName): Effect.Effect<void> =>
        Effect.flatMap(running(list), (read) =>
          read === undefined ? Effect.void : Effect.asVoid(Deferred.await(read)),
        )
      const read = (list: ListName): Effect.Effect<ReadResult> =>
        Effect.flatMap(running(list), (joined) => (joined === undefined ? begin(list) : Deferred.await(joined)))
      const readAgain = (list: ListName): Effect.Effect<ReadResult> => Effect.andThen(settled(list), read(list))
      return Refresher.of({ read, readAgain, lifetimes, settled })
    }),
  )
}

/**
 * After the deletion request could no longer arrive, a reading succeeded: the account still exists. Without this, any
 * later refusal of the session would count as the account's end (ACCOUNT-4).
 */
const disproveDeletion = (sessionId: string | null) =>
  sessionId === null ? Effect.void : report({ type: "RecordDeletion", sessionId, came: "refused" })

/** The beginning of a read, and the lost attempts that had ended by then. */
interface Begin {
  readonly begunAt: number
  readonly begunSeq: number
  readonly outlived: Outlived
}

const readOnce = Effect.fnUntraced(function* (list: ListName, outlived: Outlived, renewal: Effect.Effect<void>) {
  const engine = yield* Engine
  const session = engine.state().session.current
  if (session === null) return "skipped" as const
  const user = yield* credentialsOf(session)
  if (user === null) return "skipped" as const
  const begunSeq = engine.cursor()
  const begunAt = yield* Clock.currentTimeMillis
  if (waitsUntil(engine.state().outbox, session.account, begunAt) !== null) {
    yield* report({ type: "RecordReadFailure", account: session.account, list, reason: "wait" })
    return "failed" as const
  }
  const reading = (as: SavedUser) =>
    readers[list](session, as, { begunAt, begunSeq, outlived }).pipe(
      Effect.as("read" as const),
      // A list that the log could not record counts as not read. Reading again at once would fail the same way.
      Effect.catchTag("CommandError", () => Effect.succeed("failed" as const)),
    )
  return yield* reporting(withToken(session, user, reading, renewal)).pipe(
    Effect.catchTag("CloudError", (error) => Effect.as(readFailed(list, session, error), "failed" as const)),
  )
})

/** Notes each reading for the screens, even when it brings no news for the log. */
const noteReading = Effect.fnUntraced(function* (
  list: ListName,
  { account }: Session,
  { begunSeq: seq }: Begin,
  lastSeen?: ReadonlyMap<string, number>,
) {
  const readAt = yield* Clock.currentTimeMillis
  const seen = lastSeen === undefined ? {} : { lastSeen }
  yield* (yield* LatestReadings).note({ account, list, seq, readAt, ...seen })
})

/** Records a list. A rejection, because another person signed in meanwhile, is no failure. */
const record = Effect.fnUntraced(function* (command: Parameters<Engine["Service"]["dispatch"]>[0]) {
  const engine = yield* Engine
  yield* engine.dispatch(command).pipe(
    Effect.catchIf(
      ({ reason }) => reason === "rejected",
      () => Effect.void,
    ),
  )
})

const readDevices = Effect.fnUntraced(function* (session: Session, user: SavedUser, begin: Begin) {
  const cloud = yield* Cloud
  const { isApp } = yield* (yield* Platform).surroundings
  const body = { uid: user.uid, token: user.token, isWeb: !isApp }
  const reply = yield* cloud.call("loginWithToken", session.server, body)
  const { name, email, createdAt } = reply
  const profile = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(createdAt !== undefined && { createdAt: serverMs(createdAt) }),
  }
  const own = name === undefined ? {} : { ownName: name }
  yield* renew(session, reply)
  // Recorded before the slow part: a tab that loses the lead abandons the rest of its reading.
  yield* reportUnread("loginWithToken", reply)
  yield* report({
    type: "RecordProfile",
    sessionId: session.id,
    begunAt: begin.begunAt,
    begunSeq: begin.begunSeq,
    profile,
  })
  yield* keepProfile(session)
  const devices = devicesOf(reply)
  const leftOut = leftOutOf(reply, "devices", "subdevices")
  const { servedAt = null } = reply
  yield* record({ type: "RecordDevices", account: session.account, ...begin, devices, leftOut, servedAt, ...own })
  const { ahead } = (yield* Engine).state().devices
  const lastSeen = new Map<string, number>()
  for (const { id, lastSeen: seen } of devices)
    lastSeen.set(id, Math.max(lastSeen.get(id) ?? 0, seen === 0 ? 0 : seen + ahead))
  yield* noteReading("devices", session, begin, lastSeen)
})

/**
 * The returned uid and token replace the saved ones (AUTH-10), if the session is still the same. Another uid is another
 * account: no queued action of this one may be sent under it, so it gets its own session.
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

/** Copies the account's data from the log to the saved user. The log knows which of two readings is newer. */
const keepProfile = Effect.fnUntraced(function* ({ id }: Session) {
  const { current } = (yield* Engine).state().session
  const user = current?.id === id ? yield* credentialsOf(current) : null
  if (current === null || user === null) return
  const { name, email, createdAt } = current
  if (name !== user.name || email !== user.email || createdAt !== user.createdAt)
    yield* saveUser({ ...user, name, email, createdAt })
})

const devicesOf = ({ devices, subdevices }: CallReply<"loginWithToken">): readonly DeviceReading[] => {
  const as = (item: CallReply<"loginWithToken">["devices"][number], shared: boolean): DeviceReading => ({
    ...item,
    lastSeen: serverMs(item.lastSeen),
    owner: item.owner ?? "",
    shared,
  })
  return [...devices.map((item) => as(item, false)), ...subdevices.map((item) => as(item, true))]
}

const readSubAccounts = Effect.fnUntraced(function* (session: Session, user: SavedUser, begin: Begin) {
  const cloud = yield* Cloud
  const input = { uid: user.uid, token: user.token }
  const reply = yield* cloud.call("get_subaccount_list", session.server, input)
  const subAccounts = reply.accounts.map((one) => ({ ...one, createdAt: serverMs(one.createdAt) }))
  const { devices } = reply
  const leftOut = { leftOut: leftOutOf(reply, "accounts"), devicesLeftOut: leftOutOf(reply, "devices") }
  yield* reportUnread("get_subaccount_list", reply)
  yield* record({ type: "RecordSubAccounts", account: session.account, ...begin, subAccounts, devices, ...leftOut })
  yield* noteReading("subAccounts", session, begin)
})

const readMainAccounts = Effect.fnUntraced(function* (session: Session, user: SavedUser, begin: Begin) {
  const cloud = yield* Cloud
  const reply = yield* cloud.call("get_main_accounts", session.server, { uid: user.uid, token: user.token })
  const leftOut = leftOutOf(reply, "result")
  yield* reportUnread("get_main_accounts", reply)
  const { result: mainAccounts } = reply
  yield* record({ type: "RecordMainAccounts", account: session.account, ...begin, mainAccounts, leftOut })
  yield* noteReading("mainAccounts", session, begin)
})

interface Reply {
  readonly unread?: Unread
}

/** The unreadable items of these lists. */
const leftOutOf = ({ unread }: Reply, ...fields: readonly string[]): LeftOut => {
  const all = fields.flatMap((field) => unread?.lists[field] ?? [])
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    ids: all.flatMap(({ ids }) => ids),
    unnamed: all.some(({ unnamed }) => unnamed),
    odd: oddItemsOf(...all),
  }
}

/** One event for a reply, however much of it was unreadable (invariant 11). */
const reportUnread = (call: CallName, { unread }: Reply) =>
  unread === undefined
    ? Effect.void
    : report({ type: "RejectInput", source: "cloud", subject: call, problem: unread.problem })

const readers = { devices: readDevices, subAccounts: readSubAccounts, mainAccounts: readMainAccounts }

const readFailureOf = (reason: CloudFailure): ReadFailure => {
  if (reason._tag === "Refused") return reason.refusal === "tooOften" ? "tooOften" : "unknown"
  if (reason.wait !== undefined) return "wait"
  return isUnreadable(reason) ? "unreadable" : "connect"
}

const readFailed = Effect.fnUntraced(function* (list: ListName, session: Session, error: CloudError) {
  const { reason } = error
  // The session was refused twice, with a token that was replaced each time: it stays valid, and the callers that wait
  // get the failure.
  if (isSessionRefused(error) && (yield* Engine).state().session.current?.id !== session.id) return
  const why = readFailureOf(reason)
  yield* reportWait(session, error)
  yield* report({ type: "RecordReadFailure", account: session.account, list, reason: why, ...httpStatusOf(reason) })
})
