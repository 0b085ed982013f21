import { type Begun, knownTo, readKnows } from "../../event/changes.ts"
import type { AccountKey } from "../../values/identity.ts"
import { isBlank } from "../../values/legible.ts"
import { firstSeen } from "../../wire/brands.ts"
import type { EndReason, SessionEvent } from "./events.ts"
import type { Session, SessionState } from "./state.ts"

export type SessionCommand =
  | {
      readonly type: "CompleteSignIn"
      readonly session: Pick<Session, "id" | "server" | "serverType" | "uid" | "name" | "email" | "createdAt">
    }
  | (Begun & {
      readonly type: "RecordProfile"
      readonly sessionId: string
      readonly profile: { readonly name?: string; readonly email?: string; readonly createdAt?: number }
    })
  /** Ends only the named session: a refusal that arrives after a new sign-in ends nothing (invariant 9). */
  | { readonly type: "EndSession"; readonly sessionId: string; readonly reason: EndReason }
  /** The stage of the deletion of the session's account. */
  | { readonly type: "RecordDeletion"; readonly sessionId: string; readonly came: "sent" | "refused" }
  /** The server has deleted the account. Another one may be signed in by now. */
  | { readonly type: "RecordDeleted"; readonly account: AccountKey }
  | { readonly type: "EnterAsGuest" }

export const decideSession = (command: SessionCommand, state: SessionState): readonly SessionEvent[] => {
  switch (command.type) {
    case "CompleteSignIn": {
      const { id, ...fields } = command.session
      const name = firstSeen(fields.name, fields.email, fields.uid)
      // Two tabs may report the same token, and one of them after its session has ended.
      if (id === state.current?.id || state.ended.includes(id)) return []
      return [...endOf(state, "replaced"), { type: "SignedIn", payload: { sessionId: id, ...fields, name } }]
    }
    case "RecordProfile":
      return decideProfile(command, state)
    case "EndSession":
      return state.current?.id === command.sessionId ? endOf(state, command.reason) : []
    case "RecordDeletion": {
      const { sessionId, came } = command
      if (state.current?.id !== sessionId || (state.deletion === sessionId) === (came === "sent")) return []
      return [{ type: came === "sent" ? "DeletionSent" : "DeletionRefused", payload: { sessionId } }]
    }
    case "RecordDeleted": {
      const { account } = command
      // An account that another tab has erased must not come back into the log.
      if (state.deleted.includes(account) || !state.emails.has(account)) return []
      return [{ type: "AccountDeleted", payload: { account } }]
    }
    case "EnterAsGuest":
      return state.current === null && !state.guest ? [{ type: "GuestEntered", payload: {} }] : []
  }
}

const endOf = (state: SessionState, reason: EndReason): readonly SessionEvent[] =>
  state.current === null ? [] : [{ type: "SignedOut", payload: { sessionId: state.current.id, reason } }]

const decideProfile = (
  { sessionId, begunAt, begunSeq, profile }: Extract<SessionCommand, { type: "RecordProfile" }>,
  { current }: SessionState,
): readonly SessionEvent[] => {
  const begun = { begunAt, ...(begunSeq !== undefined && { begunSeq }) }
  const known = knownTo(begun)
  // A reading that began no later than the latest one comes too late.
  if (current?.id !== sessionId || known <= current.profileReadSeq) return []
  const { createdAt } = profile
  const email = isBlank(profile.email ?? "") ? undefined : profile.email
  // An account without a visible name is called by its address, like those of other people.
  const name = profile.name === undefined ? undefined : firstSeen(profile.name, email ?? current.email, current.uid)
  const fields = {
    ...(name !== undefined && name !== current.name && readKnows(known, current.nameSetSeq) && { name }),
    ...(email !== undefined && email !== current.email && { email }),
    ...(createdAt !== undefined && createdAt !== current.createdAt && { createdAt }),
  }
  return Object.keys(fields).length === 0 ? [] : [{ type: "ProfileRead", payload: { sessionId, ...begun, ...fields } }]
}
