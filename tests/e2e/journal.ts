import type { JournalEntry } from "../../emulator/node/journal.ts"

/** The cloud's journal of the requests of one call. */

/** The value of a field of a request's body. */
export const fieldOf = ({ body }: Pick<JournalEntry, "body">, name: string): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined

/** `fault` and `applied` of each entry, oldest first: "drop-reply applied", "none applied". */
export const fates = (entries: readonly JournalEntry[]): readonly string[] =>
  entries.map(({ fault, applied }) => `${fault ?? "none"} ${applied ? "applied" : "not applied"}`)

/** True when the sender got the intended reply, and so has no reason to repeat the request. */
const wasAnswered = ({ fault }: JournalEntry): boolean => fault === null || fault === "delay"

/**
 * Repeated requests for the same value without a fault as their reason: the second and every further one with a proper
 * answer. Empty when each intent was sent once, apart from lost or doubled requests.
 */
export const unexplained = (entries: readonly JournalEntry[], field: string): readonly JournalEntry[] => {
  const answered = new Set<unknown>()
  return entries.filter((entry) => {
    if (!wasAnswered(entry)) return false
    const value = fieldOf(entry, field)
    if (answered.has(value)) return true
    answered.add(value)
    return false
  })
}
