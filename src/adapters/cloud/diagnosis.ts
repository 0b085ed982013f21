import type { ServerUrl } from "../../domain/values/serverUrl.ts"

/** The timeout for a server to show that it is there, ms. */
const LOOK_TIMEOUT_MS = 5_000

/**
 * The reason why a server could not be used, as far as a page can find out. Browsers hide an untrusted certificate from
 * a page, so over https that and an absent server are one kind. `blocked`: a page over https may not call plain http.
 */
export type ServerFault = "blocked" | "away" | "awayOrUntrusted" | "foreign"

const isStatus = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && typeof Reflect.get(answer, "status") === "number"

const speaksOurs = async (server: ServerUrl): Promise<boolean> => {
  const response = await fetch(`${server}/api/v2/loginWithToken`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uid: "", token: "", isWeb: true }),
    ...quietly(),
  })
  const answer: unknown = await response.json().catch(() => null)
  return isStatus(answer)
}

const quietly = (): RequestInit => ({
  credentials: "omit",
  cache: "no-store",
  redirect: "error",
  referrerPolicy: "no-referrer",
  signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
})

/** Replies that a page of another origin may not read are opaque, but they are replies. */
const answers = (server: ServerUrl): Promise<boolean> =>
  fetch(server, { ...quietly(), mode: "no-cors", redirect: "follow" }).then(
    () => true,
    () => false,
  )

const isBlocked = (server: ServerUrl): boolean => {
  const { protocol, hostname } = new URL(server)
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]"
  return location.protocol === "https:" && protocol === "http:" && !isLocal
}

/** Null when the server replies as a Sightline server after all. */
export const faultOf = async (server: ServerUrl): Promise<ServerFault | null> => {
  if (isBlocked(server)) return "blocked"
  const ours = await speaksOurs(server).catch(() => null)
  if (ours !== null) return ours ? null : "foreign"
  if (await answers(server)) return "foreign"
  return server.startsWith("https:") ? "awayOrUntrusted" : "away"
}
