import { Clock, Effect } from "effect"
import { Leadership } from "../../ports/leadership.ts"
import {
  HANDOVER_MAX_MS,
  HEARTBEAT_MS,
  LEADER_SILENCE_MS,
  PRESENCE_ANSWER_MS,
  RETRY_BASE_MS,
} from "../../values/limits.ts"
import { LOCK_LOOP } from "../../values/loops.ts"
import { Engine } from "../log/engine.ts"
import { monotonicMillis } from "../monotonic.ts"
import { TabPresence } from "../tabPresence.ts"
import { onStatus, until } from "../triggers.ts"

/** The work of a leader, which gets its new epoch. */
export type Lead<R> = (epoch: number) => Effect.Effect<
  {
    /** Never ends on its own. */
    readonly run: Effect.Effect<never, never, R>
    /** Completes when no request of this tab is under way. */
    readonly idle: Effect.Effect<void>
  },
  never,
  R
>

/**
 * Makes the tabs of the browser lead in turn. A visible tab leads at once. A hidden one leads only while no other tab
 * is visible, and hands over on its own. A frozen leader cannot hand over: a visible tab takes the lock from a leader
 * that was silent too long. A tab that does not work leaves the lock to one that does.
 */
export const leadInTurn = Effect.fnUntraced(function* <R>(lead: Lead<R>) {
  const leadership = yield* Leadership
  const engine = yield* Engine
  const presence = yield* TabPresence
  const triggers = [onStatus(engine), presence.onChange]
  if (!leadership.available) return yield* Effect.never
  for (;;) {
    yield* until(triggers, engine.works)
    yield* Effect.scoped(
      Effect.gen(function* () {
        const granted = Effect.raceFirst(
          leadership.hold({ steal: false }),
          Effect.andThen(following, leadership.hold({ steal: true })),
        ).pipe(
          Effect.tap(() => Effect.sync(() => engine.reportLoop(LOCK_LOOP, "ok"))),
          Effect.onInterrupt(() => Effect.sync(() => engine.reportLoop(LOCK_LOOP, "ok"))),
          Effect.catchTag("LockError", () => Effect.as(refused, null)),
        )
        // A tab that waits for the lock and no longer works leaves the queue.
        const lost = yield* Effect.raceFirst(
          granted,
          Effect.as(
            until(triggers, () => !engine.works()),
            null,
          ),
        )
        if (lost === null || !(yield* isWanted)) return
        yield* Effect.raceFirst(lost, ledOut(lead))
      }),
    )
    // A visible tab asks for the lock again at once; a hidden one lets others go first.
    yield* Effect.raceFirst(Effect.sleep(HEARTBEAT_MS), until(triggers, presence.visible))
  }
})

/** Reports that the browser refuses the lock to every tab, and waits before asking again. */
const refused = Effect.gen(function* () {
  const leadership = yield* Leadership
  const engine = yield* Engine
  if (!(yield* leadership.isHeld)) engine.reportLoop(LOCK_LOOP, "failing")
  yield* Effect.sleep(HEARTBEAT_MS)
})

/** A hidden tab that got the lock first asks whether another tab is visible: the last one it knew may have died. */
const isWanted = Effect.gen(function* () {
  const presence = yield* TabPresence
  if (presence.visible()) return true
  yield* presence.ask
  yield* Effect.raceFirst(Effect.sleep(PRESENCE_ANSWER_MS), until([presence.onChange], presence.visible))
  return presence.shouldLead()
})

/**
 * Leads until the epoch is lost or another tab should lead. Then waits for the requests under way, so that none counts
 * as lost.
 */
const ledOut = Effect.fnUntraced(function* <R>(lead: Lead<R>) {
  const engine = yield* Engine
  const presence = yield* TabPresence
  const triggers = [onStatus(engine), presence.onChange, epochs(engine)]
  const taken = yield* Effect.option(engine.dispatch({ type: "TakeLeadership" }))
  const event = taken._tag === "Some" ? taken.value.find(({ type }) => type === "LeadershipTaken") : undefined
  // The log could not be written. Another tab may try, and this one again a little later.
  if (event?.type !== "LeadershipTaken") return yield* Effect.sleep(RETRY_BASE_MS)
  const { epoch } = event.payload
  const isCurrent = () => engine.state().outbox.epoch === epoch
  const mayLead = () => engine.works() && presence.shouldLead()
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* Effect.forkScoped(beating)
      const { run, idle } = yield* lead(epoch)
      while (isCurrent()) {
        yield* Effect.raceFirst(
          run,
          until(triggers, () => !isCurrent() || !mayLead()),
        )
        // A short failure to write the log does not change the leader.
        if (!isCurrent() || engine.works() || engine.status().outdated) break
        yield* Effect.raceFirst(
          until(triggers, () => !isCurrent() || mayLead()),
          Effect.sleep(HEARTBEAT_MS),
        )
        if (!mayLead()) break
      }
      yield* Effect.raceFirst(idle, Effect.sleep(HANDOVER_MAX_MS))
    }),
  )
})

const epochs =
  (engine: Engine["Service"]) =>
  (wake: () => void): Effect.Effect<() => void> =>
    Effect.sync(() => {
      let known = engine.state().outbox.epoch
      return engine.onPublish(({ outbox }) => {
        if (outbox.epoch !== known) wake()
        known = outbox.epoch
      })
    })

/** Sends the leader's heartbeat, and reads commits of tabs that could not announce them (invariant 24). */
const beating = Effect.gen(function* () {
  const leadership = yield* Leadership
  const engine = yield* Engine
  for (;;) {
    yield* leadership.beat(yield* Clock.currentTimeMillis)
    yield* engine.catchUp
    yield* Effect.sleep(HEARTBEAT_MS)
  }
})

/**
 * Looks at each heartbeat for events that no tab has announced: a tab may die or freeze right after its commit. Returns
 * when the leader has been silent too long and this tab is visible. The silence is the time since this tab last saw the
 * beat change, because the wall clock of that beat may lie in the future. A leader that froze before its first beat
 * counts as silent too. When the browser grants the lock to no tab, this tab reports it: nothing is sent without the
 * lock, because another tab might send too.
 */
const following = Effect.gen(function* () {
  const leadership = yield* Leadership
  const engine = yield* Engine
  const presence = yield* TabPresence
  let last = yield* leadership.lastBeat
  let since = yield* monotonicMillis
  for (;;) {
    yield* Effect.sleep(HEARTBEAT_MS)
    yield* engine.catchUp
    const beat = yield* leadership.lastBeat
    const now = yield* monotonicMillis
    const isStuck = beat === last && !(yield* leadership.isHeld)
    engine.reportLoop(LOCK_LOOP, isStuck ? "failing" : "ok")
    if (beat !== last) since = now
    last = beat
    if (now - since > LEADER_SILENCE_MS && presence.visible()) return
  }
})
