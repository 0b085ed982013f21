import { isLoopbackHost } from "./loopback.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"
import { typedAscii, typedValue, usualHyphens } from "./typedValue.ts"

/**
 * The base of a cloud server in normal form, without a trailing slash: `https://sight.example`, or with a path. Every
 * account belongs to one (AUTH-13).
 */
export type ServerUrl = Branded<string, "ServerUrl">

export const isServerUrl = (text: string): text is ServerUrl => normal(text) === text

const normal = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined
  if (url.username !== "" || url.password !== "" || url.hostname === "") return undefined
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}

const HOST_TYPED = /^[a-z]+:[\\/]*(?<host>[^\\/?#:]*)/iu

/**
 * A URL parser reads `192.168.1` as 192.168.0.1 and `010.0.0.1` as 8.0.0.1. A person must not sign in at an address
 * that was not typed.
 */
const isOtherHost = (typed: string, { hostname }: URL): boolean =>
  IPV4.test(hostname) && HOST_TYPED.exec(typedAscii(typed))?.groups?.host?.replace(/\.$/, "") !== hostname

/**
 * Removes the final dot of a host name: with it, the same server is another origin, and certificates do not name it.
 */
const withoutRootDot = (server: string): string => {
  const url = new URL(server)
  url.hostname = url.hostname.replace(/\.$/, "")
  return normal(url.href) ?? server
}

/** No server has port 0, and no host name an empty part, although a URL may contain both. */
const canBeAsked = ({ port, hostname }: URL): boolean => port !== "0" && !hostname.split(".").includes("")

/** http or https, no credentials (AUTH-2); query and fragment are dropped. */
export const parseServerUrl = (text: string): Parsed<ServerUrl, "invalidServerUrl"> => {
  // Another hyphen than the usual one would name another host.
  const typed = usualHyphens(typedValue(text))
  // An input method may write the signs of an address in full width. If the text as typed is no address, the usual
  // signs are tried.
  const result = normal(typed) ?? normal(typedAscii(text))
  const server = result === undefined ? "" : withoutRootDot(result)
  if (!isServerUrl(server)) return invalid("invalidServerUrl")
  const url = new URL(server)
  return isOtherHost(typed, url) || !canBeAsked(url) ? invalid("invalidServerUrl") : valid(server)
}

/** A host with a dot, a port or both brackets, then perhaps a path; no scheme, no credentials, no spaces. */
const HOST_ALONE =
  /^(?<host>\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}\p{Join_C}_-]+(?:\.[\p{L}\p{M}\p{N}\p{Join_C}_-]+)*\.?)(?<port>:[0-9]{1,5})?(?:[/?#]\S*)?$/iu
/** A URL parser reads `1.5` as 1.0.0.5, but no person means that. */
const NUMBERS = /^[0-9.]+$/
const IPV4 = /^[0-9]+(?:\.[0-9]+){3}$/

/**
 * A typed server, with the missing scheme: http for this machine, https for all others. Null for a text that has a
 * scheme or does not look like a host.
 */
export const completedServerUrl = (text: string): ServerUrl | null => {
  const address = typedAscii(text)
  const { host, port } = HOST_ALONE.exec(address)?.groups ?? {}
  if (host === undefined) return null
  const isLocal = isLoopbackHost(host) || host.toLowerCase().endsWith(".localhost")
  const isHost = isLocal || port !== undefined || host.includes(".") || host.startsWith("[")
  if (!isHost || (NUMBERS.test(host) && !IPV4.test(host))) return null
  const completed = parseServerUrl(`${isLocal ? "http" : "https"}://${address}`)
  return completed.ok ? completed.value : null
}

/** Matches whole addresses only: `10.example.com` is a name that anyone may own. */
const PRIVATE_V4 = /^(?:(?:10|127)(?:\.[0-9]+){3}|(?:192\.168|169\.254|172\.(?:1[6-9]|2[0-9]|3[01]))(?:\.[0-9]+){2})$/
/** Loopback, fc00::/7 and fe80::/10, in the form of the URL parser: without leading zeros. */
const PRIVATE_V6 = /^\[(?:::1\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/

/** True when data for this server can be read on the way: plain http to a host that is neither loopback nor private. */
export const isExposed = (server: ServerUrl): boolean => {
  const url = new URL(server)
  if (url.protocol === "https:") return false
  const host = url.hostname
  return !(host === "localhost" || host.endsWith(".localhost") || PRIVATE_V4.test(host) || PRIVATE_V6.test(host))
}
