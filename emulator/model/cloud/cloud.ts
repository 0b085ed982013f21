import type { CallName } from "../../../src/domain/wire/cloud.ts"
import type { WorldState } from "../state.ts"
import { catalogue } from "./catalogue.ts"
import type { CloudAnswer, Limits } from "./handler.ts"
import type { CallContext } from "./records.ts"
import type { Mail } from "./state.ts"

export type { CloudAnswer } from "./handler.ts"

/** The queries of the mock cloud: its calls, and lookups for the person at the console. */

const tokenOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, "token") : undefined

export const answerCall = (context: CallContext, call: CallName, body: unknown, limits: Limits): CloudAnswer => {
  const answer = catalogue[call].answer(context, body, limits)
  const rotates = context.state.rotating && call === "loginWithToken" && answer.applied
  const replaced = rotates ? tokenOf(body) : undefined
  if (typeof replaced === "string") context.state.sessions.delete(replaced)
  return answer
}

/** Mails to one address or to all, newest first. Addresses compare without regard to case. */
export const mailTo = (state: WorldState, to: string | undefined): readonly Mail[] => {
  const wanted = to?.trim().toLowerCase()
  return state.mail.filter((mail) => wanted === undefined || mail.to.toLowerCase() === wanted).toReversed()
}

/**
 * Ends sessions now. The next call of that account (uid), or of any without one, answers -106. Returns the number of
 * ended sessions.
 */
export const expireSessions = (state: WorldState, now: number, uid: string | undefined): number => {
  let ended = 0
  for (const session of state.sessions.values()) {
    if ((uid !== undefined && session.uid !== uid) || session.expiresAt <= now) continue
    session.expiresAt = now
    ended += 1
  }
  return ended
}

/** Forgets sessions, like a restarted server that kept them in memory. The next call answers -109. */
export const forgetSessions = (state: WorldState, uid: string | undefined): number => {
  let ended = 0
  for (const session of state.sessions.values()) {
    if (uid !== undefined && session.uid !== uid) continue
    state.sessions.delete(session.token)
    ended += 1
  }
  return ended
}
