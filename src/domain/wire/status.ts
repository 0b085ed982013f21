import type { CallName } from "./cloud.ts"

/** Refusals after which a retry would have the same result. */
export const lastingRefusals = [
  "invalidCredentials",
  "emailExists",
  "invalidEmail",
  "codeWrong",
  "codeExpired",
  "notActivated",
  "sessionInvalid",
  "invitationInvalid",
  "unsupported",
  "unknown",
] as const

/** The meaning of a decoded status other than 0 for its call (MSG-1). */
export type Refusal = (typeof lastingRefusals)[number] | "tooOften"

export const STATUS_OK = 0
export const STATUS_TOO_OFTEN = -100

type Meanings = Readonly<Record<number, Refusal>>

/** For every session call: the session is invalid (MSG-2). Wake and reboot have the same codes but do not sign out. */
const session: Meanings = { [-106]: "sessionInvalid", [-109]: "sessionInvalid" }
const signUp: Meanings = {
  [-101]: "invalidCredentials",
  [-102]: "invalidCredentials",
  [-103]: "emailExists",
  [-104]: "codeWrong",
  [-106]: "codeExpired",
}
/** Calls that set an address. The specification of -103 names no call (decision 5). */
const address: Meanings = { ...session, [-103]: "emailExists" }
const changeEmail: Meanings = { ...address, [-110]: "codeWrong", [-111]: "codeExpired" }
const deleteAccount: Meanings = { ...session, [-104]: "invalidEmail", [-110]: "codeWrong", [-111]: "codeExpired" }

const meanings: Partial<Record<CallName, Meanings>> = {
  signin: { [-107]: "notActivated" },
  signup: signUp,
  verify_activation: signUp,
  reset_password: { [-104]: "invalidEmail", [-106]: "codeExpired" },
  verify_resetpassword_code: { [-104]: "codeWrong", [-106]: "codeExpired" },
  update_email: changeEmail,
  confirm_email_change: changeEmail,
  send_invitation: address,
  update_subaccount_email: address,
  deactivate_request: deleteAccount,
  deactivate_confirm: deleteAccount,
}

/** The meaning of a call's status; undefined for success. */
export const refusalOf = (call: CallName, status: number): Refusal | undefined => {
  if (status === STATUS_OK) return undefined
  const known = (meanings[call] ?? session)[status]
  if (known !== undefined) return known
  // ACCOUNT-5: every status except a session error, "too often" included.
  if (call === "accept_invitation") return "invitationInvalid"
  if (status === STATUS_TOO_OFTEN) return "tooOften"
  return call === "signin" ? "invalidCredentials" : "unknown"
}
