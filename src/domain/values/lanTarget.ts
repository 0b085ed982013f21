import { type Address, parseLanTarget, type Subnet } from "./address.ts"

/**
 * The hosts of a scan target by index, so that any part of `10.*.*.*` can be made on demand, and never all of it
 * (LAN-5).
 */

export type LanTarget = Address | Subnet

const OCTETS = 4
const LAST_OCTET = 255
/** From this first octet on, addresses are multicast or reserved. */
const MULTICAST = 224

interface Octet {
  readonly first: number
  readonly count: number
}

/** A wildcard in the last octet leaves out the network and broadcast addresses. */
const octetOf = (text: string, index: number): Octet => {
  if (text !== "*") return { first: Number(text), count: 1 }
  return index === OCTETS - 1 ? { first: 1, count: LAST_OCTET - 1 } : { first: 0, count: LAST_OCTET + 1 }
}

const octetsOf = (target: LanTarget): readonly Octet[] | null =>
  target.includes("*") ? target.split(".").map(octetOf) : null

export const hostCount = (target: LanTarget): number =>
  (octetsOf(target) ?? []).reduce((product, { count }) => product * count, 1)

export const totalHosts = (targets: readonly LanTarget[]): number =>
  targets.reduce((sum, target) => sum + hostCount(target), 0)

/** The host with this index, from 0, in the order of addresses. */
export const hostAt = (target: LanTarget, index: number): string => {
  const octets = octetsOf(target)
  if (octets === null) return target
  let rest = index
  const parts: number[] = []
  for (const { first, count } of octets.toReversed()) {
    parts.unshift(first + (rest % count))
    rest = (rest - (rest % count)) / count
  }
  return parts.join(".")
}

/** The index of a host of this target; null for any other address. */
export const hostIndex = (target: LanTarget, address: string): number | null => {
  const octets = octetsOf(target)
  if (octets === null) return address === target ? 0 : null
  const parts = address.split(".")
  if (parts.length !== OCTETS) return null
  let index = 0
  for (const [place, { first, count }] of octets.entries()) {
    const offset = Number(parts[place]) - first
    if (!(offset >= 0 && offset < count)) return null
    index = index * count + offset
  }
  return index
}

/** `count` hosts from this index on, counted over all targets in order. */
export const hostsFrom = (targets: readonly LanTarget[], from: number, count: number): readonly string[] => {
  const hosts: string[] = []
  let skip = from
  for (const target of targets) {
    const size = hostCount(target)
    for (let index = skip; index < size; index += 1) {
      if (hosts.length === count) return hosts
      hosts.push(hostAt(target, index))
    }
    skip = skip > size ? skip - size : 0
  }
  return hosts
}

/** True when `wide` contains each host of `target`. */
export const covers = (wide: LanTarget, target: LanTarget): boolean => {
  if (wide === target) return true
  const [around, inside] = [octetsOf(wide), target.split(".").map(octetOf)]
  if (around === null || inside.length !== OCTETS || target.includes(":")) return false
  return around.every(({ first, count }, place) => {
    const octet = inside[place]
    return octet !== undefined && octet.first >= first && octet.first + octet.count <= first + count
  })
}

/** Removes targets that lie within another one, so that no host is scanned twice. */
export const withoutCovered = (targets: readonly LanTarget[]): readonly LanTarget[] => {
  const all = [...new Set(targets)]
  return all.filter((target) => !all.some((other) => other !== target && covers(other, target)))
}

/** True for networks that are never routed through the Internet. */
const isLocal = ([first, second]: readonly string[]): boolean => {
  if (first === "10" || first === "127") return true
  if (first === "192") return second === "168"
  if (first === "169") return second === "254"
  return first === "172" && second !== "*" && Number(second) >= 16 && Number(second) <= 31
}

export type Unscannable = "tooWide" | "noHosts"

/**
 * The reason why a target cannot be scanned; null when it can. Any single network of 254 hosts is allowed, and wider
 * targets only locally: the bridge must not become a tool for scanning the Internet.
 */
export const unscannable = (target: LanTarget): Unscannable | null => {
  if (!target.includes("*")) return null
  const octets = target.split(".")
  if (octets[0] === "*") return "tooWide"
  if (octets.slice(0, OCTETS - 1).includes("*") && !isLocal(octets)) return "tooWide"
  return Number(octets[0]) >= MULTICAST ? "noHosts" : null
}

/** Parses stored or received texts as targets; leaves out invalid ones. */
export const lanTargets = (texts: readonly string[]): readonly LanTarget[] =>
  texts.flatMap((text) => {
    const parsed = parseLanTarget(text)
    return parsed.ok ? [parsed.value] : []
  })
