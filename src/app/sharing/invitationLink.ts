import { parseCode } from "../../domain/values/code.ts"
import { routeOf } from "../../domain/values/routes.ts"

/** The path of an invitation link (SUB-2). Its code follows `#`. */
const PATH = "/invitation"

/** The decoded hash: mail programs encode the part after `#`. */
const legibleHash = (): string => {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ""
  }
}

/** Only in memory: a code stays in no address, no event and no storage. */
let held: string | null = null

/** Takes the code of an invitation out of the address with which the app was opened, before any other code sees it. */
export const takeInvitation = (): void => {
  if (routeOf(location.pathname) !== PATH || location.hash === "") return
  const code = parseCode(legibleHash())
  held = code.ok ? code.value : null
  history.replaceState(null, "", PATH)
}

/** The code from the address, until it is shown. */
export const heldInvitation = (): string | null => held

export const forgetInvitation = (): void => {
  held = null
}
