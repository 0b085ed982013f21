import type { Transaction, TransactionMode } from "dexie"
import { StoreError } from "../../domain/ports/eventStore.ts"
import { errorNames, storeError } from "./failure.ts"
import { Patience } from "./patience.ts"
import type { Versioned } from "./quietDexie.ts"

/** Opening, or a short transaction, takes far less than a second. A browser that hangs never answers. */
export const STORAGE_PATIENCE_MS = 8_000

export interface Manners {
  /** The timeout for the browser to open the database or to continue a transaction, ms. */
  readonly patience?: number
  /** Called when another tab or the browser takes the database away. */
  readonly onEnd?: () => void
  /** When true, a deleted database is opened again, empty. Otherwise it stays closed. */
  readonly beginsAgain?: boolean
}

/**
 * The part of a transaction that the timeout covers. `steps`: its beginning and its end. Between them it may read a
 * whole log.
 */
export type Haste = "whole" | "steps"

export interface Lifecycle {
  /**
   * Opens when needed, then runs `work` in one transaction, which aborts when `work` rejects. `work` may only call
   * Dexie.
   */
  readonly transact: <A>(
    mode: TransactionMode,
    names: readonly string[],
    haste: Haste,
    work: () => Promise<A>,
  ) => Promise<A>
  /**
   * True when the browser itself has closed the database since it was first opened, as it does when it deletes the
   * database.
   */
  readonly wasLost: () => boolean
  readonly close: () => void
}

/** Why a connection stays closed permanently. */
type End = "deleted" | "newer" | "closed"

/**
 * One connection. Once a newer release or a deletion has taken the database away, it stays closed: this release would
 * otherwise read data that it does not know. While another tab holds an older database open, or the browser does not
 * answer, each call fails, and the opening continues in the background.
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
    // Opening again would wait for the upgrade by a newer release. Dexie would then add the tables that the newer
    // release removed.
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

  const attempt = async <A>(order: Order<A>): Promise<A> => {
    await ensureOpen()
    return inTime(database, order, patience)
  }

  return {
    transact: async (mode, names, haste, work) => {
      const order = { mode, names, haste, work }
      try {
        return await attempt(order)
      } catch (cause) {
        if (end !== undefined || !database.isOpen() || !isLostConnection(cause)) throw cause
        isReopening = true
        database.close({ disableAutoOpen: false })
        isReopening = false
        return attempt(order)
      }
    },
    wasLost: () => lost,
    close: () => close("closed"),
  }
}

/** One transaction to run. */
interface Order<A> {
  readonly mode: TransactionMode
  readonly names: readonly string[]
  readonly haste: Haste
  readonly work: () => Promise<A>
}

/** Runs the transaction in an open database. Aborts it when the browser does not continue it within `patience`, ms. */
const inTime = async <A>(
  database: Versioned["database"],
  { mode, names, haste, work }: Order<A>,
  patience: number,
): Promise<A> => {
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
    // It must be an async function: otherwise Dexie does not follow the awaits inside and the transaction commits too
    // early.
    const done = database.transaction(mode, [...names], async (transaction) => {
      begun = transaction
      // The caller already has a failure, so a transaction that begins only now must not commit.
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

/**
 * True for a broken connection to a sound database. Safari reports it after a restart of its storage process, and every
 * browser while it closes. Nothing of the transaction was stored.
 */
const isLostConnection = (cause: unknown): boolean => {
  const names = errorNames(cause)
  return names.includes("UnknownError") || names.includes("InvalidStateError")
}

/** The browser may still commit data that it is already writing. */
const abort = (transaction: Transaction | undefined): void => {
  try {
    transaction?.idbtrans.abort()
  } catch {
    // It is too late to abort.
  }
}

const openOnce = async ({ open }: Versioned, settled: () => void): Promise<void> => {
  try {
    await open()
  } catch (cause) {
    const error = storeError(cause)
    // A browser that fails to open a database for an unknown reason provides none. One that begins an upgrade and
    // aborts it does provide one. One that blocks the data of a site reports the same error as for a damaged database.
    const isAborted = errorNames(cause).includes("AbortError")
    const isRefused = (error.reason === "failed" && !isAborted) || (error.reason === "damaged" && isBlockedSite())
    throw isRefused ? new StoreError({ reason: "unavailable", detail: error.detail }) : error
  } finally {
    settled()
  }
}

/** True when the browser blocks all data of this site. A worker has no local storage and cannot know. */
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
