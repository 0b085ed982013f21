import type { Action } from "../outbox/state.ts"
import type { State } from "./state.ts"

/** S 4: what the list says of an invitation that nobody has accepted yet; codes beyond those of S 4 read so, too. */
const ANSWERED: ReadonlySet<number> = new Set([1, 2, 3])

/**
 * An invitation that went out and that nobody is known to have accepted: its action alone leads to its code (SUB-2). The
 * codes of whoever is not signed in are gone with the session.
 */
export const isUnanswered = ({ session, sharing }: State, { account, intent, status }: Action): boolean => {
  if (intent.call !== "send_invitation" || status.state !== "confirmed") return false
  if (session.current?.account !== account) return false
  const email = intent.input.email.toLowerCase()
  const known = sharing.account === account ? [...sharing.subAccounts.values()] : []
  return !known.some((sub) => sub.email.toLowerCase() === email && ANSWERED.has(sub.status))
}
