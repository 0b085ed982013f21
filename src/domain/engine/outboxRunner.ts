import { Clock, Effect, Latch } from "effect"
import type { TellingRead } from "../outbox/policy.ts"
import { dueReads, isStale, nextDue, sendable } from "../outbox/schedule.ts"
import { type Action, isUnsent } from "../outbox/state.ts"
import { Leadership } from "../ports/leadership.ts"
import { Platform } from "../ports/platform.ts"
import type { Session } from "../session/state.ts"
import { HEARTBEAT_MS, LEADER_SILENCE_MS, REFRESH_INTERVAL_MS, RETRY_CAP_MS } from "../values/limits.ts"
import { credentialsOf } from "./credentials.ts"
import { deliver } from "./delivery.ts"
import { Engine } from "./engine.ts"
import { monotonicMillis, newPace, type Pace, readPaced, restart } from "./pace.ts"
import { Refresher } from "./refresher.ts"

/**
 * Sends what waits, in the leading tab alone. Who holds the lock may try; the epoch, taken in the log itself, decides:
 * every claim names it, and a claim under an older epoch is refused (invariant 17).
 */
export const runOutbox = Effect.gen(function* () {
  for (;;) {
    yield* Effect.scoped(
      Effect.gen(function* () {
        const leadership = yield* Leadership
        const lost = yield* Effect.raceFirst(
          leadership.hold({ steal: false }),
          Effect.andThen(leaderSilent, leadership.hold({ steal: true })),
        )
        yield* Effect.raceFirst(lost, lead)
      }),
    )
    yield* Effect.sleep(HEARTBEAT_MS)
  }
})

/**
 * Returns when the leader has been silent too long and a person is looking at this tab. What counts is how long its last
 * beat has stayed the same here: what the clock on the wall said at that beat may lie in the future.
 */
const leaderSilent = Effect.gen(function* () {
  const leadership = yield* Leadership
  let last = yield* leadership.lastBeat
  let since = yield* monotonicMillis
  for (;;) {
    yield* Effect.sleep(HEARTBEAT_MS)
    const beat = yield* leadership.lastBeat
    const now = yield* monotonicMillis
    if (beat !== last) since = now
    last = beat
    if (beat !== null && now - since > LEADER_SILENCE_MS && (yield* leadership.visible)) return
  }
})

/** What a leading tab remembers between its turns; all of it can be lost with the tab. */
interface Leading {
  readonly epoch: number
  readonly wake: Latch.Latch
  readonly paces: Readonly<Record<TellingRead, Pace>>
}

const lead = Effect.gen(function* () {
  const engine = yield* Engine
  const taken = yield* Effect.option(engine.dispatch({ type: "TakeLeadership" }))
  const event = taken._tag === "Some" ? taken.value.find(({ type }) => type === "LeadershipTaken") : undefined
  if (event?.type !== "LeadershipTaken") return
  const leading: Leading = {
    epoch: event.payload.epoch,
    wake: yield* Latch.make(true),
    paces: { devices: newPace(), subAccounts: newPace(), mainAccounts: newPace() },
  }
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* listen(leading)
      yield* Effect.forkScoped(beating)
      while (engine.state().outbox.epoch === leading.epoch) {
        leading.wake.closeUnsafe()
        const pause = yield* turn(leading)
        yield* Effect.raceFirst(leading.wake.await, Effect.sleep(pause))
      }
    }),
  )
})

/** Wakes the leader when the log grew, the network seems back (worth a probe at once, no more) or the tab is shown. */
const listen = Effect.fnUntraced(function* ({ paces, wake }: Leading) {
  const engine = yield* Engine
  const platform = yield* Platform
  const stopEngine = engine.onPublish(() => wake.openUnsafe())
  const stopOnline = yield* platform.onOnlineChange((online) => {
    if (online) restart(paces.devices)
    wake.openUnsafe()
  })
  const stopVisible = yield* platform.onVisibleChange(() => wake.openUnsafe())
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      stopEngine()
      stopOnline()
      stopVisible()
    }),
  )
})

const beating = Effect.gen(function* () {
  const leadership = yield* Leadership
  for (;;) {
    yield* leadership.beat(yield* Clock.currentTimeMillis)
    yield* Effect.sleep(HEARTBEAT_MS)
  }
})

/** Does all that can be done now; returns how long nothing will change by time alone, ms. */
const turn = Effect.fnUntraced(function* (leading: Leading) {
  const engine = yield* Engine
  const now = yield* Clock.currentTimeMillis
  const stale = [...engine.state().outbox.actions.values()].some((action) => isUnsent(action) && isStale(action, now))
  if (stale) yield* Effect.ignore(engine.dispatch({ type: "ExpireActions", epoch: leading.epoch }))
  const { session } = engine.state()
  const user = session.current === null ? null : yield* credentialsOf(session.current)
  if (session.current === null || user === null) return pauseUntil(nextDue(engine.state().outbox, null, now), now)
  const tick = yield* monotonicMillis
  if (engine.state().connection.status !== "online") yield* probe(leading, tick)
  else {
    yield* sendDue(leading, session.current)
    yield* readDue(leading, session.current, tick)
  }
  const untilEnd = (yield* Refresher).lifetimes.untilNext()
  const { outbox, connection } = engine.state()
  const untilPaced = pauseUntil(nextPaced(leading, connection.status === "online", tick), tick)
  if (connection.status !== "online") return Math.min(untilEnd, untilPaced)
  return Math.min(untilEnd, untilPaced, pauseUntil(nextDue(outbox, session.current.account, now), now))
})

const pauseUntil = (at: number | null, now: number): number =>
  Math.min(REFRESH_INTERVAL_MS, Math.max(1, (at ?? Number.POSITIVE_INFINITY) - now))

/** When the next list may be read (monotonic ms); while the server is silent only the probe counts. */
const nextPaced = ({ paces }: Leading, online: boolean, tick: number): number => {
  if (!online) return paces.devices.at
  return Math.min(...Object.values(paces).map(({ at }) => (at > tick ? at : Number.POSITIVE_INFINITY)))
}

/** One read asks a silent server whether it is back; where the system says offline, only rarely: that is but a hint. */
const probe = Effect.fnUntraced(function* (leading: Leading, tick: number) {
  const { devices } = leading.paces
  const platform = yield* Platform
  if (devices.at > tick) return
  if (devices.at === 0 && !(yield* platform.online)) {
    devices.at = tick + RETRY_CAP_MS
    return
  }
  yield* readThenWake(leading, "devices")
})

const sendDue = Effect.fnUntraced(function* ({ epoch }: Leading, { account }: Session) {
  const engine = yield* Engine
  const now = yield* Clock.currentTimeMillis
  const { outbox, connection } = engine.state()
  const ready = sendable(outbox, account, connection, now)
  yield* Effect.forEach(ready, (action) => claim(action, epoch), { concurrency: "unbounded", discard: true })
})

/** A send outlives the loss of leadership: its answer is worth recording whoever leads by then. */
const claim = Effect.fnUntraced(function* (action: Action, epoch: number) {
  const engine = yield* Engine
  const begunAt = yield* Clock.monotonicTimeNanos
  const claimed = yield* Effect.option(engine.dispatch({ type: "ClaimAction", action: action.id, epoch }))
  const event = claimed._tag === "Some" ? claimed.value.find(({ type }) => type === "ActionClaimed") : undefined
  if (event?.type !== "ActionClaimed") return
  yield* Effect.forkDetach(deliver(action, { attempt: event.payload.attempt, at: event.at, begunAt }))
})

const readDue = Effect.fnUntraced(function* (leading: Leading, { account }: Session, tick: number) {
  const { outbox, devices, sharing } = (yield* Engine).state()
  const { lifetimes } = yield* Refresher
  const lastRead = {
    devices: devices.readAt ?? 0,
    subAccounts: sharing.subAccountsRead.at ?? 0,
    mainAccounts: sharing.mainAccountsRead.at ?? 0,
  }
  for (const list of dueReads(outbox, account, lastRead, lifetimes.outlived()))
    if (leading.paces[list].at <= tick) yield* readThenWake(leading, list)
})

const readThenWake = ({ paces, wake }: Leading, list: TellingRead) =>
  Effect.forkScoped(Effect.ensuring(readPaced(list, paces[list]), wake.open))
