import { normalEmail, parseEmail } from "../../../src/domain/values/email.ts"
import { parseName } from "../../../src/domain/values/name.ts"
import { calls } from "../../../src/domain/wire/cloud.ts"
import { CODE_TRIES } from "../limits.ts"
import { done, type Handler, open, refused } from "./handler.ts"
import {
  accountByEmail,
  accountByHash,
  addAccount,
  type CallContext,
  note,
  openFlow,
  openSession,
  sendMail,
} from "./records.ts"
import type { CloudAccount, CloudFlow } from "./state.ts"
import { BAD_EMAIL, BAD_PASSWORD, EMAIL_EXISTS, EXPIRED, NOT_ACTIVATED, WRONG_CODE_OR_EMAIL } from "./status.ts"

/** The ways in: sign-in, sign-up with activation, password reset (AUTH-1, CALL-1). */

/** Whether a code has run out of time or of tries. */
export const isSpent = (code: { readonly expiresAt: number; readonly tries: number }, now: number): boolean =>
  code.expiresAt <= now || code.tries >= CODE_TRIES

const startActivation = (turn: CallContext, account: CloudAccount): string => {
  const flow = openFlow(turn, "activation", account.uid, account.email)
  sendMail(turn, account.email, "Activate your account", flow.code)
  return flow.token
}

const endFlows = (turn: CallContext, uid: string, kind: CloudFlow["kind"]): void => {
  for (const flow of turn.state.flows.values())
    if (flow.uid === uid && flow.kind === kind) turn.state.flows.delete(flow.token)
}

const endSessions = (turn: CallContext, uid: string): void => {
  for (const session of turn.state.sessions.values()) if (session.uid === uid) turn.state.sessions.delete(session.token)
}

/** The flow of a token with its account, or nothing when the token is none of this kind. */
const flowOf = (turn: CallContext, token: string, kind: CloudFlow["kind"]) => {
  const flow = turn.state.flows.get(token)
  const account = flow?.kind === kind ? turn.state.accounts.get(flow.uid) : undefined
  return flow === undefined || account === undefined ? undefined : { flow, account }
}

const uidOfFlow = (turn: CallContext, body: { readonly token: string }): string =>
  turn.state.flows.get(body.token)?.uid ?? body.token

const signin = open(
  calls.signin,
  (turn, { email }) => accountByHash(turn.state, email)?.uid ?? email,
  (turn, { email, password }) => {
    const account = accountByHash(turn.state, email)
    if (account === undefined) return refused(BAD_EMAIL)
    if (account.passwordHash !== password) return refused(BAD_PASSWORD)
    if (!account.activated) return refused(NOT_ACTIVATED)
    return done({ name: account.name, uid: account.uid, token: openSession(turn, account.uid).token })
  },
)

/** An e-mail that was never activated may sign up again: the newest name and password count. */
const signup = open(
  calls.signup,
  (_, { email }) => normalEmail(email),
  (turn, body) => {
    const email = parseEmail(body.email)
    if (!email.ok) return refused(BAD_EMAIL)
    const name = parseName(body.name)
    if (!name.ok || body.password === turn.md5("")) return refused(BAD_PASSWORD)
    const known = accountByEmail(turn.state, email.value)
    if (known?.activated === true) return refused(EMAIL_EXISTS)
    if (known !== undefined) {
      known.name = name.value
      known.passwordHash = body.password
      return done({ token: startActivation(turn, known) })
    }
    const made = { name: name.value, email: email.value, passwordHash: body.password }
    const account = addAccount(turn, { ...made, activated: false, createdAt: turn.now })
    note(turn, "signup", account.uid, account.uid, account.email)
    return done({ token: startActivation(turn, account) })
  },
)

/** The token of a success is a session of the new account; the one with an expired code goes with a new code. */
const verifyActivation = open(calls.verify_activation, uidOfFlow, (turn, body) => {
  const found = flowOf(turn, body.token, "activation")
  if (found === undefined) return refused(WRONG_CODE_OR_EMAIL)
  const { flow, account } = found
  if (isSpent(flow, turn.now)) {
    turn.state.flows.delete(flow.token)
    return { status: EXPIRED, token: startActivation(turn, account) }
  }
  if (flow.code !== body.verificationcode) {
    flow.tries += 1
    return refused(WRONG_CODE_OR_EMAIL)
  }
  account.activated = true
  endFlows(turn, account.uid, "activation")
  note(turn, "verify_activation", account.uid, account.uid, "activated")
  return done({ token: openSession(turn, account.uid).token })
})

const resetPassword = open(
  calls.reset_password,
  (turn, { email }) => accountByHash(turn.state, email)?.uid ?? email,
  (turn, { email }) => {
    const account = accountByHash(turn.state, email)
    if (account === undefined) return refused(WRONG_CODE_OR_EMAIL)
    const flow = openFlow(turn, "reset", account.uid, account.email)
    sendMail(turn, account.email, "Reset your password", flow.code)
    return done({ token: flow.token })
  },
)

/** A new password ends every session and activates the account. */
const verifyReset = open(calls.verify_resetpassword_code, uidOfFlow, (turn, body) => {
  const found = flowOf(turn, body.token, "reset")
  if (found === undefined) return refused(WRONG_CODE_OR_EMAIL)
  const { flow, account } = found
  if (isSpent(flow, turn.now)) return refused(EXPIRED)
  if (flow.code !== body.verificationcode) {
    flow.tries += 1
    return refused(WRONG_CODE_OR_EMAIL)
  }
  account.passwordHash = body.newpassword
  account.activated = true
  endFlows(turn, account.uid, "reset")
  endFlows(turn, account.uid, "activation")
  endSessions(turn, account.uid)
  note(turn, "verify_resetpassword_code", account.uid, account.uid, "password")
  return done({})
})

export const entranceHandlers = {
  signin,
  signup,
  verify_activation: verifyActivation,
  reset_password: resetPassword,
  verify_resetpassword_code: verifyReset,
} satisfies Partial<Record<string, Handler>>
