import { setTimeout as pause } from "node:timers/promises"
import type { Browser, BrowserContext, CDPSession, Page } from "playwright"
import { launchBrowser, newContext } from "./browser.ts"
import { KEPT_COMPILED, WITHOUT_STREAMING } from "./compiled.ts"
import type { TestStack } from "./stack.ts"

/**
 * Browsers that tests reuse one after the other, emptied in between. The process of their pages keeps the compiled code
 * of the app, so that a page opens in half the processor time of a new browser.
 */
export interface BrowserPool {
  /**
   * Takes a browser without data of a person. Its cache has the app's files; with `isStored` the whole app is stored,
   * to open offline.
   */
  readonly take: (needs: { readonly isStored: boolean }) => Promise<BrowserContext>
  /**
   * Closes its pages and empties it. Closes the browser for good when some data stays, or when the test has failed and
   * may still be running in it.
   */
  readonly takeBack: (context: BrowserContext, after: { readonly hasPassed: boolean }) => Promise<void>
  readonly close: () => Promise<void>
}

/** One process draws all pages of a context, and lives as long as one of them. */
const ONE_PROCESS = "--process-per-site"

/** A file of the app without scripts: its page keeps the process alive. */
const ANCHOR = "/icons/mark.svg"
/** A browser uses more memory with each page that it has shown. */
const USES_MAX = 40

/**
 * More than ten times the usual duration on a busy machine: a browser may never answer while its storage is cleared.
 */
const EMPTIED_WITHIN_MS = 10_000

/** All data except the app itself, which its service worker has stored. */
const OF_A_PERSON = "cookies,file_systems,indexeddb,local_storage"

interface Kept {
  readonly context: BrowserContext
  readonly anchor: Page
  readonly session: CDPSession
  /** True when the app's service worker may store the app. */
  readonly isStored: boolean
  /** True when the browser reported a network at first. On a machine without one it never does. */
  readonly isOnline: boolean
  uses: number
  /** True when a test added a script: it runs in every later page, and cannot be removed. */
  isMarked: boolean
}

/** Runs in the page: lists the data of a person that is still here. */
const leftBehind = async ({ isStored, isOnline }: Pick<Kept, "isStored" | "isOnline">): Promise<readonly string[]> => {
  const databases = await indexedDB.databases()
  const root = await navigator.storage.getDirectory()
  const files = await Array.fromAsync(root.keys())
  const { held = [] } = await navigator.locks.query()
  return [
    ...Object.keys(localStorage),
    ...(document.cookie === "" ? [] : ["a cookie"]),
    ...databases.map(({ name }) => `database ${name}`),
    ...(isStored ? [] : await caches.keys()).map((name) => `cache ${name}`),
    ...files.map((name) => `file ${name}`),
    ...held.map(({ name }) => `lock ${name}`),
    ...(`${setTimeout}`.includes("[native code]") ? [] : ["a clock of the test's"]),
    ...(navigator.onLine === isOnline ? [] : ["no network"]),
  ]
}

const isEmptied = async (kept: Kept, origins: readonly string[]): Promise<boolean> => {
  const { context, anchor, session, isStored, isOnline } = kept
  if (kept.isMarked || kept.uses >= USES_MAX) return false
  try {
    await Promise.all(context.pages().map((page) => (page === anchor ? undefined : page.close())))
    await Promise.all([context.setOffline(false), context.unrouteAll(), context.clearPermissions()])
    const storageTypes = isStored ? OF_A_PERSON : "all"
    await Promise.all(origins.map((origin) => session.send("Storage.clearDataForOrigin", { origin, storageTypes })))
    const left = await anchor.evaluate(leftBehind, { isStored, isOnline })
    // A page may have opened while the others were closing.
    return left.length === 0 && context.pages().length === 1
  } catch {
    // The process is gone: a test crashed it.
    return false
  }
}

const inTime = <Value>(work: Promise<Value>, otherwise: Value): Promise<Value> =>
  Promise.race([work, pause(EMPTIED_WITHIN_MS, otherwise, { ref: false })])

export const startPool = (stack: TestStack, prepare: (context: BrowserContext) => Promise<unknown>): BrowserPool => {
  const free: Kept[] = []
  const inUse = new Map<BrowserContext, Kept>()
  let browser: Promise<Browser> | undefined

  const makeOne = async (isStored: boolean): Promise<Kept> => {
    browser ??= launchBrowser([ONE_PROCESS, WITHOUT_STREAMING], KEPT_COMPILED)
    const context = await newContext(await browser, stack, { serviceWorkers: isStored ? "allow" : "block" })
    await prepare(context)
    const anchor = await context.newPage()
    await anchor.goto(ANCHOR)
    const session = await context.newCDPSession(anchor)
    const isOnline = await anchor.evaluate(() => navigator.onLine)
    const kept = { context, anchor, session, isStored, isOnline, uses: 0, isMarked: false }
    const add = context.addInitScript.bind(context)
    context.addInitScript = (...given) => {
      kept.isMarked = true
      return add(...given)
    }
    return kept
  }
  return {
    take: async ({ isStored }) => {
      const place = free.findLastIndex((kept) => kept.isStored === isStored)
      const kept = free.splice(place, place < 0 ? 0 : 1)[0] ?? (await makeOne(isStored))
      kept.uses += 1
      inUse.set(kept.context, kept)
      return kept.context
    },
    takeBack: async (context, { hasPassed }) => {
      const kept = inUse.get(context)
      inUse.delete(context)
      if (kept === undefined) await context.close()
      else if (hasPassed && (await inTime(isEmptied(kept, [stack.app, stack.cloud]), false))) free.push(kept)
      else await inTime(context.close(), undefined)
    },
    close: async () => (await browser)?.close(),
  }
}
