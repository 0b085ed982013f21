import type { LanDevice, LanState, Scan } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import { covers, hostAt, hostCount, hostIndex, type LanTarget, lanTargets, unscannable } from "../values/lanTarget.ts"
import { subnetsIn } from "../values/subnets.ts"
import { memo } from "./memo.ts"

/** A scan as a map (PICTURE-4): each network of 256 addresses is a grid of 16 × 16 cells. */

export const SIDE = 16
const CELLS = SIDE * SIDE
/** Networks beyond this number are counted and not drawn. */
const NETWORKS_MAX = 6

/**
 * The state of an address. `outside`: no target contains it. `earlier`: a device answered there before, and has not
 * answered again yet.
 */
export type Cell = "outside" | "open" | "asking" | "silent" | "answered" | "earlier"

export interface MappedDevice {
  readonly id: string
  readonly name: string
  /** The last number of the device's address. */
  readonly host: number
}

export interface NetworkMap {
  /** The first three numbers of its addresses: `192.168.1`. */
  readonly prefix: string
  readonly cells: readonly Cell[]
  readonly hosts: number
  readonly asked: number
  readonly answered: readonly MappedDevice[]
  readonly earlier: readonly MappedDevice[]
}

export interface ScanMap {
  readonly networks: readonly NetworkMap[]
  /** Number of networks of the targets that are not drawn. */
  readonly more: number
  /** The network that is being scanned; null while no scan runs. */
  readonly asking: string | null
}

interface Searched {
  readonly target: LanTarget
  readonly done: number
  readonly isRunning: boolean
}

type ByNetwork = ReadonlyMap<string, readonly MappedDevice[]>

const IPV4 = /^([0-9]+\.[0-9]+\.[0-9]+)\.([0-9]+)(?::[0-9]+)?$/

const byNetwork = (devices: Iterable<LanDevice>): ByNetwork => {
  const networks = new Map<string, MappedDevice[]>()
  for (const { id, name, addr } of devices) {
    const [, prefix, host] = IPV4.exec(addr) ?? []
    if (prefix === undefined) continue
    const own = networks.get(prefix) ?? []
    own.push({ id, name, host: Number(host) })
    networks.set(prefix, own)
  }
  return networks
}

/** Number of hosts of a target in each of its networks. */
const inEach = (target: LanTarget): number => (target.endsWith(".*") ? CELLS - 2 : 1)

const prefixAt = (target: LanTarget, network: number): string | undefined =>
  IPV4.exec(hostAt(target, network * inEach(target)))?.[1]

/** The index of a target's first host in a network, and the last number of its address; null where it has none. */
const firstIn = (target: LanTarget, prefix: string): { readonly index: number; readonly host: number } | null => {
  if (!target.includes("*")) {
    const [, own, host] = IPV4.exec(target) ?? []
    return own === prefix ? { index: 0, host: Number(host) } : null
  }
  const last = target.slice(target.lastIndexOf(".") + 1)
  const host = last === "*" ? 1 : Number(last)
  const index = hostIndex(target, `${prefix}.${host}`)
  return index === null ? null : { index, host }
}

const askingIn = ({ target, done, isRunning }: Searched): string | undefined =>
  isRunning && done < hostCount(target) ? prefixAt(target, Math.floor(done / inEach(target))) : undefined

/**
 * All networks of a narrow target. Of a wide one, those with a known device or a running request, then the first ones.
 */
const networksOf = (searched: Searched, known: readonly string[]): readonly string[] => {
  const { target } = searched
  const all = hostCount(target) / inEach(target)
  const first = Array.from({ length: Math.min(all, NETWORKS_MAX) }, (_, network) => prefixAt(target, network) ?? [])
  if (all <= NETWORKS_MAX) return first.flat()
  const wanted = [askingIn(searched) ?? [], ...known.filter((prefix) => firstIn(target, prefix) !== null), ...first]
  return [...new Set(wanted.flat())].slice(0, NETWORKS_MAX)
}

const cellOf = (index: number, { done, isRunning }: Searched): Cell =>
  index < done ? "silent" : index === done && isRunning ? "asking" : "open"

const mapOf = (prefix: string, all: readonly Searched[], answered: ByNetwork, left: ByNetwork): NetworkMap => {
  const cells = new Array<Cell>(CELLS).fill("outside")
  // Without targets the map shows the networks of the devices. A scan may include all their addresses.
  if (all.length === 0) cells.fill("open", 1, CELLS - 1)
  for (const searched of all) {
    const first = firstIn(searched.target, prefix)
    for (let each = 0; first !== null && each < inEach(searched.target); each += 1) {
      const found = cellOf(first.index + each, searched)
      // A host of two targets is scanned once.
      if (cells[first.host + each] !== "silent") cells[first.host + each] = found
    }
  }
  const hosts = cells.filter((cell) => cell !== "outside").length
  const asked = cells.filter((cell) => cell === "silent").length
  const here = answered.get(prefix) ?? []
  const taken = new Set(here.map(({ host }) => host))
  const earlier = (left.get(prefix) ?? []).filter(({ host }) => !taken.has(host))
  for (const { host } of earlier) if (cells[host] !== "asking") cells[host] = "earlier"
  for (const { host } of here) cells[host] = "answered"
  return { prefix, cells, hosts, asked, answered: here, earlier }
}

const searchedOf = (scan: Scan | null, subnets: string | undefined, scanned: LanState["scanned"], tab: string) => {
  let before = 0
  const isRunning = scan !== null && scan.end === null && scan.tab === tab
  const ofScan = lanTargets(scan?.targets ?? []).map((target): Searched => {
    const size = hostCount(target)
    const done = (scan?.done ?? 0) - before
    before += size
    return { target, done: Math.min(size, Math.max(0, done)), isRunning: isRunning && done >= 0 && done < size }
  })
  const looked = lanTargets([...scanned.keys()])
  const stored = subnetsIn(subnets).filter(
    (target) => unscannable(target) === null && !ofScan.some((one) => covers(one.target, target)),
  )
  const ofStored = stored.map((target): Searched => {
    const done = looked.some((wide) => covers(wide, target)) ? hostCount(target) : 0
    return { target, done, isRunning: false }
  })
  return [...ofScan, ...ofStored]
}

/**
 * Draws the network being scanned, those with devices, and those of a target with one network, before the many of a
 * wide target.
 */
const drawnFirst = (
  listed: readonly string[],
  asking: string | null,
  answered: ByNetwork,
  all: readonly Searched[],
): readonly string[] => {
  const named = (prefix: string) =>
    all.some(({ target }) => hostCount(target) === inEach(target) && firstIn(target, prefix) !== null)
  const rank = (prefix: string) => (prefix === asking ? 0 : answered.has(prefix) ? 1 : named(prefix) ? 2 : 3)
  const chosen = new Set(listed.toSorted((a, b) => rank(a) - rank(b)).slice(0, NETWORKS_MAX))
  return listed.filter((prefix) => chosen.has(prefix))
}

/** The networks of the last scan and of the stored targets. Without any, those of LAN devices. */
export const makeScanMap = (): ((state: State, tab: string) => ScanMap) => {
  const answeredOf = memo((devices: LanState["devices"]) => byNetwork(devices.values()))
  const leftOf = memo((left: LanState["left"]) => byNetwork(left.values()))
  const make = memo(
    (
      scan: Scan | null,
      subnets: string | undefined,
      scanned: LanState["scanned"],
      answered: ByNetwork,
      left: ByNetwork,
      tab: string,
    ): ScanMap => {
      const all = searchedOf(scan, subnets, scanned, tab)
      const known = [...new Set([...answered.keys(), ...left.keys()])]
      const listed = [...new Set(all.length === 0 ? known : all.flatMap((one) => networksOf(one, known)))]
      const count = all.reduce(
        (sum, { target }) => sum + (prefixAt(target, 0) === undefined ? 0 : hostCount(target) / inEach(target)),
        0,
      )
      const asking = all.map(askingIn).find((prefix) => prefix !== undefined) ?? null
      const shown = drawnFirst(listed, asking, answered, all)
      return {
        networks: shown.map((prefix) => mapOf(prefix, all, answered, left)),
        more: Math.max(0, Math.max(listed.length, count) - shown.length),
        asking,
      }
    },
  )
  return ({ lan, settings }, tab) =>
    make(lan.scan, settings.get("subnets"), lan.scanned, answeredOf(lan.devices), leftOf(lan.left), tab)
}
