import { useEngineStatus } from "../client/client.ts"
import { useOpening } from "../loading/useOpening.ts"
import { isSavedUser, readLocal } from "./localStorage.ts"

/**
 * The time in which the log adopts or erases a saved user, ms. It is longer than the wait for a storage that hangs:
 * then the failure of the storage shows that nothing is known.
 */
const TAKEN_UP_WITHIN_MS = 20_000

/**
 * True while the log may still adopt a saved user (AUTH-10) and no account is signed in. `isSignedIn` is undefined
 * until the log is read. Parts for guests would have to be taken back, and parts for persons would push the rest away.
 * A log that cannot be written adopts no user, and does not report one as signed out.
 */
export const useExpectsUser = (isSignedIn: boolean | undefined): boolean => {
  const isSaved = isSavedUser(readLocal("user"))
  const { storage } = useEngineStatus()
  const isOpening = useOpening(isSignedIn !== undefined, isSignedIn === true || !isSaved, TAKEN_UP_WITHIN_MS)
  return isSaved && (isOpening || (isSignedIn === false && storage !== "ok"))
}
