import { Clock, Effect } from "effect"
import { definitionOf, isAbsolute } from "../../actions/table.ts"
import type { ListName } from "../../event/listRead.ts"
import type { Session } from "../../features/session/state.ts"
import { expiredActions } from "../../outbox/expiry.ts"
import { attemptsConfirmedBy, dueReads, nextDue, sendable } from "../../outbox/schedule.ts"
import type { Action } from "../../outbox/state.ts"
import { Platform } from "../../ports/platform.ts"
import { listRead } from "../../product/lists.ts"
import type { State } from "../../product/state.ts"
import { NETWORK_SETTLES_MS, REFRESH_INTERVAL_MS } from "../../values/limits.ts"
import { Engine } from "../log/engine.ts"
import { monotonicMillis, monotonicMillisOf } from "../monotonic.ts"
import { newPace, type Pace, readPaced, restart } from "../pace.ts"
import { Refresher } from "../sync/refresher.ts"
import { ManualTrigger, onEveryCommit, runOnTrigger, until } from "../triggers.ts"
import { credentialsOf } from "./credentials.ts"
import { deliver } from "./delivery.ts"
import { leadInTurn } from "./leading.ts"

/**
 * Sends the queued actions, in the leader only. The holder of the lock may try, and the epoch in the log decides: every
 * claim names it, and the log refuses a claim under an older epoch (invariant 17).
 */
export const runOutbox = Effect.suspend(() => leadInTurn(lead))

/** The memory of a leader between its turns. All of it may be lost with the tab. */
interface Leading {
  readonly epoch: number
  readonly paces: Readonly<Record<ListName, Pace>>
  /** The pace of probes to a silent server. A network that comes and goes leaves the pace of the lists unchanged. */
  readonly probes: Pace
  /**
   * The last event before the latest successful reading of each list, even when the log has not recorded that reading.
   */
  readonly known: Record<ListName, number>
  /** The same for the latest reading of each list, successful or not. */
  readonly asked: Record<ListName, number>
  /** Lost attempts, by name, after whose end the list was read. */
  readonly looked: Set<string>
  /** A read or a send has ended. */
  readonly ended: ManualTrigger
  /** Attempts of this tab that are under way. */
  underWay: number
  /** Attempts that were or may have been sent, and have no outcome in the log yet. */
  handed: ReadonlySet<string>
}

const lead = Effect.fnUntraced(function* (epoch: number) {
  const engine = yield* Engine
  const platform = yield* Platform
  const leading: Leading = {
    epoch,
    paces: { devices: newPace(), subAccounts: newPace(), mainAccounts: newPace() },
    probes: newPace(NETWORK_SETTLES_MS),
    known: { devices: 0, subAccounts: 0, mainAccounts: 0 },
    asked: { devices: 0, subAccounts: 0, mainAccounts: 0 },
    looked: new Set(),
    ended: new ManualTrigger(),
    underWay: 0,
    handed: new Set(),
  }
  // When the system reports a change of the network, probes at once, because its report is only a hint.
  const onOnline = (wake: () => void) =>
    Effect.clockWith((clock) =>
      platform.onOnlineChange(() => {
        restart(leading.probes, monotonicMillisOf(clock))
        wake()
      }),
    )
  const triggers = [onEveryCommit(engine), leading.ended.trigger, onOnline, platform.onVisibleChange]
  return {
    run: runOnTrigger(triggers, turn(leading)),
    idle: until([leading.ended.trigger], () => leading.underWay === 0),
  }
})

/** Does all that can be done now. Returns the time for which nothing will change without an event, ms. */
const turn = Effect.fnUntraced(function* (leading: Leading) {
  const engine = yield* Engine
  const now = yield* Clock.currentTimeMillis
  if (expiredActions(engine.state().outbox, now).length > 0)
    yield* Effect.ignore(engine.dispatch({ type: "ExpireActions", epoch: leading.epoch }))
  yield* giveBackUnsent(leading)
  const { session } = engine.state()
  const user = session.current === null ? null : yield* credentialsOf(session.current)
  if (session.current === null || user === null)
    return pauseUntil(nextDue(engine.state().outbox, null, engine.state().connection, now), now)
  const tick = yield* monotonicMillis
  if (engine.state().connection.status !== "online") yield* probe(leading, tick)
  else {
    yield* sendDue(leading, session.current, tick)
    yield* readDue(leading, session.current, tick)
  }
  const untilEnd = (yield* Refresher).lifetimes.untilNext()
  const { outbox, connection } = engine.state()
  const untilPaced = pauseUntil(nextPaced(leading, connection.status === "online", tick), tick)
  if (connection.status !== "online") return Math.min(untilEnd, untilPaced)
  return Math.min(untilEnd, untilPaced, pauseUntil(nextDue(outbox, session.current.account, connection, now), now))
})

/**
 * When a browser answers too late, the log may hold a claim of which this leader does not know. It is of the current
 * epoch, so no other leader takes it for lost. This leader has not sent it and releases it.
 */
const giveBackUnsent = Effect.fnUntraced(function* (leading: Leading) {
  const engine = yield* Engine
  const sending = [...engine.state().outbox.actions.sending]
  const attempts = new Set(sending.map(({ id, attempts }) => attemptOf(id, attempts)))
  leading.handed = new Set([...leading.handed].filter((attempt) => attempts.has(attempt)))
  for (const { id, attempts: attempt, status } of sending) {
    if (status.state !== "sending" || status.epoch !== leading.epoch) continue
    if (leading.handed.has(attemptOf(id, attempt))) continue
    const report = { action: id, attempt, outcome: { kind: "notSent" }, jitter: 0 } as const
    yield* Effect.ignore(engine.dispatch({ type: "RecordOutcome", ...report }))
  }
})

const attemptOf = (action: string, attempt: number): string => `${action} ${attempt}`

const pauseUntil = (at: number | null, now: number): number =>
  Math.min(REFRESH_INTERVAL_MS, Math.max(1, (at ?? Number.POSITIVE_INFINITY) - now))

/** The time of the next read of a list (monotonic ms). While the server is silent only the probe counts. */
const nextPaced = ({ paces, probes }: Leading, online: boolean, tick: number): number => {
  if (!online) return probes.at
  return Math.min(...Object.values(paces).map(({ at }) => (at > tick ? at : Number.POSITIVE_INFINITY)))
}

/**
 * Reads one list to find out whether a silent server is back, whatever the system says of the network: a reply
 * outweighs its hint.
 */
const probe = Effect.fnUntraced(function* (leading: Leading, tick: number) {
  const { probes } = leading
  if (probes.at > tick) return
  // A server with an unreadable reply to one list may well answer another.
  const list = PROBES[probes.failures % PROBES.length] ?? "devices"
  yield* readThenWake(leading, list, probes)
})

const PROBES: readonly ListName[] = ["devices", "mainAccounts", "subAccounts"]

const sendDue = Effect.fnUntraced(function* (leading: Leading, { account }: Session, tick: number) {
  const engine = yield* Engine
  const now = yield* Clock.currentTimeMillis
  const state = engine.state()
  const ready = sendable(state.outbox, account, state.connection, now)
  const byLack = Map.groupBy(ready, (action) => lackedList(action, state) ?? unseenList(action, state, leading))
  for (const list of byLack.keys())
    if (list !== null && leading.paces[list].at <= tick) yield* readThenWake(leading, list)
  const able = byLack.get(null) ?? []
  yield* Effect.forEach(able, (action) => claim(action, leading), { concurrency: "unbounded", discard: true })
})

/**
 * Only a list read before an invitation was sent can later show the invited sub-account. An action waits for the list
 * that it needs, unless the server replies that it has none.
 */
const lackedList = ({ account, intent }: Action, state: State): ListName | null => {
  const list = definitionOf(intent).needsList
  if (list === null) return null
  const { at, failure } = listRead(state, account, list)
  return at === null && failure !== "unknown" ? list : null
}

/**
 * Another client may have changed the subject of an action that waited for the connection. Before the first attempt its
 * list is read once, so that the person learns of a value that is replaced. The probe has already read the devices.
 */
const unseenList = (
  { order, attempts, intent, account }: Action,
  state: State,
  { asked }: Leading,
): ListName | null => {
  const { confirmedBy } = definitionOf(intent)
  const since = state.connection.seq
  if (!isAbsolute(intent) || confirmedBy === null || confirmedBy === "devices" || attempts > 0 || order > since)
    return null
  return Math.max(listRead(state, account, confirmedBy).seq, asked[confirmedBy]) < since ? confirmedBy : null
}

/**
 * A send continues after the loss of leadership: its outcome is worth recording, whichever tab leads by then. Nothing
 * may interrupt between claim and send: a claim without a send would be reported as "not confirmed".
 */
const claim = (action: Action, leading: Leading) =>
  Effect.uninterruptible(
    Effect.gen(function* () {
      const engine = yield* Engine
      const begunAt = yield* monotonicMillis
      const { epoch } = leading
      const claimed = yield* Effect.option(engine.dispatch({ type: "ClaimAction", action: action.id, epoch }))
      const event = claimed._tag === "Some" ? claimed.value.find(({ type }) => type === "ActionClaimed") : undefined
      if (event?.type !== "ActionClaimed") return
      leading.handed = new Set(leading.handed).add(attemptOf(action.id, event.payload.attempt))
      leading.underWay += 1
      const ended = Effect.andThen(
        Effect.sync(() => {
          leading.underWay -= 1
        }),
        leading.ended.fire,
      )
      const sent = deliver(action, { attempt: event.payload.attempt, at: event.at, begunAt })
      yield* Effect.forkDetach(Effect.ensuring(sent, ended), { uninterruptible: false })
    }),
  )

const readDue = Effect.fnUntraced(function* (leading: Leading, { account }: Session, tick: number) {
  const state = (yield* Engine).state()
  const { lifetimes } = yield* Refresher
  const knownOf = (list: ListName) => Math.max(listRead(state, account, list).seq, leading.known[list])
  const knownTo = {
    devices: knownOf("devices"),
    subAccounts: knownOf("subAccounts"),
    mainAccounts: knownOf("mainAccounts"),
  }
  const outlived = new Set([...lifetimes.outlivedActions()].filter((attempt) => !leading.looked.has(attempt)))
  for (const list of dueReads(state.outbox, account, knownTo, lifetimes.outlived(), outlived))
    if (leading.paces[list].at <= tick) yield* readThenWake(leading, list)
})

const readThenWake = Effect.fnUntraced(function* (
  { paces, known, asked, looked, ended }: Leading,
  list: ListName,
  pace: Pace = paces[list],
) {
  const engine = yield* Engine
  const begunSeq = engine.cursor()
  const outlived = (yield* Refresher).lifetimes.outlivedActions()
  const shownAttempts = attemptsConfirmedBy(engine.state().outbox, list).filter((attempt) => outlived.has(attempt))
  const read = Effect.tap(readPaced(list, pace), (result) =>
    Effect.sync(() => {
      asked[list] = begunSeq
      if (result !== "read") return
      known[list] = begunSeq
      for (const attempt of shownAttempts) looked.add(attempt)
    }),
  )
  yield* Effect.forkScoped(Effect.ensuring(read, ended.fire))
})
