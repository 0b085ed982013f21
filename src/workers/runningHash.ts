import { createSHA256 } from "hash-wasm"
import type { RunningHash } from "../domain/log/ndjson.ts"

/**
 * SHA-256 that goes on, which the browser's own cannot. The hashers are made ahead because making one is asynchronous:
 * the first call gives the one that runs through the whole file, every later call starts the second one afresh.
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
