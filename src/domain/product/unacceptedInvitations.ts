import type { Action } from "../outbox/state.ts"
import type { State } from "./state.ts"

/** SUB-1: the codes of accepted sub-accounts. An unknown code counts as not accepted. */
const ACCEPTED: ReadonlySet<number> = new Set([1, 2, 3])

/**
 * True for a sent invitation that is not known to be accepted: only its action leads to its code (SUB-2). The codes are
 * erased with the session of their account.
 */
export const isUnaccepted = ({ session, sharing }: State, { account, intent, status }: Action): boolean => {
  if (intent.call !== "send_invitation" || status.state !== "confirmed") return false
  if (session.current?.account !== account) return false
  const email = intent.input.email.toLowerCase()
  const isOwn = sharing.account === account
  const invited = isOwn ? [...sharing.subAccounts.values()].find((sub) => sub.email.toLowerCase() === email) : undefined
  if (invited !== undefined) return !ACCEPTED.has(invited.status)
  // A later list without this address shows that the sub-account was removed or has another e-mail: the code is
  // useless.
  const readAt = isOwn ? sharing.subAccountsRead.at : null
  return readAt === null || readAt <= status.at
}
