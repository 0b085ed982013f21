import type { Bench } from "./bench.ts"
import type { Book, Signed } from "./book.ts"

/** Local storage key of the saved user. */
export const USER = "user"
const PASSCODE = "passcode."

/** The saved user, as anybody reads it who knows the fields. */
export interface SavedText {
  readonly text: string
  readonly uid: unknown
  readonly token: string
  /** Undefined in what another client has left. */
  readonly server: unknown
  readonly sessionId: unknown
}

/** What is left in the browser of accounts at one moment, as whoever looks from outside sees it. */
export interface Sight {
  /** Undefined when there is none, or none that can be read. */
  readonly user: SavedText | undefined
  readonly hasUser: boolean
  readonly current: Signed | undefined
  /** References of codes, by account. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>
  readonly passcodes: ReadonlySet<string>
  /** What waits to be sent: accounts by action. */
  readonly open: ReadonlyMap<string, string>
  readonly tags: ReadonlySet<string>
}

export const savedIn = (text: string | undefined): SavedText | undefined => {
  if (text === undefined || !text.startsWith("{")) return undefined
  const { uid, token, server, sessionId }: Readonly<Record<string, unknown>> = JSON.parse(text)
  return typeof token === "string" ? { text, uid, token, server, sessionId } : undefined
}

export const look = ({ browser: { storage, safe } }: Bench, { current, open, tags }: Book): Sight => {
  const text = storage.values.get(USER)
  return {
    user: savedIn(text),
    hasUser: text !== undefined,
    current,
    codes: new Map([...safe.secrets].map(([account, codes]) => [account, new Set(codes.keys())])),
    passcodes: new Set([...storage.values.keys()].filter((key) => key.startsWith(PASSCODE))),
    open: new Map(open),
    tags: new Set(tags),
  }
}

/** Whether two collections hold the same. */
export const isSame = (one: Iterable<unknown>, other: Iterable<unknown>): boolean =>
  JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())
