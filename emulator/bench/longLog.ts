import { setTimeout } from "node:timers/promises"
import type { BrowserContext } from "playwright"
import { SEGMENT_EVENTS } from "../../src/domain/values/limits.ts"

/** Lengthens the log of a browser: to its events it adds changes of route, as of a person who looks around. */

/** A file of the app's origin that starts no app. */
const QUIET_PAGE = "/manifest.webmanifest"
const DATABASE = "sightline"
/** Interval of the checks whether the app has folded the log, and the longest wait for that, ms. */
const LOOK_MS = 500
const FOLDED_WITHIN_MS = 300_000

interface Wanted {
  readonly name: string
  readonly events: number
  readonly each: number
}

/**
 * Runs in the page: writes segments of the oldest events and rows of the newest, without a snapshot. Returns the last
 * sequence number.
 */
const write = async ({ name, events, each }: Wanted): Promise<number> => {
  const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open(name))
  const transaction = database.transaction(["events", "segments", "snapshots"], "readwrite")
  const table = (store: string) => transaction.objectStore(store)
  const sealed = await done(table("segments").getAll())
  const kept = await done(table("events").getAll())
  const before = [...sealed.flatMap(({ json }) => JSON.parse(json)), ...kept]
  const model = before.findLast(({ type }) => type === "RouteOpened")
  const { seq: last } = before.at(-1)
  const at = (index: number) => ({
    ...model,
    seq: last + index + 1,
    id: crypto.randomUUID(),
    payload: { path: index % 2 === 0 ? "/settings" : "/devices" },
  })
  for (const store of ["events", "segments", "snapshots"]) table(store).clear()
  /* One segment at a time: a million events at once would not fit into memory. */
  let part = before
  for (let index = 0; index < events; index += 1) {
    part.push(at(index))
    while (part.length > each) {
      const whole = part.slice(0, each)
      table("segments").add({ from: whole[0].seq, to: whole.at(-1).seq, json: JSON.stringify(whole) })
      part = part.slice(each)
    }
  }
  for (const event of part) table("events").add(event)
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
  database.close()
  return last + events
}

/** Runs in the page: true when the app has taken a snapshot of all written events. */
const hasSnapshot = async ({ name, seq }: { readonly name: string; readonly seq: number }): Promise<boolean> => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const snapshots = await new Promise<readonly { readonly seq: number }[]>((resolve, reject) => {
    const request = database.transaction("snapshots").objectStore("snapshots").getAll()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  database.close()
  return snapshots.some((snapshot) => snapshot.seq >= seq)
}

/** Opens the app, which folds the long log once while there is a network, and takes its snapshot. */
export const lengthenLog = async (context: BrowserContext, events: number): Promise<void> => {
  const page = await context.newPage()
  await page.goto(QUIET_PAGE)
  const seq = await page.evaluate(write, { name: DATABASE, events, each: SEGMENT_EVENTS })
  await page.goto("/devices")
  /* Playwright's own wait for a function takes a promise for a yes. */
  const until = performance.now() + FOLDED_WITHIN_MS
  while (!(await page.evaluate(hasSnapshot, { name: DATABASE, seq }))) {
    if (performance.now() > until) throw new Error("the app took no snapshot of the long log")
    await setTimeout(LOOK_MS)
  }
  await page.close()
}
