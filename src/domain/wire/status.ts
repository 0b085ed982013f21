import type { CallName } from "./cloud.ts"

/** Refusals after which an automatic retry would bring the same. */
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

/** What a decoded status other than 0 means for the call that got it (MSG-1). */
export type Refusal = (typeof lastingRefusals)[number] | "tooOften"

export const STATUS_OK = 0
export const STATUS_TOO_OFTEN = -100

type Meanings = Readonly<Record<number, Refusal>>

/** Every session call: the session is invalid (MSG-2). Wake and reboot have the same code but do not sign out. */
const session: Meanings = { [-106]: "sessionInvalid", [-109]: "sessionInvalid" }
const signUp: Meanings = {
  [-101]: "invalidCredentials",
  [-102]: "invalidCredentials",
  [-103]: "emailExists",
  [-104]: "codeWrong",
  [-106]: "codeExpired",
}
/** Calls that give an address to a person: no call is named for -103 (decision 5). */
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

/** What the status of a call means; `undefined` for success. */
export const refusalOf = (call: CallName, status: number): Refusal | undefined => {
  if (status === STATUS_OK) return undefined
  const known = (meanings[call] ?? session)[status]
  if (known !== undefined) return known
  // ACCOUNT-5: whatever is not a session error, "too often" included.
  if (call === "accept_invitation") return "invitationInvalid"
  if (status === STATUS_TOO_OFTEN) return "tooOften"
  return call === "signin" ? "invalidCredentials" : "unknown"
}
