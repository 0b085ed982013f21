import { createSHA256 } from "hash-wasm"
import type { RunningHash } from "../domain/log/ndjson.ts"

/**
 * A running SHA-256, which the browser lacks. The hashers are made in advance, because making one is asynchronous. The
 * first call returns the hasher for the whole file; every later call restarts the second one.
 */
export const makeRunningHashes = async (): Promise<() => RunningHash> => {
  const [whole, part] = await Promise.all([createSHA256(), createSHA256()])
  let first = true
  return () => {
    const hasher = (first ? whole : part).init()
    first = false
    return {
      update: (text) => {
        hasher.update(text)
      },
      digest: () => {
        const kept = hasher.save()
        const digest = hasher.digest("hex")
        hasher.load(kept)
        return digest
      },
    }
  }
}
