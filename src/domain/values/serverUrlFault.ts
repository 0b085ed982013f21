import { isZoned } from "./address.ts"
import { parseServerUrl } from "./serverUrl.ts"
import { typedAscii } from "./typedValue.ts"

/** The fault of a text that is no server, for a message. */
export type ServerUrlFault =
  | "scheme"
  | "noScheme"
  | "credentials"
  | "spaces"
  | "zone"
  | "brackets"
  | "port"
  | "ipv4"
  | "ipv6"
  | "host"

const PARTS = /^(?:(?<scheme>[a-z][a-z0-9+.-]*):)?[\\/]*(?<rest>.*)$/is
/**
 * `nas:8080` is a host with a port, `mailto:jo` is not, `jo:secret@nas` begins with credentials, and `fd00::5` lacks
 * its brackets.
 */
const NO_SCHEME = /^(?:[^\\/:@]+:(?:[0-9]|[^\\/]*@)|[0-9a-f]*:[0-9a-f]*:)/i
const HOST = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>.*))?$/s
/** Matches an empty text, and signs that no host name has: quotation marks, brackets. */
const NO_NAME = /^$|[^\p{L}\p{M}\p{N}\p{Join_C}._-]/u
const LAST_PORT = 65_535

const isPort = (text: string): boolean => /^[0-9]+$/.test(text) && Number(text) >= 1 && Number(text) <= LAST_PORT

const hostFault = (authority: string, hasScheme: boolean): ServerUrlFault => {
  if (authority.includes("@")) return "credentials"
  if (/\s/.test(authority)) return "spaces"
  if (isZoned(authority)) return "zone"
  const { host = "", port } = HOST.exec(authority)?.groups ?? {}
  if (/^[0-9a-f:.]*$/i.test(authority) && authority.split(":").length > 2) return "brackets"
  if (port !== undefined && port !== "" && !isPort(port)) return "port"
  if (/^(?:0x)?[0-9][0-9a-fx.]*$/i.test(host) && /[.0-9]$/.test(host)) return "ipv4"
  if (host.startsWith("[")) return "ipv6"
  return hasScheme || NO_NAME.test(host) ? "host" : "noScheme"
}

/** Null for a valid server, and for an empty text. */
export const serverUrlFault = (text: string): ServerUrlFault | null => {
  const typed = typedAscii(text)
  if (typed === "" || parseServerUrl(text).ok) return null
  const { scheme, rest = "" } = NO_SCHEME.test(typed) ? { rest: typed } : (PARTS.exec(typed)?.groups ?? {})
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return "scheme"
  return hostFault(rest.split(/[\\/?#]/, 1)[0] ?? "", scheme !== undefined)
}
