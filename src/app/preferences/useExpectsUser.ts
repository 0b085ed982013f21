import { useEngineStatus } from "../client/client.ts"
import { useOpening } from "../loading/useOpening.ts"
import { isSavedUser, readLocal } from "./localStorage.ts"

/**
 * The log takes a saved user up, or erases it, in a moment; ms. Longer than a storage that hangs is waited for: then its failure says
 * that nothing is known.
 */
const TAKEN_UP_WITHIN_MS = 20_000

/**
 * Whether a saved user may still be taken up (AUTH-10), while no account is signed in; `isSignedIn` is undefined until the log is
 * read. What a guest sees would have to be taken back, and what only a person sees would push the rest away. A log that cannot be
 * written takes no user up, and says of none that it is signed out.
 */
export const useExpectsUser = (isSignedIn: boolean | undefined): boolean => {
  const isSaved = isSavedUser(readLocal("user"))
  const { storage } = useEngineStatus()
  const isOpening = useOpening(isSignedIn !== undefined, isSignedIn === true || !isSaved, TAKEN_UP_WITHIN_MS)
  return isSaved && (isOpening || (isSignedIn === false && storage !== "ok"))
}
