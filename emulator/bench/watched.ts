import { readdirSync, readFileSync } from "node:fs"
import type { Browser, Page } from "playwright"

/**
 * The cost of a piece of work for a page and its browser. Each cost is measured alone: a trace of everything would be
 * hundreds of megabytes that count as memory of the page.
 */

const LOOK_MS = 50
const KB_PER_MB = 1024
const US_PER_MS = 1_000

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    // The process has ended.
    return ""
  }
}

const processes = (): readonly number[] => readdirSync("/proc").map(Number).filter(Number.isInteger)

/** The process id of the browser with this profile. */
const browserOf = (profile: string): number => {
  const root = processes().find((pid) => {
    const words = textOf(`/proc/${pid}/cmdline`).split("\0")
    return words.includes(`--user-data-dir=${profile}`) && !words.some((word) => word.startsWith("--type="))
  })
  if (root === undefined) throw new Error("the browser has no process")
  return root
}

/** The ids of this process and of all processes below it. */
const familyOf = (root: number): readonly number[] => {
  const children = new Map<number, number[]>()
  for (const pid of processes()) {
    const parent = Number(/^PPid:\s+([0-9]+)$/m.exec(textOf(`/proc/${pid}/status`))?.[1])
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const family = [root]
  for (const pid of family) family.push(...(children.get(pid) ?? []))
  return family
}

const megabytesOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const kilobytes = Number(/^RssAnon:\s+([0-9]+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0)
    return sum + kilobytes / KB_PER_MB
  }, 0)

interface Traced {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args: { readonly name?: string; readonly data?: { readonly url?: string } }
}

/** The longest task of the thread that runs this page. */
const longestTask = (trace: Buffer, origin: string): number => {
  const { traceEvents }: { readonly traceEvents: readonly Traced[] } = JSON.parse(trace.toString())
  const ours = new Set(traceEvents.filter(({ args }) => args.data?.url?.startsWith(origin)).map(({ pid }) => pid))
  const mains = new Set(
    traceEvents
      .filter(({ name, pid, args }) => name === "thread_name" && args.name === "CrRendererMain" && ours.has(pid))
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  if (mains.size === 0) throw new Error("the page is not in its trace")
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === "RunTask" && mains.has(`${pid} ${tid}`))
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / US_PER_MS))
}

/** The most processor time of one task on the page's own thread, ms. Other work on the machine does not count. */
export const taskOf = async (browser: Browser, page: Page, work: () => Promise<void>): Promise<number> => {
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"],
  })
  let trace: Buffer
  try {
    await work()
  } finally {
    trace = await browser.stopTracing()
  }
  return longestTask(trace, new URL(page.url()).origin)
}

/**
 * Memory above the start, MB, of all processes of the browser, without the system's file cache. Undefined where the
 * system does not report it.
 */
export const memoryOf = async (profile: string, work: () => Promise<void>): Promise<number | undefined> => {
  if (process.platform !== "linux") {
    await work()
    return undefined
  }
  const browser = browserOf(profile)
  // Reads the processes each time: a process that starts during the work belongs to its cost.
  const now = (): number => megabytesOf(familyOf(browser))
  const start = now()
  let most = start
  const looking = setInterval(() => {
    most = Math.max(most, now())
  }, LOOK_MS)
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return most - start
}
