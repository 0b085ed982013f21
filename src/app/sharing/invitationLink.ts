import { parseCode } from "../../domain/values/code.ts"
import { routeOf } from "../../domain/values/routes.ts"

/** Where the link of an invitation leads (SUB-2); its code is behind `#`. */
const PATH = "/invitation"

/** Mail programs encode what is behind `#`. */
const legibleHash = (): string => {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ""
  }
}

/** In memory alone: a code stays in no address, no event and no storage. */
let held: string | null = null

/** Takes the code of an invitation out of the address the app was opened with, before anything else sees it. */
export const takeInvitation = (): void => {
  if (routeOf(location.pathname) !== PATH || location.hash === "") return
  const code = parseCode(legibleHash())
  held = code.ok ? code.value : null
  history.replaceState(null, "", PATH)
}

/** The code that came with the address and was not shown yet. */
export const heldInvitation = (): string | null => held

export const forgetInvitation = (): void => {
  held = null
}
