import { useOpening } from "../loading/useOpening.ts"
import { isSavedUser, readLocal } from "./localStorage.ts"

/** The log takes a saved user up, or erases it, in a moment; a slow machine needs some of them, ms. */
const TAKEN_UP_WITHIN_MS = 5_000

/**
 * Whether a saved user may still be taken up (AUTH-10), while no account is signed in; `isSignedIn` is undefined until the log is
 * read. What a guest sees would have to be taken back, and what only a person sees would push the rest away.
 */
export const useExpectsUser = (isSignedIn: boolean | undefined): boolean => {
  const isSaved = isSavedUser(readLocal("user"))
  const isOpening = useOpening(isSignedIn !== undefined, isSignedIn === true || !isSaved, TAKEN_UP_WITHIN_MS)
  return isOpening && isSaved
}
