import type { Remote, wrap } from "comlink"
import { Effect, Layer } from "effect"
import { Subnets, SubnetsError } from "../../domain/ports/subnets.ts"
import type { SubnetsWorker } from "../../workers/subnets.worker.ts"

/** A worker that has not answered by then is taken for dead: a part of a network takes some milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000

/** The one place that names the worker's file: the bundler looks for exactly this form. */
export const startSubnetsWorker = (): Worker =>
  new Worker(new URL("../../workers/subnets.worker.ts", import.meta.url), { type: "module", name: "subnets" })

interface Running {
  readonly remote: Remote<SubnetsWorker>
  readonly broken: Promise<never>
  readonly stop: () => void
}

const start = (worker: Worker, link: typeof wrap): Running => {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting when it breaks.
  promise.catch(() => {})
  worker.onerror = (event) => {
    event.preventDefault()
    reject(new Error("the subnets worker broke"))
  }
  worker.onmessageerror = () => reject(new Error("the subnets worker could not be understood"))
  return { remote: link<SubnetsWorker>(worker), broken: promise, stop: () => worker.terminate() }
}

/** The worker starts with the first search. One that breaks is asked no more: the next question starts another. */
export const subnetsLayer = (startWorker: () => Worker = startSubnetsWorker): Layer.Layer<Subnets> =>
  Layer.effect(
    Subnets,
    Effect.gen(function* () {
      let running: Running | undefined
      const stop = Effect.sync(() => {
        running?.stop()
        running = undefined
      })
      yield* Effect.addFinalizer(() => stop)
      return Subnets.of({
        hosts: (targets, from, count) =>
          Effect.tryPromise(async () => {
            const comlink = await import("comlink")
            running ??= start(startWorker(), comlink.wrap)
            return Promise.race([running.remote.hosts([...targets], from, count), running.broken])
          }).pipe(
            Effect.timeout(ANSWER_TIMEOUT_MS),
            Effect.tapError(() => stop),
            Effect.retry({ times: 1 }),
            Effect.mapError(() => new SubnetsError({ reason: "broken" })),
          ),
      })
    }),
  )
