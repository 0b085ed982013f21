import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { hostCount, hostsFrom, lanTargets } from "../../src/domain/values/lanTarget.ts"
import { BRIDGE_PROTOCOL, parseBridgeCallback, TOKEN_PROTOCOL_PREFIX } from "../../src/domain/wire/bridge.ts"
import { discovered } from "./discovery.ts"
import { atMost, type BenchFigure, type BenchOptions, type BenchResult, lineOf, median } from "./figures.ts"
import { type BenchStack, startStack } from "./stack.ts"

/** The network side of the product: a scan, the expansion of its targets, and a crowd of devices. */

/** Time that the bridge waits for one address, ms (docs/bridge.md). */
const SCAN_TIMEOUT_MS = 1_000
const SCAN_RATIO_MAX = 1.2
const SUBNET = "127.0.1.*"

/** Addresses that a page requests at once. */
const PART = 4_096
/** Parts between two readings of the heap, and the growth that they may leave after garbage collection, MB. */
const PARTS_BETWEEN = 256
const HEAP_MAX_MB = 2

/** `watchMs`: time of watching the heartbeats of the crowd. Each device beats once a minute. */
const FULL = { wide: "10.*.*.*", crowd: 10_000, watchMs: 20_000 }
const SHORT: typeof FULL = { wide: "10.0.*.*", crowd: 100, watchMs: 500 }
const CROWD_MAX_MB = 300
const CROWD_CPU_MAX_PERCENT = 10

const MB = 1024 * 1024

/** Time from the request to the last address of a /24, ms. */
const scanned = ({ bridge, token }: BenchStack): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(bridge, [BRIDGE_PROTOCOL, `${TOKEN_PROTOCOL_PREFIX}${token}`])
    let begun = 0
    socket.addEventListener("error", () => reject(new Error("the bridge does not answer")))
    socket.addEventListener("close", () => reject(new Error("the bridge has hung up")))
    socket.addEventListener("open", () => {
      begun = performance.now()
      socket.send(JSON.stringify({ type: "scan_network", targets: [SUBNET] }))
    })
    socket.addEventListener("message", ({ data }) => {
      const read = parseBridgeCallback(String(data))
      if (!read.ok || read.value.type !== "scan_progress" || read.value.ended !== true) return
      resolve(performance.now() - begun)
      socket.close()
    })
  })

/** Growth of the used heap while all addresses are expanded part by part, MB. */
const heapGrowth = (wide: string): number => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  const inUse = (): number => {
    if (typeof collect === "function") collect()
    return process.memoryUsage().heapUsed
  }
  const targets = lanTargets([wide])
  const total = targets.reduce((sum, target) => sum + hostCount(target), 0)
  const before = inUse()
  let most = 0
  for (let from = 0; from < total; from += PART) {
    hostsFrom(targets, from, PART)
    if ((from / PART) % PARTS_BETWEEN === 0) most = Math.max(most, inUse() - before)
  }
  return most / MB
}

/** A tick of processor time in `/proc`, ms. */
const TICK_MS = 10
const PLACE_OF_USER_TIME = 11

/** Memory of a process in MB, and its processor time in ms. Only Linux reports them. */
const processUse = (pid: number): { readonly memory: number; readonly busy: number } => {
  const [, kib = "0"] = /VmRSS:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  // The name of the process, in brackets, may contain blanks. The fields after it do not.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
  const ticks = Number(fields[PLACE_OF_USER_TIME]) + Number(fields[PLACE_OF_USER_TIME + 1])
  return { memory: Number(kib) / 1024, busy: ticks * TICK_MS }
}

/** Memory, MB, and share of one core, percent, of a crowd that only sends heartbeats. */
const crowdUse = async ({
  crowd,
  watchMs,
}: typeof FULL): Promise<{ readonly memory: number; readonly cpu: number }> => {
  const stack = await startStack(true, crowd)
  try {
    const before = processUse(stack.pid)
    const begun = performance.now()
    await sleep(watchMs)
    const after = processUse(stack.pid)
    return { memory: after.memory, cpu: ((after.busy - before.busy) / (performance.now() - begun)) * 100 }
  } finally {
    await stack.stop()
  }
}

export const benchNetwork = async (options: BenchOptions): Promise<BenchResult> => {
  const { runs, isBuilt, isShort, say } = options
  const sizes = isShort ? SHORT : FULL
  const crowd = sizes.crowd.toLocaleString("en")
  const stack = await startStack(isBuilt)
  const scans: number[] = []
  let discovery: BenchFigure
  try {
    for (let run = 0; run < runs; run += 1) {
      scans.push(await scanned(stack))
      say(`search ${run + 1} of ${runs}`)
    }
    discovery = await discovered(stack, options)
  } finally {
    await stack.stop()
  }
  say(`${crowd} devices`)
  const figures = [
    atMost("search of a /24 ÷ time-out of an address", median(scans) / SCAN_TIMEOUT_MS, SCAN_RATIO_MAX, ""),
    discovery,
    atMost(`heap in use while ${sizes.wide} is expanded`, heapGrowth(sizes.wide), HEAP_MAX_MB, "MB"),
  ]
  if (process.platform === "linux") {
    const { memory, cpu } = await crowdUse(sizes)
    figures.push(atMost(`${crowd} devices: memory of the process`, memory, CROWD_MAX_MB, "MB"))
    figures.push(atMost(`${crowd} devices: percent of one core`, cpu, CROWD_CPU_MAX_PERCENT, ""))
  }
  return { ok: figures.every(({ ratio }) => ratio <= 1), figures, lines: figures.map(lineOf) }
}
