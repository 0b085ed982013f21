import { Clock, Effect, Latch } from "effect"
import { Platform } from "../ports/platform.ts"
import { REFRESH_INTERVAL_MS } from "../values/limits.ts"
import { Engine } from "./engine.ts"
import { monotonicMillis, newPace, type Pace, readPaced } from "./pace.ts"

/**
 * Keeps the device list fresh while somebody looks: every visible tab watches its age, and since a read by one is
 * seen by all, one read serves them. Hidden tabs, guests and a silent server (the outbox runner probes it) ask nothing.
 */
export const runRefresh = Effect.scoped(
  Effect.gen(function* () {
    const engine = yield* Engine
    const platform = yield* Platform
    const wake = yield* Latch.make(true)
    const stopVisible = yield* platform.onVisibleChange(() => wake.openUnsafe())
    let account = engine.state().session.current?.account
    const stopEngine = engine.onPublish((state) => {
      const next = state.session.current?.account
      if (next !== account) wake.openUnsafe()
      account = next
    })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        stopVisible()
        stopEngine()
      }),
    )
    const pace = newPace()
    for (;;) {
      wake.closeUnsafe()
      const pause = yield* refreshIfOld(pace)
      yield* Effect.raceFirst(wake.await, Effect.sleep(pause))
    }
  }),
)

/** The first read of a start is always made: it renews the session (AUTH-10). */
const refreshIfOld = Effect.fnUntraced(function* (pace: Pace) {
  const { session, devices, connection } = (yield* Engine).state()
  const platform = yield* Platform
  const tick = yield* monotonicMillis
  const known = session.current !== null && devices.account === session.current.account
  const fresh = known && pace.at > 0 ? freshFor(devices.readAt, yield* Clock.currentTimeMillis) : 0
  const wait = Math.max(pace.at - tick, fresh)
  if (session.current === null || connection.status !== "online" || !(yield* platform.visible))
    return REFRESH_INTERVAL_MS
  if (wait > 0) return Math.min(REFRESH_INTERVAL_MS, wait)
  yield* readPaced("devices", pace)
  return Math.max(1, Math.min(REFRESH_INTERVAL_MS, pace.at - tick))
})

/** How long a list read at `readAt` stays fresh, ms; one read in the future (the clock was set back) is old. */
const freshFor = (readAt: number | null, now: number): number =>
  readAt === null || readAt > now ? 0 : readAt + REFRESH_INTERVAL_MS - now
