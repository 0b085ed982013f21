import { Deferred, Effect, Layer } from "effect"
import { Leadership, LockError, type Presence } from "../../domain/ports/leadership.ts"
import { BEAT, besideTables } from "../storage/beside.ts"

/** Tabs with the same two names compete. */
export interface LeadershipNames {
  /** Also the name of the channel on which the tabs report their presence. */
  readonly lock: string
  /** The database of the heartbeats. */
  readonly database?: string
}

/** A browser that takes longer than this to list its locks counts as silent, ms. */
const QUERY_MS = 5_000

interface LockRequest {
  readonly granted: Deferred.Deferred<void, LockError>
  readonly lost: Deferred.Deferred<void>
  /** Stops waiting, or releases the lock. */
  readonly end: () => void
}

/**
 * Leadership by a Web Lock, which the browser takes from a tab that dies. Without Web Locks (a page from an insecure
 * origin) no tab ever leads, and nothing is queued.
 */
export const leadershipAt = ({ lock, database }: LeadershipNames): Layer.Layer<Leadership> =>
  Layer.effect(
    Leadership,
    Effect.gen(function* () {
      const beside = yield* besideTables({ name: database })
      const channel = yield* Effect.acquireRelease(
        Effect.sync(() => new BroadcastChannel(lock)),
        (opened) => Effect.sync(() => opened.close()),
      )
      return Leadership.of({
        available: hasLocks(),
        hold: ({ steal }) => hold(lock, steal),
        isHeld: isHeld(lock),
        // When a heartbeat cannot be written, the leader looks silent. That costs one needless change of leader.
        beat: (at) => Effect.ignore(beside("beats", "rw", (beats) => beats.put({ id: BEAT, at }))),
        lastBeat: Effect.orElseSucceed(
          beside("beats", "r", async (beats) => (await beats.get(BEAT))?.at ?? null),
          () => null,
        ),
        tell: (presence) => Effect.sync(() => channel.postMessage(presence)),
        onPresence: (listener) =>
          Effect.sync(() => {
            const hear = ({ data }: MessageEvent<unknown>) => {
              if (isPresence(data)) listener(data)
            }
            channel.addEventListener("message", hear)
            return () => channel.removeEventListener("message", hear)
          }),
      })
    }),
  )

export const leadershipLayer: Layer.Layer<Leadership> = leadershipAt({ lock: "sightline.leader" })

/**
 * The types say that every page has locks. Pages from insecure origins or of a blocked site, and old browsers, have
 * none.
 */
const locksOf = (): LockManager | undefined => {
  try {
    return navigator.locks
  } catch {
    return undefined
  }
}
export const hasLocks = (): boolean => locksOf() !== undefined

/** A tab of another release may send something else. */
const isPresence = (data: unknown): data is Presence =>
  typeof data === "object" &&
  data !== null &&
  "tab" in data &&
  typeof data.tab === "string" &&
  "ready" in data &&
  typeof data.ready === "boolean" &&
  "asks" in data &&
  typeof data.asks === "boolean"

const isHeld = (lock: string): Effect.Effect<boolean> =>
  Effect.tryPromise(async () => (await locksOf()?.query())?.held?.some(({ name }) => name === lock) ?? false).pipe(
    Effect.timeout(QUERY_MS),
    Effect.orElseSucceed(() => false),
  )

const hold = Effect.fnUntraced(function* (lock: string, steal: boolean) {
  const request = yield* Effect.acquireRelease(
    Effect.sync(() => requestLock(lock, steal)),
    ({ end }) => Effect.sync(end),
  )
  yield* Effect.onInterrupt(Deferred.await(request.granted), () => Effect.sync(request.end))
  return Deferred.await(request.lost)
})

const requestLock = (name: string, steal: boolean): LockRequest => {
  const granted = Deferred.makeUnsafe<void, LockError>()
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
  const options = steal ? { steal: true } : { signal: waiting.signal }
  // When another tab steals the lock, the browser rejects the holder's request. After `end` the rejection no longer
  // matters.
  const rejected = () => {
    Deferred.doneUnsafe(granted, Effect.fail(new LockError({ reason: "refused" })))
    Deferred.doneUnsafe(lost, Effect.void)
  }
  const ask = async () => locksOf()?.request(name, options, held)
  ask().catch(rejected)
  return { granted, lost, end }
}
