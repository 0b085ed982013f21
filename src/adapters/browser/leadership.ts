import { Deferred, Effect, Layer } from "effect"
import { Leadership, LockError, type Presence } from "../../domain/ports/leadership.ts"
import { BEAT, besideTables } from "../storage/beside.ts"

/** Tabs that name the same two are rivals. */
export interface LeadershipNames {
  /** Also names the channel on which the tabs report their presence. */
  readonly lock: string
  /** The database of the heartbeats. */
  readonly database?: string
}

/** A browser that takes longer to list its locks does not answer, ms. */
const QUERY_MS = 5_000

interface LockRequest {
  readonly granted: Deferred.Deferred<void, LockError>
  readonly lost: Deferred.Deferred<void>
  /** Stops waiting, or gives the lock back. */
  readonly end: () => void
}

/**
 * Leadership by a Web Lock, which the browser itself takes from a tab that dies. Where there are no locks (a page from
 * an insecure origin) no tab ever leads: then nothing is queued either.
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
        // A heartbeat that cannot be written makes the leader look silent, which costs one needless change of leader.
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

/** Types say that every page has locks; pages from insecure origins, of a blocked site, and old browsers, have not. */
const locksOf = (): LockManager | undefined => {
  try {
    return navigator.locks
  } catch {
    return undefined
  }
}
export const hasLocks = (): boolean => locksOf() !== undefined

/** A tab of another release may tell something else. */
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
  // A theft rejects the request of the holder. One that is ended by ourselves is of no interest any more.
  const rejected = () => {
    Deferred.doneUnsafe(granted, Effect.fail(new LockError({ reason: "refused" })))
    Deferred.doneUnsafe(lost, Effect.void)
  }
  const ask = async () => locksOf()?.request(name, options, held)
  ask().catch(rejected)
  return { granted, lost, end }
}
