import { readdirSync, readFileSync } from "node:fs"
import type { Browser, Page } from "playwright"

/** What a piece of work costs a page and its browser: the longest task of the page, and memory above the start. */

export interface Cost {
  /** The most processor time that one task of the page's own thread has taken, ms: what others do on the machine does not count. */
  readonly task: number
  /** Of all processes of the browser, files of the system's cache aside; undefined where the system does not tell. */
  readonly memory: number | undefined
}

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

/** The processes that this one has started, and theirs. */
const familyOf = (root: number): readonly number[] => {
  const children = new Map<number, number[]>()
  for (const name of readdirSync("/proc")) {
    const pid = Number(name)
    const parent = Number(/^PPid:\s+([0-9]+)$/m.exec(Number.isInteger(pid) ? textOf(`/proc/${name}/status`) : "")?.[1])
    if (Number.isInteger(parent)) children.set(parent, [...(children.get(parent) ?? []), pid])
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

export const watched = async (browser: Browser, page: Page, root: number, work: () => Promise<void>): Promise<Cost> => {
  const family = process.platform === "linux" ? familyOf(root) : []
  const start = megabytesOf(family)
  let most = start
  const looking = setInterval(() => {
    most = Math.max(most, megabytesOf(family))
  }, LOOK_MS)
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"],
  })
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  const task = longestTask(await browser.stopTracing(), new URL(page.url()).origin)
  return { task, memory: family.length === 0 ? undefined : most - start }
}
