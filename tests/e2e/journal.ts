import type { JournalEntry } from "../../emulator/node/journal.ts"

/** What the journal of the cloud says of the requests of one call. */

/** The value of a field of a request's body. */
export const fieldOf = ({ body }: Pick<JournalEntry, "body">, name: string): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined

/** `fault` and `applied` of each entry, oldest first: "drop-reply applied", "none applied". */
export const fates = (entries: readonly JournalEntry[]): readonly string[] =>
  entries.map(({ fault, applied }) => `${fault ?? "none"} ${applied ? "applied" : "not applied"}`)

/** A request whose reply came to its sender as the cloud meant it: nothing gives a reason to repeat it. */
const wasAnswered = ({ fault }: JournalEntry): boolean => fault === null || fault === "delay"

/**
 * Requests for the same value that no fault explains: the second and every further one that was answered in order.
 * Empty when each intent was sent once, but for what a fault has lost or doubled.
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
