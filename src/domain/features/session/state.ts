import { recordedKnown } from "../../event/changes.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope } from "../../event/event.ts"
import { type AccountKey, accountKey } from "../../values/identity.ts"
import { ACCOUNTS_KEPT, ENDED_SESSIONS_KEPT } from "../../values/limits.ts"
import type { ServerUrl } from "../../values/serverUrl.ts"
import type { EndReason, SessionEvent } from "./events.ts"

export interface Session {
  readonly id: string
  readonly account: AccountKey
  readonly server: ServerUrl
  readonly serverType: "public" | "private"
  readonly uid: string
  readonly name: string
  readonly email: string
  /** ms */
  readonly createdAt: number
  /** ms */
  readonly loginAt: number
  /** Event that last confirmed a rename of the own account, 0 for none. A read that began before does not know it. */
  readonly nameSetSeq: number
  /** Last event before the latest reading of the profile began. A reading that began no later comes too late. */
  readonly profileReadSeq: number
}

export interface SessionState {
  readonly current: Session | null
  readonly guest: boolean
  readonly lastEnd: {
    readonly sessionId: string
    readonly account: AccountKey
    readonly reason: EndReason
    readonly at: number
  } | null
  /** Ended sessions, the latest last. None of them starts again, even when its token is found. */
  readonly ended: readonly string[]
  /** E-mails of accounts that signed in here, the latest last. A held action shows the one that it waits for. */
  readonly emails: ReadonlyMap<AccountKey, string>
  /** The session whose account may be deleted: its deletion was sent and not refused (ACCOUNT-4). */
  readonly deletion: string | null
  /** Accounts that the server has deleted and that have data left in this browser. */
  readonly deleted: readonly AccountKey[]
}

/** The end of a session that the person did not end; the app shows the reason and the account. */
export const endedUnasked = ({ current, lastEnd }: SessionState): SessionState["lastEnd"] =>
  current === null && (lastEnd?.reason === "refused" || lastEnd?.reason === "lost") ? lastEnd : null

export const initialSession: SessionState = {
  current: null,
  guest: false,
  lastEnd: null,
  ended: [],
  emails: new Map(),
  deletion: null,
  deleted: [],
}

export const evolveSession = (state: SessionState, event: SessionEvent & Envelope, draft: Draft): SessionState => {
  const next = draft.edit(state)
  switch (event.type) {
    case "SignInStarted":
    case "SignInFailed":
      return next
    case "SignedIn":
      next.current = sessionOf(event)
      next.emails = withEmail(next.emails, next.current, draft)
      next.deleted = without(next.deleted, next.current.account)
      next.guest = false
      return next
    case "ProfileRead":
      if (next.current?.id !== event.payload.sessionId) return next
      next.current = { ...next.current, ...profileOf(event) }
      next.emails = withEmail(next.emails, next.current, draft)
      return next
    case "SignedOut":
      if (next.current?.id !== event.payload.sessionId) return next
      next.lastEnd = { ...event.payload, account: next.current.account, at: event.at }
      next.ended = [...next.ended, event.payload.sessionId].slice(-ENDED_SESSIONS_KEPT)
      // An earlier release ended the session of an account that it could not erase. The account is still to be erased.
      if (event.payload.reason === "accountDeleted") next.deleted = [...next.deleted, next.current.account]
      next.current = null
      next.deletion = null
      return next
    case "DeletionSent":
      next.deletion = event.payload.sessionId
      return next
    case "DeletionRefused":
      if (next.deletion === event.payload.sessionId) next.deletion = null
      return next
    case "AccountDeleted":
      next.deleted = [...without(next.deleted, event.payload.account), event.payload.account]
      return next
    case "AccountRemembered":
      next.emails = withEmail(next.emails, event.payload, draft)
      return next
    case "GuestEntered":
      next.guest = true
      return next
  }
}

const without = (accounts: readonly AccountKey[], account: AccountKey): readonly AccountKey[] =>
  accounts.filter((other) => other !== account)

const withEmail = (
  emails: SessionState["emails"],
  { account, email }: Pick<Session, "account" | "email">,
  draft: Draft,
): SessionState["emails"] => {
  const next = draft.edit(emails)
  next.delete(account)
  next.set(account, email)
  for (const oldest of next.keys()) {
    if (next.size <= ACCOUNTS_KEPT) break
    next.delete(oldest)
  }
  return next
}

const sessionOf = (event: Extract<SessionEvent, { type: "SignedIn" }> & Envelope): Session => {
  const { sessionId, server, uid, serverType, name, email, createdAt } = event.payload
  const account = accountKey({ server, uid })
  return {
    id: sessionId,
    account,
    server,
    serverType,
    uid,
    name,
    email,
    createdAt,
    loginAt: event.at,
    nameSetSeq: 0,
    profileReadSeq: 0,
  }
}

type ProfileRead = Extract<SessionEvent, { type: "ProfileRead" }> & Envelope
const profileOf = ({ seq, payload }: ProfileRead): Partial<Session> => {
  const { sessionId: _id, begunAt: _at, begunSeq: _seq, ...fields } = payload
  return { ...fields, profileReadSeq: recordedKnown(payload, seq) }
}
