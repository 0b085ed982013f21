import { StoreError } from "../../domain/ports/eventStore.ts"

type Reason = StoreError["reason"]

/** Meanings by the name of an error or of an inner error. The first match counts. */
const MEANINGS: readonly (readonly [name: string, reason: Reason])[] = [
  ["QuotaExceededError", "quota"],
  // A transaction was interrupted. Opening the log again shows why.
  ["DatabaseClosedError", "erased"],
  ["VersionError", "newer"],
  ["UnknownError", "damaged"],
  ["NotReadableError", "damaged"],
  // An upgrade was aborted. Dexie may wrap that in an OpenFailedError.
  ["AbortError", "failed"],
  ["MissingAPIError", "unavailable"],
  ["OpenFailedError", "unavailable"],
]

/**
 * The meaning of an error of Dexie or IndexedDB for the log. A full disk shows when the transaction aborts, as an
 * AbortError around a QuotaExceededError.
 */
export const storeError = (cause: unknown): StoreError => {
  if (cause instanceof StoreError) return cause
  const chain = withInner(cause)
  const nested = chain.find((error) => error instanceof StoreError)
  if (nested !== undefined) return nested
  const names = errorNames(cause)
  const reason = MEANINGS.find(([name]) => names.includes(name))?.[1] ?? "failed"
  const innermost = chain.at(-1)
  return new StoreError({ reason, detail: innermost === undefined ? String(cause) : String(innermost) })
}

export const errorNames = (cause: unknown): readonly string[] => withInner(cause).map(({ name }) => name)

/** The error and its inner errors, outermost first. A DOMException need not be an Error, but it has a name. */
const withInner = (cause: unknown): readonly Error[] => {
  const chain: Error[] = []
  let next = cause
  while ((next instanceof Error || next instanceof DOMException) && !chain.includes(next)) {
    chain.push(next)
    next = "inner" in next ? next.inner : next.cause
  }
  return chain
}
