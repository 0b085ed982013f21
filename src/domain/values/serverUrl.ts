import { isLoopbackHost } from "./loopback.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"
import { typedAscii, typedValue, usualHyphens } from "./typedValue.ts"

/**
 * The base of a cloud server in normal form, without a trailing slash: `https://sight.example` or with a path.
 * Every account belongs to one (AUTH-13).
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

/** To a URL `192.168.1` is 192.168.0.1 and `010.0.0.1` is 8.0.0.1: a person must not sign in at an address that was not typed. */
const isOtherHost = (typed: string, { hostname }: URL): boolean =>
  IPV4.test(hostname) && HOST_TYPED.exec(typedAscii(typed))?.groups?.host?.replace(/\.$/, "") !== hostname

/** The dot of the root makes another origin of the same server, and certificates do not name it. */
const withoutRootDot = (server: string): string => {
  const url = new URL(server)
  url.hostname = url.hostname.replace(/\.$/, "")
  return normal(url.href) ?? server
}

/** No server is at port 0, and no host has an empty part in its name, though a URL may say so. */
const canBeAsked = ({ port, hostname }: URL): boolean => port !== "0" && !hostname.split(".").includes("")

/** http or https, no credentials (AUTH-2); query and fragment are dropped. */
export const parseServerUrl = (text: string): Parsed<ServerUrl, "invalidServerUrl"> => {
  // Another hyphen than the usual one would make another host of it.
  const typed = usualHyphens(typedValue(text))
  // An input method writes the signs of an address wide; where they make none, the usual ones are read.
  const result = normal(typed) ?? normal(typedAscii(text))
  const server = result === undefined ? "" : withoutRootDot(result)
  if (!isServerUrl(server)) return invalid("invalidServerUrl")
  const url = new URL(server)
  return isOtherHost(typed, url) || !canBeAsked(url) ? invalid("invalidServerUrl") : valid(server)
}

/** A host with a dot, a port or both brackets, then perhaps a path; no scheme, no credentials, no spaces. */
const HOST_ALONE =
  /^(?<host>\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}\p{Join_C}_-]+(?:\.[\p{L}\p{M}\p{N}\p{Join_C}_-]+)*\.?)(?<port>:[0-9]{1,5})?(?:[/?#]\S*)?$/iu
/** To a URL, `1.5` is 1.0.0.5; to a person it is none. */
const NUMBERS = /^[0-9.]+$/
const IPV4 = /^[0-9]+(?:\.[0-9]+){3}$/

/**
 * A server as it was typed, with the scheme that it lacks: http for this machine, https for all others. Null for what
 * has a scheme already or does not look like a host.
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

/** Whole addresses only: `10.example.com` is a name that anyone may own. */
const PRIVATE_V4 = /^(?:(?:10|127)(?:\.[0-9]+){3}|(?:192\.168|169\.254|172\.(?:1[6-9]|2[0-9]|3[01]))(?:\.[0-9]+){2})$/
/** Loopback, fc00::/7 and fe80::/10, as the URL parser writes them: without leading zeros. */
const PRIVATE_V6 = /^\[(?:::1\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/

/** Whether what is sent to this server can be read on the way: plain http to a host neither loopback nor private. */
export const isExposed = (server: ServerUrl): boolean => {
  const url = new URL(server)
  if (url.protocol === "https:") return false
  const host = url.hostname
  return !(host === "localhost" || host.endsWith(".localhost") || PRIVATE_V4.test(host) || PRIVATE_V6.test(host))
}
