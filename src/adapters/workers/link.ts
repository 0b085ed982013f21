import type { Remote, wrap } from "comlink"
import { Effect, type Scope } from "effect"

/** The timeout after which a worker counts as dead. Requests of this kind take some milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000

export interface WorkerLink<Api> {
  readonly remote: Remote<Api>
  /** Rejects when the worker's script does not load or throws outside of a request, and when the worker is stopped. */
  readonly broken: Promise<never>
  readonly stop: () => void
}

export const linkWorker = <Api>(worker: Worker, link: typeof wrap): WorkerLink<Api> => {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  // It may break while no caller waits.
  broken.catch(() => {})
  worker.onerror = (event) => {
    event.preventDefault()
    reject(new Error(`a worker broke at ${event.filename}:${event.lineno}`))
  }
  worker.onmessageerror = () => reject(new Error("a worker could not be understood"))
  const stop = () => {
    worker.terminate()
    reject(new Error("the worker was stopped"))
  }
  return { remote: link<Api>(worker), broken, stop }
}

/** Sends a request to the worker. Fails when two workers have broken over it. */
export type Ask<Api, Failure = unknown> = <Answer>(
  question: (remote: Remote<Api>) => Promise<Answer>,
) => Effect.Effect<Answer, Failure>

/** A worker that starts with the first request. When it breaks, the request is repeated once in a new worker. */
export const askWorker = Effect.fnUntraced(function* <Api>(
  startWorker: () => Worker,
): Effect.fn.Return<Ask<Api>, never, Scope.Scope> {
  let running: WorkerLink<Api> | undefined
  const stop = Effect.sync(() => {
    running?.stop()
    running = undefined
  })
  yield* Effect.addFinalizer(() => stop)
  return (question) => {
    const asked = Effect.tryPromise(async () => {
      const comlink = await import("comlink")
      running ??= linkWorker<Api>(startWorker(), comlink.wrap)
      return Promise.race([question(running.remote), running.broken])
    }).pipe(
      Effect.timeout(ANSWER_TIMEOUT_MS),
      Effect.tapError(() => stop),
    )
    return Effect.catch(asked, () => asked)
  }
})
