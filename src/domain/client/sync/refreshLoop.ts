import { Clock, Effect, Random } from "effect"
import { definitionOf } from "../../actions/table.ts"
import { Ids, Platform } from "../../ports/platform.ts"
import type { State } from "../../product/state.ts"
import {
  AWAITED_INTERVAL_MS,
  CLOCK_STEP_TOLERATED_MS,
  OUTCOME_SHOWN_MS,
  READ_TURN_MS,
  REFRESH_INTERVAL_MS,
} from "../../values/limits.ts"
import { Engine } from "../log/engine.ts"
import { monotonicMillis } from "../monotonic.ts"
import { newPace, type Pace, readPaced } from "../pace.ts"
import { onChangeOf, onStatus, runOnTrigger } from "../triggers.ts"
import { LatestReadings } from "./latestReadings.ts"

/**
 * Keeps the device list fresh while a person looks. Every visible tab watches the age of the list. All tabs see a read
 * by one, so one read serves them all. The leader reads first; each other tab follows at its own moment if no read
 * came, because tabs that read at the same moment would replace each other's token. No read comes from hidden tabs,
 * guests, a tab that cannot record the answer, or while the server is silent (the outbox runner probes it).
 */
export const runRefresh = Effect.gen(function* () {
  const engine = yield* Engine
  const platform = yield* Platform
  const pace = newPace()
  const turn = Math.ceil((1 + (yield* Random.next)) * READ_TURN_MS)
  const triggers = [
    platform.onVisibleChange,
    onStatus(engine),
    onChangeOf(engine, ({ session }) => session.current?.account),
    onChangeOf(engine, ({ connection }) => connection.status),
    onChangeOf(engine, ({ outbox }) => outbox.actions.settled),
  ]
  return yield* runOnTrigger(triggers, refreshIfOld(pace, turn))
})

/**
 * The first read after a start always happens, because it renews the session (AUTH-10). `turn`: how long a tab other
 * than the leader waits for others, ms.
 */
const refreshIfOld = Effect.fnUntraced(function* (pace: Pace, turn: number) {
  const engine = yield* Engine
  const { session, devices, connection } = (yield* LatestReadings).shown(engine.state())
  const platform = yield* Platform
  const tick = yield* monotonicMillis
  const known = session.current !== null && devices.account === session.current.account
  const now = yield* Clock.currentTimeMillis
  const interval = isSignAwaited(engine.state(), now) ? AWAITED_INTERVAL_MS : REFRESH_INTERVAL_MS
  const follows = engine.state().outbox.leader !== (yield* Ids).tab
  const fresh = known && pace.at > 0 ? freshFor(devices.read.at, now, interval + (follows ? turn : 0)) : 0
  const wait = Math.max(pace.at - tick, fresh)
  const asks = engine.works() && session.current !== null && connection.status === "online"
  if (!asks || !(yield* platform.visible)) return REFRESH_INTERVAL_MS
  if (wait > 0) return Math.min(REFRESH_INTERVAL_MS, wait)
  yield* readPaced("devices", pace)
  return Math.max(1, Math.min(interval, pace.at - tick))
})

/** True while a person waits for a device to restart or to wake (WAKE-4). */
const isSignAwaited = ({ outbox, devices }: State, now: number): boolean =>
  outbox.actions.settled.some(({ intent, status }) => {
    if (status.state !== "confirmed" || now - status.at > OUTCOME_SHOWN_MS) return false
    const subject = definitionOf(intent).about(intent)
    return subject.kind === "device" && devices.bound.get(subject.id)?.awaited?.seen === null
  })

/**
 * How long a list read at `readAt` stays fresh, ms. A read time in the future (the clock was set back) counts as old.
 */
const freshFor = (readAt: number | null, now: number, interval: number): number =>
  readAt === null || readAt > now + CLOCK_STEP_TOLERATED_MS ? 0 : readAt + interval - now
