import type { Transaction, TransactionMode } from "dexie"
import { StoreError } from "../../domain/ports/eventStore.ts"
import { errorNames, storeError } from "./failure.ts"
import { Patience } from "./patience.ts"
import type { Versioned } from "./quietDexie.ts"

/** Opening, and a short transaction, take far less than a second; a browser that hangs never answers. */
export const STORAGE_PATIENCE_MS = 8_000

export interface Manners {
  /** How long the browser may take to open the database, or to go on with a transaction, before it does not answer, ms. */
  readonly patience?: number
  /** Called when another tab or the browser takes the database away. */
  readonly onEnd?: () => void
  /** Whether a database that was deleted is opened again, empty; without, it stays closed. */
  readonly beginsAgain?: boolean
}

/** How much of a transaction has to come within the patience. `steps`: its beginning and its end; between them it may read a whole log. */
export type Haste = "whole" | "steps"

export interface Lifecycle {
  /** Opens when needed, then runs `work` in one transaction, which aborts when `work` rejects. Dexie calls only inside. */
  readonly transact: <A>(
    mode: TransactionMode,
    names: readonly string[],
    haste: Haste,
    work: () => Promise<A>,
  ) => Promise<A>
  /** Whether the browser itself has closed the database since it was opened first, as it does when it deletes it. */
  readonly wasLost: () => boolean
  readonly close: () => void
}

/** Why a connection stays closed permanently. */
type End = "deleted" | "newer" | "closed"

/**
 * One connection. Once a newer release or a deletion has taken the database away it stays closed: opening again would read what this
 * release does not know. While another tab holds an older one open, or the browser does not answer, each call fails,
 * and the opening goes on in the background.
 */
export const lifecycleOf = (
  versioned: Versioned,
  { patience = STORAGE_PATIENCE_MS, onEnd = () => undefined, beginsAgain = false }: Manners = {},
): Lifecycle => {
  const { database } = versioned
  const waiting = new Set<(error: StoreError) => void>()
  let blocked = false
  let unanswered = false
  let end: End | undefined
  let lost = false
  let isReopening = false

  const close = (why: End) => {
    end ??= why
    database.close()
  }
  database.on("versionchange", ({ newVersion }) => {
    // Opened again, it would wait for a newer release to upgrade it, and Dexie would then add what that has given up.
    if (beginsAgain && !versioned.isNewer(newVersion ?? 0)) database.close({ disableAutoOpen: false })
    else close(newVersion === null ? "deleted" : "newer")
    onEnd()
    return false
  })
  database.on("close", () => {
    if (isReopening) return
    lost = true
    onEnd()
  })
  database.on("blocked", () => {
    blocked = true
    for (const fail of waiting) fail(isBlocked())
    return false
  })

  const ensureOpen = async (): Promise<void> => {
    if (end !== undefined) throw hasEnded(end)
    if (database.isOpen()) return
    if (blocked) throw isBlocked()
    if (unanswered) throw isUnanswered()
    const { promise, reject } = Promise.withResolvers<never>()
    waiting.add(reject)
    const counted = new Patience(patience, () => {
      unanswered = !blocked
      if (unanswered) reject(isUnanswered())
    })
    const settled = () => {
      blocked = false
      unanswered = false
    }
    try {
      await Promise.race([openOnce(versioned, settled), promise])
    } finally {
      counted.stop()
      waiting.delete(reject)
    }
  }

  const attempt = async <A>(
    mode: TransactionMode,
    names: readonly string[],
    haste: Haste,
    work: () => Promise<A>,
  ): Promise<A> => {
    await ensureOpen()
    let begun: Transaction | undefined
    let isLate = false
    const { promise, reject } = Promise.withResolvers<never>()
    const counted = new Patience(patience, () => {
      isLate = true
      abort(begun)
      reject(isUnanswered())
    })
    const [first = ""] = names
    try {
      // An async function, else Dexie does not follow the awaits inside and the transaction commits too early.
      const done = database.transaction(mode, [...names], async (transaction) => {
        begun = transaction
        // The caller has its answer: what Dexie begins now must not be kept behind its back.
        if (isLate) throw isUnanswered()
        if (haste === "whole") return work()
        await database.table(first).limit(1).primaryKeys()
        counted.stop()
        const result = await work()
        counted.begin()
        return result
      })
      return await Promise.race([done, promise])
    } finally {
      counted.stop()
    }
  }

  return {
    transact: async (mode, names, haste, work) => {
      try {
        return await attempt(mode, names, haste, work)
      } catch (cause) {
        if (end !== undefined || !database.isOpen() || !isLostConnection(cause)) throw cause
        isReopening = true
        database.close({ disableAutoOpen: false })
        isReopening = false
        return attempt(mode, names, haste, work)
      }
    },
    wasLost: () => lost,
    close: () => close("closed"),
  }
}

/**
 * A connection that has broken, the database behind it sound: Safari says so when its storage process was restarted, and every
 * browser while it closes. Nothing of the transaction was kept.
 */
const isLostConnection = (cause: unknown): boolean => {
  const names = errorNames(cause)
  return names.includes("UnknownError") || names.includes("InvalidStateError")
}

/** What the browser is writing already it may still keep. */
const abort = (transaction: Transaction | undefined): void => {
  try {
    transaction?.idbtrans.abort()
  } catch {
    // It is past aborting.
  }
}

const openOnce = async ({ open }: Versioned, settled: () => void): Promise<void> => {
  try {
    await open()
  } catch (cause) {
    const error = storeError(cause)
    // A browser that does not open a database, for no reason that we know, gives none. One that begins an upgrade and aborts it
    // gives one. One that blocks the data of a site reports the same error as for a damaged database.
    const isAborted = errorNames(cause).includes("AbortError")
    const isRefused = (error.reason === "failed" && !isAborted) || (error.reason === "damaged" && isBlockedSite())
    throw isRefused ? new StoreError({ reason: "unavailable", detail: error.detail }) : error
  } finally {
    settled()
  }
}

/** Whether the browser blocks all data of this site; a worker has no local storage and cannot know. */
const isBlockedSite = (): boolean => {
  try {
    void globalThis.localStorage
    return false
  } catch {
    return true
  }
}

const hasEnded = (end: End) =>
  new StoreError({ reason: end === "closed" ? "failed" : end, detail: `the database is ${end}` })
const isUnanswered = () => new StoreError({ reason: "unanswered", detail: "the browser does not answer" })
const isBlocked = () => new StoreError({ reason: "blocked", detail: "another tab holds an older database open" })
