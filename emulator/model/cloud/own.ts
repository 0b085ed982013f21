import { normalEmail, parseEmail } from "../../../src/domain/values/email.ts"
import { CODE_DIGITS } from "../../../src/domain/values/limits.ts"
import { parseName } from "../../../src/domain/values/name.ts"
import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"
import { flagsOf } from "../devices/record.ts"
import { CODE_LIFE_MS } from "../limits.ts"
import { nextCode } from "../random.ts"
import { isSpent } from "./entrance.ts"
import { type CloudCall, done, refused, session } from "./handler.ts"
import {
  accountByEmail,
  changeEmail,
  devicesOf,
  note,
  openFlow,
  openSession,
  removeAccount,
  sendMail,
} from "./records.ts"
import { sharedWith } from "./sharing.ts"
import type { Bound } from "./state.ts"
import {
  badName,
  CODE_EXPIRED,
  EMAIL_EXISTS,
  INVALID_VALUE,
  ofSession,
  WRONG_CODE,
  WRONG_CODE_OR_EMAIL,
} from "./status.ts"

/** The own account: renewing the session, name, e-mail, deletion (ACCOUNT-1, CALL-1). */

const item = (device: Bound) => ({
  id: device.did,
  name: device.name,
  model: device.model,
  lastSeen: device.lastSeen,
  flags: device.flags ?? flagsOf(device.mac),
  build: device.build,
  ...(device.key !== undefined && { key: device.key }),
  ...(device.heard !== undefined && { heard: presenceUntil(device.heard, device.lastSeen) }),
})

/** Extends the last span while the device sends heartbeats. */
const presenceUntil = (spans: NonNullable<Bound["heard"]>, lastSeen: number): NonNullable<Bound["heard"]> =>
  spans.map(([from, to], index) => [from, index === spans.length - 1 ? Math.max(to, lastSeen) : to])

/** Returns a fresh token. The others stay valid, so that a lost reply never signs a person out. */
const loginWithToken = session(calls.loginWithToken, (context, account) =>
  done({
    uid: account.uid,
    token: openSession(context, account.uid).token,
    name: account.name,
    email: account.email,
    createdAt: account.createdAt,
    devices: devicesOf(context, account.uid).map(item),
    subdevices: sharedWith(context, account.uid).map(({ device, owner }) => ({
      ...item(device),
      owner: owner.name,
    })),
  }),
)

const renameAccount = session(calls.rename_account, (context, account, { newName }) => {
  const name = parseName(newName)
  if (!name.ok) return refused(INVALID_VALUE)
  account.name = name.value
  note(context, "rename_account", account.uid, account.uid, name.value)
  return done({})
})

const updateEmail = session(calls.update_email, (context, account, { newEmail }) => {
  const email = parseEmail(newEmail)
  if (!email.ok || normalEmail(email.value) === normalEmail(account.email)) return refused(INVALID_VALUE)
  if (accountByEmail(context.state, email.value) !== undefined) return refused(EMAIL_EXISTS)
  const flow = openFlow(context, "email", account.uid, email.value)
  sendMail(context, email.value, "Confirm your new e-mail", flow.code)
  return done({ token: flow.token })
})

const confirmEmailChange = session(calls.confirm_email_change, (context, account, { code, updateToken }) => {
  const flow = context.state.flows.get(updateToken)
  if (flow?.kind !== "email" || flow.uid !== account.uid) return refused(WRONG_CODE)
  if (isSpent(flow, context.now)) return refused(CODE_EXPIRED)
  if (flow.code !== code) {
    flow.tries += 1
    return refused(WRONG_CODE)
  }
  // Another person may have taken the address since the code was sent.
  if (accountByEmail(context.state, flow.email) !== undefined) return refused(EMAIL_EXISTS)
  context.state.flows.delete(flow.token)
  changeEmail(context, account, flow.email)
  note(context, "confirm_email_change", account.uid, account.uid, flow.email)
  return done({})
})

const deactivateRequest = session(calls.deactivate_request, (context, account) => {
  const code = nextCode(context.state)
  account.deletion = { code, email: account.email, expiresAt: context.now + CODE_LIFE_MS, tries: 0 }
  sendMail(context, account.email, "Delete your account", code)
  return done({})
})

const deactivateConfirm = session(calls.deactivate_confirm, (context, account, { code }) => {
  const { deletion } = account
  if (deletion === null || code.length !== CODE_DIGITS) return refused(WRONG_CODE)
  // The code went to an address that is no longer the account's.
  if (deletion.email !== account.email) return refused(WRONG_CODE_OR_EMAIL)
  if (isSpent(deletion, context.now)) return refused(CODE_EXPIRED)
  if (deletion.code !== code) {
    account.deletion = { ...deletion, tries: deletion.tries + 1 }
    return refused(WRONG_CODE)
  }
  removeAccount(context.state, account)
  note(context, "deactivate_confirm", account.uid, account.uid, "deleted")
  return done({})
})

export const ownCalls = {
  loginWithToken: {
    group: "session",
    about: "Renews the session and lists devices.",
    statuses: ofSession,
    answer: loginWithToken,
  },
  rename_account: {
    group: "own",
    about: "Renames the own account.",
    statuses: { ...ofSession, [INVALID_VALUE]: badName },
    answer: renameAccount,
  },
  update_email: {
    group: "own",
    about: "Sends a code to the new address; the token is the updateToken of confirm_email_change.",
    statuses: {
      ...ofSession,
      [EMAIL_EXISTS]: "there is an account with this e-mail",
      [INVALID_VALUE]: "the e-mail is none, or the present one",
    },
    answer: updateEmail,
  },
  confirm_email_change: {
    group: "own",
    about: "Changes the e-mail with the code.",
    statuses: {
      ...ofSession,
      [EMAIL_EXISTS]: "an account with this e-mail has come up meanwhile",
      [WRONG_CODE]: "wrong code or updateToken",
      [CODE_EXPIRED]: "the code has expired",
    },
    answer: confirmEmailChange,
  },
  deactivate_request: {
    group: "own",
    about: "Sends the code that confirms the deletion of the account.",
    statuses: ofSession,
    answer: deactivateRequest,
  },
  deactivate_confirm: {
    group: "own",
    about: "Deletes the account with the code.",
    statuses: {
      ...ofSession,
      [WRONG_CODE_OR_EMAIL]: "the e-mail has changed since the code was sent",
      [WRONG_CODE]: "wrong code",
      [CODE_EXPIRED]: "the code has expired",
    },
    answer: deactivateConfirm,
  },
} satisfies Partial<Record<CallName, CloudCall>>
