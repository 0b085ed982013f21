import { normalEmail, parseEmail } from "../../../src/domain/values/email.ts"
import { parseName } from "../../../src/domain/values/name.ts"
import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"
import { CODE_TRIES } from "../limits.ts"
import { type CloudCall, done, open, refused } from "./handler.ts"
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
import { always, BAD_EMAIL, BAD_PASSWORD, EMAIL_EXISTS, EXPIRED, NOT_ACTIVATED, WRONG_CODE_OR_EMAIL } from "./status.ts"

/** The calls of the entry pages: sign-in, sign-up with activation, password reset (AUTH-1, CALL-1). */

/** True when a code has expired or used up its tries. */
export const isSpent = (code: { readonly expiresAt: number; readonly tries: number }, now: number): boolean =>
  code.expiresAt <= now || code.tries >= CODE_TRIES

const startActivation = (context: CallContext, account: CloudAccount): string => {
  const flow = openFlow(context, "activation", account.uid, account.email)
  sendMail(context, account.email, "Activate your account", flow.code)
  return flow.token
}

const endFlows = (context: CallContext, uid: string, kind: CloudFlow["kind"]): void => {
  for (const flow of context.state.flows.values())
    if (flow.uid === uid && flow.kind === kind) context.state.flows.delete(flow.token)
}

const endSessions = (context: CallContext, uid: string): void => {
  for (const session of context.state.sessions.values())
    if (session.uid === uid) context.state.sessions.delete(session.token)
}

/** The flow of a token and its account. Undefined when the token belongs to no flow of this kind. */
const flowOf = (context: CallContext, token: string, kind: CloudFlow["kind"]) => {
  const flow = context.state.flows.get(token)
  const account = flow?.kind === kind ? context.state.accounts.get(flow.uid) : undefined
  return flow === undefined || account === undefined ? undefined : { flow, account }
}

const uidOfFlow = (context: CallContext, body: { readonly token: string }): string =>
  context.state.flows.get(body.token)?.uid ?? body.token

const signin = open(
  calls.signin,
  (context, { email }) => accountByHash(context.state, email)?.uid ?? email,
  (context, { email, password }) => {
    const account = accountByHash(context.state, email)
    if (account === undefined) return refused(BAD_EMAIL)
    if (account.passwordHash !== password) return refused(BAD_PASSWORD)
    if (!account.activated) return refused(NOT_ACTIVATED)
    return done({ name: account.name, uid: account.uid, token: openSession(context, account.uid).token })
  },
)

/** An address that was never activated may sign up again. The newest name and password count. */
const signup = open(
  calls.signup,
  (_, { email }) => normalEmail(email),
  (context, body) => {
    const email = parseEmail(body.email)
    if (!email.ok) return refused(BAD_EMAIL)
    const name = parseName(body.name)
    if (!name.ok || body.password === context.md5("")) return refused(BAD_PASSWORD)
    const known = accountByEmail(context.state, email.value)
    if (known?.activated === true) return refused(EMAIL_EXISTS)
    if (known !== undefined) {
      known.name = name.value
      known.passwordHash = body.password
      return done({ token: startActivation(context, known) })
    }
    const made = { name: name.value, email: email.value, passwordHash: body.password }
    const account = addAccount(context, { ...made, activated: false, createdAt: context.now })
    note(context, "signup", account.uid, account.uid, account.email)
    return done({ token: startActivation(context, account) })
  },
)

/** After success the token is a session of the new account. After an expired code it belongs to a new code. */
const verifyActivation = open(calls.verify_activation, uidOfFlow, (context, body) => {
  const found = flowOf(context, body.token, "activation")
  if (found === undefined) return refused(WRONG_CODE_OR_EMAIL)
  const { flow, account } = found
  if (isSpent(flow, context.now)) {
    context.state.flows.delete(flow.token)
    return { status: EXPIRED, token: startActivation(context, account) }
  }
  if (flow.code !== body.verificationcode) {
    flow.tries += 1
    return refused(WRONG_CODE_OR_EMAIL)
  }
  account.activated = true
  endFlows(context, account.uid, "activation")
  note(context, "verify_activation", account.uid, account.uid, "activated")
  return done({ token: openSession(context, account.uid).token })
})

const resetPassword = open(
  calls.reset_password,
  (context, { email }) => accountByHash(context.state, email)?.uid ?? email,
  (context, { email }) => {
    const account = accountByHash(context.state, email)
    if (account === undefined) return refused(WRONG_CODE_OR_EMAIL)
    const flow = openFlow(context, "reset", account.uid, account.email)
    sendMail(context, account.email, "Reset your password", flow.code)
    return done({ token: flow.token })
  },
)

/** A new password ends every session and activates the account. */
const verifyReset = open(calls.verify_resetpassword_code, uidOfFlow, (context, body) => {
  const found = flowOf(context, body.token, "reset")
  if (found === undefined) return refused(WRONG_CODE_OR_EMAIL)
  const { flow, account } = found
  if (isSpent(flow, context.now)) return refused(EXPIRED)
  if (flow.code !== body.verificationcode) {
    flow.tries += 1
    return refused(WRONG_CODE_OR_EMAIL)
  }
  account.passwordHash = body.newpassword
  account.activated = true
  endFlows(context, account.uid, "reset")
  endFlows(context, account.uid, "activation")
  endSessions(context, account.uid)
  note(context, "verify_resetpassword_code", account.uid, account.uid, "password")
  return done({})
})

export const entranceCalls = {
  signin: {
    group: "session",
    about: "Signs in with the MD5 of the trimmed lower-cased e-mail and the MD5 of the password.",
    statuses: {
      ...always,
      [BAD_EMAIL]: "no account with this e-mail",
      [BAD_PASSWORD]: "wrong password",
      [NOT_ACTIVATED]: "the account is not activated",
    },
    answer: signin,
  },
  signup: {
    group: "session",
    about: "Makes an account that waits for its activation code; an unactivated e-mail gets a new token.",
    statuses: {
      ...always,
      [BAD_EMAIL]: "the e-mail is none",
      [BAD_PASSWORD]: "the name breaks its rules, or the password is empty",
      [EMAIL_EXISTS]: "there is an activated account with this e-mail",
    },
    answer: signup,
  },
  verify_activation: {
    group: "session",
    about: "Activates an account; an expired code (-106) answers with a new token.",
    statuses: {
      ...always,
      [WRONG_CODE_OR_EMAIL]: "wrong code",
      [EXPIRED]: "the code has expired; a new token comes with this answer and a new code by mail",
    },
    answer: verifyActivation,
  },
  reset_password: {
    group: "session",
    about: "Sends a reset code to the address with this hash.",
    statuses: { ...always, [WRONG_CODE_OR_EMAIL]: "no account with this e-mail" },
    answer: resetPassword,
  },
  verify_resetpassword_code: {
    group: "session",
    about: "Sets a new password with the code; activates an unactivated account.",
    statuses: {
      ...always,
      [WRONG_CODE_OR_EMAIL]: "wrong code",
      [EXPIRED]: "the code has expired",
    },
    answer: verifyReset,
  },
} satisfies Partial<Record<CallName, CloudCall>>
