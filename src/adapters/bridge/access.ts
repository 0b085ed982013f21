import { Result, Schema } from "effect"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import { getLocal, PAIRED_KEY, setLocal } from "../browser/localStorage.ts"

/** How a page gets the address and the token of the bundled bridge (docs/bridge.md). */

const Access = Schema.Struct({ url: Schema.String, token: Schema.String })
export type Access = typeof Access.Type

const decode = Schema.decodeUnknownResult(Access)

/** Dispatched on the window when pairing has returned a token. */
export const PAIRED_EVENT = "sightline:paired"
/** The timeout of a request that the server has accepted, ms. The next attempt asks again. */
export const ANSWER_MS = 5_000
/** The address on which `npm run bridge` listens. */
export const USUAL_URL = "ws://127.0.0.1:4175"

/** The app's own server gives a token to same-origin pages, a new one at each of its starts. */
const ownAccess = async (): Promise<Access | null> => {
  try {
    const response = await fetch("/bridge.json", {
      cache: "no-store",
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!response.ok) return null
    const read = decode(await response.json())
    return Result.isSuccess(read) ? read.success : null
  } catch {
    return null
  }
}

export const keepPaired = (token: string): void => setLocal(PAIRED_KEY, token)

/** True when another tab of this browser was paired. This tab, which had no access to the bridge either, now has it. */
export const isPairedElsewhere = ({
  key,
  oldValue,
  newValue,
}: Pick<StorageEvent, "key" | "oldValue" | "newValue">): boolean =>
  key === PAIRED_KEY && oldValue === null && newValue !== null

/** `own`: the bridge that the server of this deployment runs. Null when there is no access to any. */
export const findAccess = async (own: string | null): Promise<Access | null> => {
  const given = own === null ? null : await ownAccess()
  if (given !== null) return given
  const token = getLocal(PAIRED_KEY)
  return token === null ? null : { url: own ?? USUAL_URL, token }
}

const isDescriptor = (value: object): value is PermissionDescriptor => "name" in value

/**
 * Browsers ask before a page may reach this computer or its network. The app shows when a person refused (BRIDGE-4).
 */
const isForbiddenByBrowser = async (): Promise<boolean> => {
  for (const name of ["loopback-network", "local-network-access"]) {
    const descriptor: object = { name }
    try {
      if (!isDescriptor(descriptor)) continue
      if ((await navigator.permissions.query(descriptor)).state === "denied") return true
    } catch {
      // This browser does not know the permission.
    }
  }
  return false
}

/** True when a server answers at the bridge's address: then the bridge itself refused. */
const answers = async (url: string): Promise<boolean> => {
  try {
    await fetch(url.replace(/^ws/, "http"), {
      mode: "no-cors",
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return true
  } catch {
    return false
  }
}

export const whyNot = async ({ url }: Pick<Access, "url">): Promise<BridgeLink> => {
  if (await isForbiddenByBrowser()) return { state: "refused", why: "permission" }
  return (await answers(url)) ? { state: "refused", why: "access" } : { state: "away" }
}
