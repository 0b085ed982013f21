import { Violation } from "../../violation.ts"
import type { Bench } from "./bench.ts"
import type { Book } from "./book.ts"
import { type SavedText, savedIn, USER } from "./sight.ts"

/** Between a look at the saved user and the commit of what follows from it, on a quick disk, ms. */
const SAVED_LONG_MS = 50

/** A code of an invitation, and the session in which it came. */
interface Code {
  readonly account: string
  readonly reference: string
  readonly session: string
}

/** What must hold at every moment, whatever crosses what. */
export class Watch {
  readonly #bench: Bench
  readonly #book: Book
  #since = 0
  #user: SavedText | undefined
  readonly #codes: Code[] = []
  /** One tab alone does something. */
  isAlone = false

  constructor(bench: Bench, book: Book) {
    this.#bench = bench
    this.#book = book
    const { storage, disk } = bench.browser
    storage.onChange = (key, value) => {
      if (key !== USER) return
      this.#user = savedIn(value)
      this.#since = bench.world.now
    }
    disk.watcher = {
      committed: (_tab, events) =>
        this.#guarded(() => {
          for (const event of events) this.#committed(event)
        }),
      erased: (_tab, kept) => this.#guarded(() => book.beginAnew(kept)),
    }
  }

  /** Somebody outside of the tabs has written the saved user. */
  wroteUser(): void {
    this.#user = savedIn(this.#bench.browser.storage.values.get(USER))
    this.#since = this.#bench.world.now
  }

  /** A code has come for whoever is signed in. */
  gave(code: Code): void {
    this.#codes.push(code)
  }

  /** Nothing is under way. */
  quiet(): void {
    const { current } = this.#book
    const { secrets } = this.#bench.browser.safe
    for (const { account, reference, session } of this.#codes)
      if (session === current?.id && session === this.#user?.sessionId && secrets.get(account)?.has(reference) !== true)
        throw new Violation(26, `code ${reference} of ${account} was erased while its session lives`)
  }

  #committed(event: Parameters<Book["record"]>[0]): void {
    if (event.type === "SignedOut") this.#checkRefusal(event.payload)
    if (event.type === "SignedIn") this.#checkSaved()
    this.#book.record(event)
  }

  /** A session ends as refused, or lost, only when the server would refuse what is saved of it. */
  #checkRefusal(payload: unknown): void {
    const { sessionId, reason }: { readonly sessionId?: unknown; readonly reason?: unknown } = Object(payload)
    const isQuick = this.#bench.browser.disk.profile.slow === 0
    const isLong = isQuick && this.#bench.world.now - this.#since > SAVED_LONG_MS
    const isUnasked = reason === "refused" || reason === "lost"
    if (!isUnasked || this.#user === undefined || this.#user.sessionId !== sessionId || !isLong) return
    if (this.#bench.servers.holds(this.#user.token))
      throw new Violation(
        9,
        `session ${String(sessionId)} ended as ${reason}, and the token that is saved of it is good`,
      )
  }

  /** A tab that dies right after it has told the log leaves a token: a session begins with one. */
  #checkSaved(): void {
    const session = this.#user?.sessionId
    if (!this.isAlone) return
    if (typeof session !== "string" || this.#book.ended.has(session))
      throw new Violation(26, "a session begins while no token of it is saved")
  }

  #guarded(check: () => void): void {
    try {
      check()
    } catch (error) {
      if (error instanceof Violation) this.#bench.fail(error)
      else throw error
    }
  }
}

/** Nothing is under way: what is saved and what the log says do not contradict each other. */
export const checkQuiet = ({ browser: { storage }, servers }: Bench, { current }: Book): void => {
  const user = savedIn(storage.values.get(USER))
  if (user === undefined) return
  if (
    user.sessionId !== undefined &&
    user.sessionId === current?.id &&
    (user.uid !== current.uid || user.server !== current.server)
  )
    throw new Violation(26, `${String(user.uid)} is saved as the user of the session of ${current.account}`)
  if (user.server === undefined) return
  const holder = servers.holderOf(user.token)
  if (holder !== `${String(user.server)} ${String(user.uid)}`)
    throw new Violation(9, `a token of ${holder} is saved as one of ${String(user.uid)} at ${String(user.server)}`)
}
