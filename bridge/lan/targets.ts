import { parseLanTarget } from "../../src/domain/values/address.ts"
import { DEVICE_PORT } from "../../src/domain/values/limits.ts"
import type { Place } from "./place.ts"

/** What a scan is to look at, expanded address by address, because `10.*.*.*` has 16 million of them (LAN-5). */
export interface Targets {
  readonly total: number
  places(): Generator<Place>
}

export type BadTarget = "invalid_target" | "target_too_wide"

const LAST_OCTET = 255
/** From here on multicast and reserved. */
const MULTICAST = 224

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The values of an octet; the last one names hosts, so that network and broadcast address are left out. */
const octetValues = (octet: string, index: number): readonly number[] => {
  if (octet !== "*") return [Number(octet)]
  return index === 3 ? range(1, LAST_OCTET - 1) : range(0, LAST_OCTET)
}

/** Networks that are never routed through the Internet. */
const isLocal = ([first, second]: readonly string[]): boolean => {
  if (first === "10" || first === "127") return true
  if (first === "192") return second === "168"
  if (first === "169") return second === "254"
  return first === "172" && second !== "*" && Number(second) >= 16 && Number(second) <= 31
}

/**
 * A page may ask for any one network of 254 hosts, but only local ones may be searched more widely: the bridge is no tool
 * for searching the Internet.
 */
const isTooWide = (octets: readonly string[]): boolean => octets.slice(0, 3).includes("*") && !isLocal(octets)

const expandWildcard = (octets: readonly string[]): Targets => {
  const [a = [], b = [], c = [], d = []] = octets.map(octetValues)
  return {
    total: a.length * b.length * c.length * d.length,
    places: function* () {
      for (const first of a)
        for (const second of b)
          for (const third of c)
            for (const fourth of d) yield { address: `${first}.${second}.${third}.${fourth}`, port: DEVICE_PORT }
    },
  }
}

const readPlace = (text: string): Place | undefined => {
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::([0-9]+))?$/.exec(text)
  const address = match?.[1] ?? match?.[2]
  if (address === undefined) return undefined
  return { address, port: match?.[3] === undefined ? DEVICE_PORT : Number(match[3]) }
}

const expandOne = (text: string): Targets | BadTarget => {
  const target = parseLanTarget(text)
  if (!target.ok) return "invalid_target"
  const octets = target.value.split(".")
  if (target.value.includes("*")) {
    if (octets[0] === "*" || isTooWide(octets)) return "target_too_wide"
    return Number(octets[0]) >= MULTICAST ? "invalid_target" : expandWildcard(octets)
  }
  const place = readPlace(target.value)
  if (place === undefined) return "invalid_target"
  return {
    total: 1,
    places: function* () {
      yield place
    },
  }
}

/** All targets one after the other, or what is wrong with the first bad one. */
export const expandTargets = (texts: readonly string[]): Targets | BadTarget => {
  const expanded: Targets[] = []
  for (const text of texts) {
    const one = expandOne(text)
    if (typeof one === "string") return one
    expanded.push(one)
  }
  return {
    total: expanded.reduce((sum, { total }) => sum + total, 0),
    places: function* () {
      for (const one of expanded) yield* one.places()
    },
  }
}
