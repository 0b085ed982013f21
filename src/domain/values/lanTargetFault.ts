import { isZoned, parseLanTarget } from "./address.ts"
import { typedAscii } from "./typedValue.ts"

/** The fault of a text that is no scan target, and the wrong part of it, so that a message can name the place. */
export type LanTargetFault =
  | { readonly kind: "empty" | "several" | "partCount" | "ipv6" | "zone" | "wildcardPort" | "hostName" }
  | { readonly kind: "octetTooLarge" | "octetNotNumber" | "leadingZero" | "port"; readonly part: string }
  /** Other notations for many addresses. `instead` is the same or a wider target in the accepted notation. */
  | { readonly kind: "mask" | "range"; readonly instead: string | null }

const LAST_OCTET = 255
const BITS_OF_OCTET = 8
const OCTETS = 4

const ifTaken = (text: string): string | null => (parseLanTarget(text).ok ? text : null)

/** A mask covers whole octets from the end. One in between is widened to the next. */
export const withoutMask = (text: string): string | null => {
  const [address = "", bits = ""] = text.split("/")
  const octets = address.split(".")
  if (octets.length !== OCTETS || !/^[0-9]{1,2}$/.test(bits) || Number(bits) > OCTETS * BITS_OF_OCTET) return null
  return ifTaken(octets.map((octet, index) => ((index + 1) * BITS_OF_OCTET <= Number(bits) ? octet : "*")).join("."))
}

/** For `10.0.4.2-40` and `10.0.4.2-10.0.4.40`. */
const withoutRange = (text: string): string | null => {
  const [first = ""] = text.split("-")
  const octets = first.trim().split(".")
  return octets.length === OCTETS ? ifTaken([...octets.slice(0, -1), "*"].join(".")) : null
}

const octetFault = (part: string): LanTargetFault | null => {
  if (part === "*") return null
  if (!/^[0-9]+$/.test(part)) return { kind: "octetNotNumber", part }
  if (part.length > 1 && part.startsWith("0")) return { kind: "leadingZero", part }
  return Number(part) > LAST_OCTET ? { kind: "octetTooLarge", part } : null
}

const ipv4Fault = (text: string): LanTargetFault => {
  const [host = "", ...ports] = text.split(":")
  const parts = host.split(".")
  if (parts.length !== OCTETS) return { kind: "partCount" }
  const fault = parts.map(octetFault).find((one) => one !== null)
  if (fault !== undefined && fault !== null) return fault
  return host.includes("*") ? { kind: "wildcardPort" } : { kind: "port", part: ports.join(":") }
}

/** Null for a valid target. */
export const lanTargetFault = (text: string): LanTargetFault | null => {
  const trimmed = typedAscii(text)
  if (parseLanTarget(trimmed).ok) return null
  if (trimmed === "") return { kind: "empty" }
  if (/^[0-9.*]+\/[0-9]+$/.test(trimmed)) return { kind: "mask", instead: withoutMask(trimmed) }
  if (/^[0-9.]+\s*[-–]\s*[0-9.]+$/.test(trimmed)) return { kind: "range", instead: withoutRange(trimmed) }
  if (/[\s,;、]/.test(trimmed)) return { kind: "several" }
  if (isZoned(trimmed)) return { kind: "zone" }
  if (trimmed.startsWith("[") || trimmed.split(":").length > 2) {
    const port = /^\[[0-9a-f:.]+\]:(.*)$/i.exec(trimmed)?.[1]
    const isPortBad = port !== undefined && parseLanTarget(trimmed.slice(0, -port.length - 1)).ok
    return isPortBad ? { kind: "port", part: port } : { kind: "ipv6" }
  }
  return /^[0-9*][0-9.*]*(?::.*)?$/.test(trimmed) || /^[0-9]+\./.test(trimmed)
    ? ipv4Fault(trimmed)
    : { kind: "hostName" }
}
