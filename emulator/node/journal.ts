/** The request journal (EMU-6): requests and their outcomes, without secrets (SEC-2, AUTH-11). */

/** Most entries that are kept. */
const ENTRIES_KEPT = 20_000
/** Answers are larger than requests: the journal keeps only this many of the latest. */
export const ANSWERS_KEPT = 200
/** Longest text of a body that is kept, characters. */
const TEXT_KEPT = 256
/** Deepest value of a body that is kept, and most fields of one object. */
const DEPTH_KEPT = 4
const FIELDS_KEPT = 32

export interface JournalEntry {
  readonly n: number
  /** Time of the decision, ms since 1970. */
  readonly at: number
  readonly path: string
  /** Without secrets. Null when it was no JSON. */
  readonly body: unknown
  readonly fault: string | null
  /** True when the call took effect. */
  readonly applied: boolean
  /** The cloud's status, even when the answer was lost. Null when the cloud did not decide. */
  readonly status: number | null
  /**
   * The cloud's answer without secrets, even when it was lost. Null when there was none, or when many entries followed.
   */
  readonly answer: unknown
}

export interface Journal {
  add(entry: Omit<JournalEntry, "n">): void
  /** Entries after number `since`, oldest first. */
  since(n: number): readonly JournalEntry[]
  /** Removes all entries. Numbers continue, so that a reader with an earlier number misses nothing. */
  clear(): void
}

export const createJournal = (): Journal => {
  let entries: JournalEntry[] = []
  let last = 0
  return {
    add: (entry) => {
      last += 1
      entries.push({ n: last, ...entry })
      const old = entries.at(-1 - ANSWERS_KEPT)
      if (old !== undefined) entries[entries.length - 1 - ANSWERS_KEPT] = { ...old, answer: null }
      if (entries.length > ENTRIES_KEPT * 1.1) entries = entries.slice(-ENTRIES_KEPT)
    },
    since: (n) => entries.filter((entry) => entry.n > n),
    clear: () => {
      entries = []
    },
  }
}

const HIDDEN = "(hidden)"
const SECRET_FIELD = /token|password|passcode|code|secret|hash/i
const MD5 = /^[0-9a-f]{32}$/i
const SECRET_NUMBER = /^[0-9]{6}$/

/**
 * The body for the journal. Hides fields with a secret's name, and values that look like a hash or a code, at any
 * depth. It prefers to hide too much: a name of six digits is hidden as well.
 */
export const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") {
    if (MD5.test(value) || SECRET_NUMBER.test(value)) return HIDDEN
    return value.length > TEXT_KEPT ? `${value.slice(0, TEXT_KEPT)}…` : value
  }
  if (value === null || typeof value !== "object") return value
  if (depth >= DEPTH_KEPT) return "(deeper)"
  if (Array.isArray(value)) return value.slice(0, FIELDS_KEPT).map((item) => withoutSecrets(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, FIELDS_KEPT)
      .map(([key, item]) => [key, SECRET_FIELD.test(key) ? HIDDEN : withoutSecrets(item, depth + 1)]),
  )
}
