import type { ServerUrl } from "../../domain/values/serverUrl.ts"

/** How long a server is given to show that it is there, ms. */
const LOOK_TIMEOUT_MS = 5_000

/**
 * Why a server could not be used, as far as a page may know. Browsers hide from a page that a certificate is not trusted, so
 * over https that and a server that is away are one kind. `blocked`: a page over https may not call plain http.
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

/** Answers of servers that let no other page read them are opaque, but they are answers. */
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

/** Null when the server answers as a Sightline server after all. */
export const faultOf = async (server: ServerUrl): Promise<ServerFault | null> => {
  if (isBlocked(server)) return "blocked"
  const ours = await speaksOurs(server).catch(() => null)
  if (ours !== null) return ours ? null : "foreign"
  if (await answers(server)) return "foreign"
  return server.startsWith("https:") ? "awayOrUntrusted" : "away"
}
