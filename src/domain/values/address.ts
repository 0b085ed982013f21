import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"
import { typedAscii } from "./typedValue.ts"

/** An IPv4 or IPv6 address with an optional port, in normal form: `192.168.1.7`, `192.168.1.7:36459`, `[fe80::1]:80`. */
export type Address = Branded<string, "Address">
/** A wildcard subnet in normal form: four octets of which at least one is `*` (LAN-2). */
export type Subnet = Branded<string, "Subnet">

const OCTET = /^(?:0|[1-9][0-9]{0,2})$/
const V4 = /^([0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::([0-9]{1,5}))?$/
const V6 = /^\[([0-9a-f:.]+)\](?::([0-9]{1,5}))?$/i
const PORT_MAX = 65_535

const isOctet = (text: string): boolean => OCTET.test(text) && Number(text) <= 255

const isIpv4 = (text: string): boolean => {
  const octets = text.split(".")
  return octets.length === 4 && octets.every(isOctet)
}

const isPort = (text: string | undefined): boolean =>
  text === undefined || (/^[1-9][0-9]*$/.test(text) && Number(text) <= PORT_MAX)

const withPort = (host: string, port: string | undefined): string => (port === undefined ? host : `${host}:${port}`)

/** The platform's URL parser supports RFC 4291 and returns the one normal form. */
const normalIpv6 = (text: string): string | undefined =>
  URL.canParse(`http://[${text}]/`) ? new URL(`http://[${text}]/`).hostname : undefined

const isAddress = (text: string): text is Address => normalAddress(text) === text
const isSubnet = (text: string): text is Subnet => {
  const octets = text.split(".")
  return octets.length === 4 && octets.includes("*") && octets.every((octet) => octet === "*" || isOctet(octet))
}

const normalAddress = (text: string): string | undefined => {
  const v4 = V4.exec(text)
  if (v4?.[1] !== undefined) return isIpv4(v4[1]) && isPort(v4[2]) ? withPort(v4[1], v4[2]) : undefined
  const v6 = V6.exec(text)
  if (v6?.[1] === undefined || !isPort(v6[2])) return undefined
  const host = normalIpv6(v6[1])
  return host === undefined ? undefined : withPort(host, v6[2])
}

/** `fe80::1%eth0`: the zone names an interface of one machine, and the bridge may run on another (RFC 4007). */
export const isZoned = (text: string): boolean => /^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?%/i.test(text)

/** The targets that the LAN field accepts (LAN-2): an address, or a wildcard subnet; no host names. */
export const parseLanTarget = (text: string): Parsed<Address | Subnet, "invalidAddress"> => {
  const trimmed = typedAscii(text)
  if (isSubnet(trimmed)) return valid(trimmed)
  const normal = normalAddress(trimmed)
  return normal !== undefined && isAddress(normal) ? valid(normal) : invalid("invalidAddress")
}
