import type { Remote, wrap } from "comlink"
import { Effect, Layer } from "effect"
import { Digest } from "../../domain/ports/platform.ts"
import { isMd5 } from "../../domain/values/identity.ts"
import type { HashWorker } from "../../workers/md5.worker.ts"

/** A worker that has not answered by then is taken for dead: hashing what a person typed takes a millisecond. */
const ANSWER_TIMEOUT_MS = 10_000

/** The one place that names the worker's file: the bundler looks for exactly this form. */
export const startHashWorker = (): Worker =>
  new Worker(new URL("../../workers/md5.worker.ts", import.meta.url), { type: "module", name: "hash" })

interface Running {
  readonly remote: Remote<HashWorker>
  /** Rejects when the worker's script does not load or throws outside of a question. */
  readonly broken: Promise<never>
  readonly stop: () => void
}

/**
 * Hashes in a worker that starts with the first question. When it breaks the question is asked once more of a new
 * one; when that breaks too the effect dies, because no input can be the reason.
 */
export const digestLayer = (startWorker: () => Worker = startHashWorker): Layer.Layer<Digest> =>
  Layer.effect(
    Digest,
    Effect.gen(function* () {
      let running: Running | undefined
      const stop = Effect.sync(() => {
        running?.stop()
        running = undefined
      })
      yield* Effect.addFinalizer(() => stop)
      const ask = (question: (remote: Remote<HashWorker>) => Promise<string>) =>
        Effect.tryPromise(async () => {
          const comlink = await import("comlink")
          running ??= start(startWorker(), comlink.wrap)
          return Promise.race([question(running.remote), running.broken])
        }).pipe(
          Effect.timeout(ANSWER_TIMEOUT_MS),
          Effect.tapError(() => stop),
          Effect.retry({ times: 1 }),
          Effect.orDie,
        )
      return Digest.of({
        md5: (text) =>
          Effect.flatMap(
            ask((remote) => remote.hash("md5", [text])),
            (md5) => (isMd5(md5) ? Effect.succeed(md5) : Effect.die(new Error("the worker gave no MD5"))),
          ),
        sha256: (parts) => (hasSubtle() ? subtleSha256(parts) : ask((remote) => remote.hash("sha256", [...parts]))),
      })
    }),
  )

const start = (worker: Worker, link: typeof wrap): Running => {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting when it breaks.
  promise.catch(() => {})
  worker.onerror = (event) => {
    event.preventDefault()
    reject(new Error(`the hash worker broke at ${event.filename}:${event.lineno}`))
  }
  worker.onmessageerror = () => reject(new Error("the hash worker could not be understood"))
  return { remote: link<HashWorker>(worker), broken: promise, stop: () => worker.terminate() }
}

/** Types say that every page has it; pages from insecure origins have not. */
const hasSubtle = (): boolean => crypto.subtle !== undefined

const subtleSha256 = (parts: readonly string[]) =>
  Effect.promise(async () => {
    const bytes = await new Blob(parts.map((part) => new TextEncoder().encode(part))).arrayBuffer()
    return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))
  })

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
