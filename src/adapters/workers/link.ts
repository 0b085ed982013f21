import type { Remote, wrap } from "comlink"
import { Effect, type Scope } from "effect"

/** A worker that has not answered by then is taken for dead: what is asked this way takes some milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000

export interface WorkerLink<Api> {
  readonly remote: Remote<Api>
  /** Rejects when the worker's script does not load or throws outside of a question, and when the worker is stopped. */
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

/** Puts a question to the worker; fails when two of them have broken over it. */
export type Ask<Api, Failure = unknown> = <Answer>(
  question: (remote: Remote<Api>) => Promise<Answer>,
) => Effect.Effect<Answer, Failure>

/** A worker that starts with the first question. One that breaks is asked no more: the question goes to a new one, once. */
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
