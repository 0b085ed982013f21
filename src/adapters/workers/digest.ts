import { Effect, Layer } from "effect"
import { Digest } from "../../domain/ports/platform.ts"
import { isMd5 } from "../../domain/values/identity.ts"
import type { Leaves } from "../../workers/leaves.worker.ts"
import { type Ask, askWorker } from "./link.ts"

/** The only place with the worker's file name, because the bundler needs exactly this form. */
export const startHashWorker = (): Worker =>
  new Worker(new URL("../../workers/leaves.worker.ts", import.meta.url), { type: "module", name: "hash" })

/**
 * Hashes in a worker that starts with the first request. When it breaks, the request is repeated once in a new worker.
 * When that breaks too, the effect dies, because no input can be the reason.
 */
export const digestLayer = (startWorker: () => Worker = startHashWorker): Layer.Layer<Digest> =>
  Layer.effect(
    Digest,
    Effect.gen(function* () {
      const asking = yield* askWorker<Leaves>(startWorker)
      const ask: Ask<Leaves, never> = (question) => Effect.orDie(asking(question))
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

/** The types say that every page has it. Pages from insecure origins have not. */
const hasSubtle = (): boolean => crypto.subtle !== undefined

const subtleSha256 = (parts: readonly string[]) =>
  Effect.promise(async () => {
    const bytes = await new Blob(parts.map((part) => new TextEncoder().encode(part))).arrayBuffer()
    return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))
  })

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
