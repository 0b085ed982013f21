import { isExposed, parseServerUrl, type ServerUrl } from "../../../domain/values/serverUrl.ts"
import type { Deployment } from "../../client/deployment.ts"
import { readLocal } from "../../preferences/localStorage.ts"

export interface ServerTyped {
  readonly serverType: "public" | "private"
  readonly serverUrl: string
}

export interface ServerProblems {
  /** A message by key. */
  readonly server?: "auth.server.noPublic"
  /** The typed text, when it is no address of a server. */
  readonly url?: string
}

/** The server chosen last. */
export const lastServer = (): ServerTyped => ({
  serverType: readLocal("serverType") === "private" ? "private" : "public",
  serverUrl: readLocal("serverUrl") ?? "",
})

/** The server chosen in a form, or the problem of the choice (AUTH-2). */
export const readServer = (
  { serverType, serverUrl }: ServerTyped,
  { publicCloud }: Deployment,
): { readonly server?: ServerUrl; readonly problem?: ServerProblems } => {
  if (serverType === "public")
    return publicCloud === null ? { problem: { server: "auth.server.noPublic" } } : { server: publicCloud.url }
  const url = parseServerUrl(serverUrl)
  return url.ok ? { server: url.value } : { problem: { url: serverUrl } }
}

/** True when others on the way can read what is sent to this address (AUTH-2). */
export const isExposedAddress = (text: string): boolean => {
  const url = parseServerUrl(text)
  return url.ok && isExposed(url.value)
}
