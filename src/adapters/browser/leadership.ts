import { Deferred, Effect, Layer } from "effect"
import { Leadership } from "../../domain/ports/leadership.ts"
import { BEAT, besideTables } from "../storage/beside.ts"

/** Tabs that name the same two are rivals. */
export interface LeadershipPlace {
  readonly lock: string
  /** The database of the heartbeats. */
  readonly database?: string
}

interface LockRequest {
  readonly granted: Deferred.Deferred<void>
  readonly lost: Deferred.Deferred<void>
  /** Stops waiting, or gives the lock back. */
  readonly end: () => void
}

/**
 * Leadership by a Web Lock, which the browser itself takes from a tab that dies. Where there are no locks (a page from
 * an insecure origin) no tab ever leads: then nothing is queued either (design.md section 2).
 */
export const leadershipAt = ({ lock, database }: LeadershipPlace): Layer.Layer<Leadership> =>
  Layer.effect(
    Leadership,
    Effect.gen(function* () {
      const { beats } = yield* besideTables(database)
      return Leadership.of({
        hold: ({ steal }) => hold(lock, steal),
        // A heartbeat that cannot be written makes the leader look silent, which costs one needless change of leader.
        beat: (at) => Effect.ignore(Effect.tryPromise(() => beats.put({ id: BEAT, at }))),
        lastBeat: Effect.orElseSucceed(
          Effect.tryPromise(async () => (await beats.get(BEAT))?.at ?? null),
          () => null,
        ),
        visible: Effect.sync(() => document.visibilityState === "visible"),
      })
    }),
  )

export const leadershipLayer: Layer.Layer<Leadership> = leadershipAt({ lock: "sightline.leader" })

const hold = Effect.fnUntraced(function* (lock: string, steal: boolean) {
  const request = yield* Effect.acquireRelease(
    Effect.sync(() => requestLock(lock, steal)),
    ({ end }) => Effect.sync(end),
  )
  yield* Effect.onInterrupt(Deferred.await(request.granted), () => Effect.sync(request.end))
  return Deferred.await(request.lost)
})

const requestLock = (name: string, steal: boolean): LockRequest => {
  const granted = Deferred.makeUnsafe<void>()
  const lost = Deferred.makeUnsafe<void>()
  const waiting = new AbortController()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const end = () => {
    waiting.abort()
    resolve()
  }
  const held = () => {
    Deferred.doneUnsafe(granted, Effect.void)
    return ended
  }
  // Types say that every page has locks; pages from insecure origins have not.
  const locks: LockManager | undefined = navigator.locks
  // A theft rejects the request of the holder. One that is ended by ourselves is of no interest any more.
  locks
    ?.request(name, steal ? { steal: true } : { signal: waiting.signal }, held)
    .catch(() => Deferred.doneUnsafe(lost, Effect.void))
  return { granted, lost, end }
}
