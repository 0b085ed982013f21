import { type Address, parseLanTarget, type Subnet } from "./address.ts"
import { SUBNETS_MAX } from "./limits.ts"
import { invalid, type Parsed, valid } from "./parsed.ts"

/** The stored targets of scans in local storage, under `subnets`: a JSON list of texts (LAN-4). */

export const SUBNETS_KEY = "subnets"

export type SubnetRejection = "invalidAddress" | "duplicateSubnet" | "tooManySubnets"

/** The stored text may be anything: invalid and repeated targets are left out. */
export const subnetsIn = (stored: string | null | undefined): readonly (Address | Subnet)[] => {
  const subnets = new Set<Address | Subnet>()
  for (const text of textsIn(stored ?? "[]")) {
    const parsed = typeof text === "string" ? parseLanTarget(text) : null
    if (parsed?.ok && subnets.size < SUBNETS_MAX) subnets.add(parsed.value)
  }
  return [...subnets]
}

const textsIn = (stored: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(stored)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

export const storedSubnets = (subnets: readonly string[]): string | null =>
  subnets.length === 0 ? null : JSON.stringify(subnets)

/** Two subnets are the same when their normal forms are (LAN-3). */
export const withSubnet = (subnets: readonly string[], text: string): Parsed<readonly string[], SubnetRejection> => {
  const parsed = parseLanTarget(text)
  if (!parsed.ok) return parsed
  if (subnets.includes(parsed.value)) return invalid("duplicateSubnet")
  return subnets.length >= SUBNETS_MAX ? invalid("tooManySubnets") : valid([...subnets, parsed.value])
}
