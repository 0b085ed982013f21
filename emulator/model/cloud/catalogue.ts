import type { CallName } from "../../../src/domain/wire/cloud.ts"
import * as S from "./status.ts"

/** Which statuses each call can answer, and what they mean there: read by the API document and by the tests. */

type Meanings = Readonly<Record<number, string>>

const always: Meanings = {
  [S.OK]: "done",
  [S.MALFORMED]: "the body is not what the call takes (HTTP 400)",
  [S.TOO_OFTEN]: "too fast or too often",
}

const session: Meanings = {
  ...always,
  [S.EXPIRED]: "the session's time is over",
  [S.NO_SESSION]: "no such session",
}

const gone = "not there for this caller: never was, somebody else's, or already gone"
const badName = "the name is empty or longer than 32 bytes"

const meanings: Readonly<Record<CallName, Meanings>> = {
  signin: {
    ...always,
    [S.BAD_EMAIL]: "no account with this e-mail",
    [S.BAD_PASSWORD]: "wrong password",
    [S.NOT_ACTIVATED]: "the account is not activated",
  },
  signup: {
    ...always,
    [S.BAD_EMAIL]: "the e-mail is none",
    [S.BAD_PASSWORD]: "the name breaks its rules, or the password is empty",
    [S.EMAIL_EXISTS]: "there is an activated account with this e-mail",
  },
  verify_activation: {
    ...always,
    [S.WRONG_CODE_OR_EMAIL]: "wrong code",
    [S.EXPIRED]: "the code has expired; a new token comes with this answer and a new code by mail",
  },
  reset_password: { ...always, [S.WRONG_CODE_OR_EMAIL]: "no account with this e-mail" },
  verify_resetpassword_code: {
    ...always,
    [S.WRONG_CODE_OR_EMAIL]: "wrong code",
    [S.EXPIRED]: "the code has expired",
  },
  loginWithToken: session,
  rename_device: { ...session, [S.NOT_FOUND]: `the device is ${gone}`, [S.INVALID_VALUE]: badName },
  request_device: {
    ...session,
    [S.NOT_FOUND]: `the device is ${gone}`,
    [S.NOT_ALLOWED]: "the device cannot be reached",
    [S.INVALID_VALUE]: "the payload of a wake is none, or there is no MAC to wake",
  },
  deactivate_request: session,
  deactivate_confirm: {
    ...session,
    [S.WRONG_CODE_OR_EMAIL]: "the e-mail has changed since the code was sent",
    [S.WRONG_CODE]: "wrong code",
    [S.CODE_EXPIRED]: "the code has expired",
  },
  update_email: {
    ...session,
    [S.EMAIL_EXISTS]: "there is an account with this e-mail",
    [S.INVALID_VALUE]: "the e-mail is none, or the present one",
  },
  confirm_email_change: {
    ...session,
    [S.EMAIL_EXISTS]: "an account with this e-mail has come up meanwhile",
    [S.WRONG_CODE]: "wrong code or updateToken",
    [S.CODE_EXPIRED]: "the code has expired",
  },
  get_subaccount_list: session,
  send_invitation: {
    ...session,
    [S.EMAIL_EXISTS]: "this e-mail is a sub-account already",
    [S.INVALID_VALUE]: "name, e-mail or link breaks its rules, or it is the own e-mail",
  },
  update_subaccount_state: {
    ...session,
    [S.NOT_FOUND]: `the sub-account is ${gone}`,
    [S.NOT_ALLOWED]: "there is no such transition from its present state",
  },
  modify_subdevice: {
    ...session,
    [S.NOT_FOUND]: `sub-account or device is ${gone}`,
    [S.NOT_ALLOWED]: "the sub-account is not active",
    [S.INVALID_VALUE]: "the device's firmware is below 241129184309",
  },
  rename_account: { ...session, [S.INVALID_VALUE]: badName },
  rename_subaccount: { ...session, [S.NOT_FOUND]: `the sub-account is ${gone}`, [S.INVALID_VALUE]: badName },
  accept_invitation: {
    ...session,
    [S.WRONG_CODE]: "no open invitation with this code, the own one, or already a member there",
    [S.CODE_EXPIRED]: "the invitation has expired",
  },
  get_main_accounts: session,
  disconnect_main_account: { ...session, [S.NOT_FOUND]: `the main account is ${gone}` },
  update_subaccount_email: {
    ...session,
    [S.EMAIL_EXISTS]: "another sub-account has this e-mail",
    [S.NOT_FOUND]: `the sub-account is ${gone}`,
    [S.INVALID_VALUE]: "the e-mail is none",
  },
}

export const statusesOf = (call: CallName): readonly { readonly status: number; readonly meaning: string }[] =>
  Object.entries(meanings[call])
    .map(([status, meaning]) => ({ status: Number(status), meaning }))
    .sort((a, b) => b.status - a.status)
