import { parseServerUrl, type ServerUrl } from "../../../domain/values/serverUrl.ts"
import type { Deployment } from "../../client/deployment.ts"
import { readLocal } from "../../preferences/localStorage.ts"
import type { Problems, Typed } from "./form.ts"

type ServerTyped = Pick<Typed, "serverType" | "serverUrl">

/** The server chosen last. */
export const lastServer = (): ServerTyped => ({
  serverType: readLocal("serverType") === "private" ? "private" : "public",
  serverUrl: readLocal("serverUrl") ?? "",
})

/** The server chosen in a form, or what is wrong with the choice (AUTH-2). */
export const readServer = (
  { serverType, serverUrl }: ServerTyped,
  { publicCloud }: Deployment,
): { readonly server?: ServerUrl; readonly problems: Problems } => {
  if (serverType === "public")
    return publicCloud === null
      ? { problems: { server: "auth.server.noPublic" } }
      : { server: publicCloud.url, problems: {} }
  const url = parseServerUrl(serverUrl)
  return url.ok ? { server: url.value, problems: {} } : { problems: { url: "common.invalid.invalidServerUrl" } }
}
