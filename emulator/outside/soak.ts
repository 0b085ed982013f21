import { setTimeout as wait } from "node:timers/promises"
import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright"
import { chromiumArguments, ensureChromium } from "../bench/chromium.ts"
import { savedUser } from "../bench/secondVisit.ts"
import { type BenchStack, startStack } from "../bench/stack.ts"
import { Prng } from "../simulator/prng.ts"
import { type Control, controlOf } from "./cloud.ts"

/**
 * The built app left open for hours with a faster clock, many devices, faults, and sometimes a person. Its memory and
 * its storage must not grow with time.
 */

export interface SoakOptions {
  readonly seed: number
  readonly hours: number
  /** True to use the last build in `dist`. */
  readonly isBuilt: boolean
  readonly say: (held: Held) => void
}

/** The memory and storage of the page, after a garbage collection. */
export interface Held {
  /** Hours of the page's clock since the start. */
  readonly hours: number
  /**
   * MB of JavaScript: data, and code that the engine has compiled. The engine compiles more for hours, and that is not
   * ours: only data is judged.
   */
  readonly data: number
  readonly code: number
  readonly nodes: number
  readonly listeners: number
  /** Rows of each table of the log. */
  readonly rows: Readonly<Record<string, number>>
  /** MB of JSON in the tables, and MB of disk that the browser reports for the origin. */
  readonly stored: number
  readonly disk: number
}

export interface SoakResult {
  readonly looks: readonly Held[]
  /** Growth per hour after the first hour, MB. Null when the run was too short to judge. */
  readonly dataAnHour: number | null
  readonly storedAnHour: number | null
  readonly complaints: readonly string[]
}

const DEVICES = 200
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Step of the clock, ms. Between two steps the page answers in real time. */
const STEP_MS = 5 * SECOND
/** Longest wait of a step for open requests, and interval of the checks, real ms. */
const ANSWER_MS = 200
const LOOK_MS = 5
const FAULTS_EVERY_MS = 2 * MINUTE
const PERSON_EVERY_MS = 5 * MINUTE
/** Number of heap measurements. Each takes a snapshot of the whole heap. */
const LOOKS = 8
const LOOKS_WHEN_SHORT = 1
/** The caches fill up once, during the first hour. */
const WARM_UP_HOURS = 1
/** Below this many hours after the warm-up, growth is noise. */
const JUDGED_HOURS = 1
const DATA_AN_HOUR_MAX_MB = 0.2
const STORED_AN_HOUR_MAX_MB = 0.2
const MB = 1024 * 1024
/** Longest wait for a menu or a dialog, real ms. */
const PATIENCE_MS = 5_000
const START_MS = 60_000
/** Number of cards among which one is renamed. */
const MENUS = 8

const faults = [
  "drop-request",
  "drop-reply",
  "http-500",
  "http-html",
  "truncate",
  "wrong-shape",
  "status:-100",
] as const
/** Targets of faults: one call, or the next call of any kind. */
const matches = [{ path: "/api/v2/loginWithToken" }, { path: "/api/v2/get_subaccount_list" }, {}] as const
const FAULT_TIMES_MAX = 3
const SCREENS = ["Devices", "Account", "Help center", "Settings"] as const

/** Runs in the page. */
const readTables = async (database: string) => {
  const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const opened = await done(indexedDB.open(database))
  const names = [...opened.objectStoreNames]
  const transaction = opened.transaction(names)
  const rows: Record<string, number> = {}
  let bytes = 0
  for (const name of names) {
    const all = await done(transaction.objectStore(name).getAll())
    rows[name] = all.length
    bytes += JSON.stringify(all).length
  }
  opened.close()
  const { usage = 0 } = await navigator.storage.estimate()
  return { rows, bytes, disk: usage }
}

/** Bytes of a page's heap by kind, after a garbage collection. Only a whole snapshot separates the kinds. */
const heapOf = async (session: CDPSession): Promise<{ readonly data: number; readonly code: number }> => {
  const parts: string[] = []
  const take = ({ chunk }: { readonly chunk: string }) => void parts.push(chunk)
  session.on("HeapProfiler.addHeapSnapshotChunk", take)
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false })
  session.off("HeapProfiler.addHeapSnapshotChunk", take)
  const { snapshot, nodes }: HeapSnapshot = JSON.parse(parts.join(""))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")]
  const sum = { data: 0, code: 0 }
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type] ?? 0]
    // The browser's native memory for a page is not part of the JavaScript heap.
    if (kind !== "native") sum[kind === "code" ? "code" : "data"] += nodes[at + size] ?? 0
  }
  return sum
}

/** V8's format: the fields of one node after the other. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] }
  }
  readonly nodes: readonly number[]
}

const DATABASE = "sightline"

class Soak {
  readonly #page: Page
  readonly #session: CDPSession
  readonly #control: Control
  readonly #dice: Prng
  readonly #faults: Prng
  #underWay = 0
  #at = 0
  #names = 0

  constructor(page: Page, session: CDPSession, stack: BenchStack, seed: number) {
    this.#page = page
    this.#session = session
    this.#control = controlOf(stack.cloud)
    this.#dice = new Prng(seed, "soak person")
    this.#faults = new Prng(seed, "soak faults")
    page.on("request", () => {
      this.#underWay += 1
    })
    for (const end of ["requestfinished", "requestfailed"] as const)
      page.on(end as "requestfinished", () => {
        this.#underWay -= 1
      })
  }

  async look(): Promise<Held> {
    const { data, code } = await heapOf(this.#session)
    const { metrics } = await this.#session.send("Performance.getMetrics")
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
    const { rows, bytes, disk } = await this.#page.evaluate(readTables, DATABASE)
    return {
      hours: this.#at / HOUR,
      data: data / MB,
      code: code / MB,
      nodes: metric("Nodes"),
      listeners: metric("JSEventListeners"),
      rows,
      stored: bytes / MB,
      disk: disk / MB,
    }
  }

  async pass(ms: number): Promise<void> {
    for (const end = this.#at + ms; this.#at < end; ) {
      if (this.#at % FAULTS_EVERY_MS === 0) await this.#fault()
      if (this.#at % PERSON_EVERY_MS === 0) await this.#act().catch(() => this.#page.keyboard.press("Escape"))
      await this.#control.advance(STEP_MS)
      await this.#page.clock.runFor(STEP_MS)
      this.#at += STEP_MS
      for (const until = performance.now() + ANSWER_MS; this.#underWay > 0 && performance.now() < until; )
        await wait(LOOK_MS)
    }
  }

  async #fault(): Promise<void> {
    const [match, fault] = [this.#faults.pick(matches), this.#faults.pick(faults)]
    await this.#control.fault({ match, fault, times: this.#faults.between(1, FAULT_TIMES_MAX) })
  }

  async #act(): Promise<void> {
    const what = this.#dice.pick(["screen", "screen", "rename", "search", "offline"] as const)
    if (what === "screen") await this.#show(this.#dice.pick(SCREENS))
    else if (what === "offline") {
      await this.#page.context().setOffline(true)
      await this.#page.clock.runFor(STEP_MS)
      await this.#page.context().setOffline(false)
    } else {
      await this.#show("Devices")
      const field = this.#page.getByRole("searchbox", { name: "Search devices" })
      if (what === "search") {
        await field.fill(`device ${this.#dice.below(DEVICES)}`)
        await this.#page.clock.runFor(SECOND)
        await field.fill("")
      } else await this.#rename()
    }
  }

  async #show(screen: (typeof SCREENS)[number]): Promise<void> {
    await this.#page.getByRole("link", { name: screen, exact: true }).first().click()
  }

  async #rename(): Promise<void> {
    const menus = this.#page.getByRole("button", { name: /^Actions for / })
    await menus.nth(this.#dice.below(MENUS)).click()
    await this.#page.getByRole("menuitem", { name: "Rename" }).click()
    const dialog = this.#page.getByRole("dialog")
    this.#names += 1
    await dialog.getByLabel("Name", { exact: true }).fill(`Soaked ${this.#names}`)
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await dialog.waitFor({ state: "hidden" })
  }
}

const atDevices = async (context: BrowserContext, stack: BenchStack): Promise<Page> => {
  context.setDefaultTimeout(PATIENCE_MS)
  await context.clock.install()
  const page = await context.newPage()
  await page.goto(`${stack.app}/devices`, { timeout: START_MS })
  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .waitFor({ timeout: START_MS })
  return page
}

export const runSoak = async ({ seed, hours, isBuilt, say }: SoakOptions): Promise<SoakResult> => {
  const stack = await startStack(isBuilt, DEVICES)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments()] })
  try {
    const origins = [{ origin: stack.app, localStorage: [{ name: "user", value: await savedUser(stack) }] }]
    const context = await browser.newContext({ storageState: { cookies: [], origins } })
    const page = await atDevices(context, stack)
    const thrown: string[] = []
    page.on("pageerror", ({ message }) => thrown.push(`the page threw ${message}`))
    const session = await context.newCDPSession(page)
    await session.send("Performance.enable")
    const soak = new Soak(page, session, stack, seed)
    const looks: Held[] = [await soak.look()]
    const count = hours < WARM_UP_HOURS ? LOOKS_WHEN_SHORT : LOOKS
    for (let look = 0; look < count; look += 1) {
      await soak.pass(Math.ceil((hours * HOUR) / count / STEP_MS) * STEP_MS)
      const held = await soak.look()
      looks.push(held)
      say(held)
    }
    return judged(looks, thrown)
  } finally {
    await browser.close()
    await stack.stop()
  }
}

const judged = (looks: readonly Held[], thrown: readonly string[]): SoakResult => {
  const warm = looks.find(({ hours }) => hours >= WARM_UP_HOURS)
  const last = looks.at(-1)
  if (warm === undefined || last === undefined || last.hours - warm.hours < JUDGED_HOURS)
    return { looks, dataAnHour: null, storedAnHour: null, complaints: thrown }
  const anHour = (of: "data" | "stored") => (last[of] - warm[of]) / (last.hours - warm.hours)
  const [dataAnHour, storedAnHour] = [anHour("data"), anHour("stored")]
  const complaints = [
    ...thrown,
    ...tooMuch("data on the heap", dataAnHour, DATA_AN_HOUR_MAX_MB),
    ...tooMuch("the log", storedAnHour, STORED_AN_HOUR_MAX_MB),
  ]
  return { looks, dataAnHour, storedAnHour, complaints }
}

const tooMuch = (what: string, anHour: number, most: number): readonly string[] =>
  anHour > most ? [`${what} grows by ${anHour.toFixed(2)} MB an hour, and ${most} MB are allowed`] : []

export const lineOf = ({ hours, data, code, nodes, listeners, rows, stored, disk }: Held): string => {
  const tables = Object.entries(rows).map(([name, count]) => `${count} ${name}`)
  const heap = `heap ${data.toFixed(2)} MB and ${code.toFixed(1)} MB of compiled code`
  const log = `log ${stored.toFixed(2)} MB (${tables.join(", ")}), ${disk.toFixed(1)} MB on the disk`
  return `${hours.toFixed(2)} h: ${heap}, ${nodes} nodes, ${listeners} listeners, ${log}`
}
