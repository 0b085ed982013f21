import type { CallName } from "../../../src/domain/wire/cloud.ts"
import * as S from "./status.ts"

/** What each call does, which statuses it can answer and what they mean there: read by the API document and by the tests. */

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

export const groups = {
  session: "Session",
  devices: "Devices",
  own: "Own account",
  sub: "Sub-accounts",
  main: "Main accounts",
} as const
export type CallGroup = keyof typeof groups

interface CatalogueRow {
  readonly group: CallGroup
  /** What the call does. */
  readonly about: string
  readonly statuses: Meanings
}

export const catalogue: Readonly<Record<CallName, CatalogueRow>> = {
  signin: {
    group: "session",
    about: "Signs in with the MD5 of the trimmed lower-cased e-mail and the MD5 of the password.",
    statuses: {
      ...always,
      [S.BAD_EMAIL]: "no account with this e-mail",
      [S.BAD_PASSWORD]: "wrong password",
      [S.NOT_ACTIVATED]: "the account is not activated",
    },
  },
  signup: {
    group: "session",
    about: "Makes an account that waits for its activation code; an unactivated e-mail gets a new token.",
    statuses: {
      ...always,
      [S.BAD_EMAIL]: "the e-mail is none",
      [S.BAD_PASSWORD]: "the name breaks its rules, or the password is empty",
      [S.EMAIL_EXISTS]: "there is an activated account with this e-mail",
    },
  },
  verify_activation: {
    group: "session",
    about: "Activates an account; an expired code (-106) answers with a new token.",
    statuses: {
      ...always,
      [S.WRONG_CODE_OR_EMAIL]: "wrong code",
      [S.EXPIRED]: "the code has expired; a new token comes with this answer and a new code by mail",
    },
  },
  reset_password: {
    group: "session",
    about: "Sends a reset code to the address with this hash.",
    statuses: { ...always, [S.WRONG_CODE_OR_EMAIL]: "no account with this e-mail" },
  },
  verify_resetpassword_code: {
    group: "session",
    about: "Sets a new password with the code; activates an unactivated account.",
    statuses: {
      ...always,
      [S.WRONG_CODE_OR_EMAIL]: "wrong code",
      [S.EXPIRED]: "the code has expired",
    },
  },
  loginWithToken: {
    group: "session",
    about: "Renews the session and lists devices.",
    statuses: session,
  },
  rename_device: {
    group: "devices",
    about: "Renames a device.",
    statuses: { ...session, [S.NOT_FOUND]: `the device is ${gone}`, [S.INVALID_VALUE]: badName },
  },
  request_device: {
    group: "devices",
    about: "Asks a device to reboot, wakes what is behind it (wol), or relays a NAT request.",
    statuses: {
      ...session,
      [S.NOT_FOUND]: `the device is ${gone}`,
      [S.NOT_ALLOWED]: "the device cannot be reached",
      [S.INVALID_VALUE]: "the payload of a wake is none, or there is no MAC to wake",
    },
  },
  deactivate_request: {
    group: "own",
    about: "Sends the code that confirms the deletion of the account.",
    statuses: session,
  },
  deactivate_confirm: {
    group: "own",
    about: "Deletes the account with the code.",
    statuses: {
      ...session,
      [S.WRONG_CODE_OR_EMAIL]: "the e-mail has changed since the code was sent",
      [S.WRONG_CODE]: "wrong code",
      [S.CODE_EXPIRED]: "the code has expired",
    },
  },
  update_email: {
    group: "own",
    about: "Sends a code to the new address; the token is the updateToken of confirm_email_change.",
    statuses: {
      ...session,
      [S.EMAIL_EXISTS]: "there is an account with this e-mail",
      [S.INVALID_VALUE]: "the e-mail is none, or the present one",
    },
  },
  confirm_email_change: {
    group: "own",
    about: "Changes the e-mail with the code.",
    statuses: {
      ...session,
      [S.EMAIL_EXISTS]: "an account with this e-mail has come up meanwhile",
      [S.WRONG_CODE]: "wrong code or updateToken",
      [S.CODE_EXPIRED]: "the code has expired",
    },
  },
  get_subaccount_list: {
    group: "sub",
    about: "Lists sub-accounts and the devices that can be assigned to them.",
    statuses: session,
  },
  send_invitation: {
    group: "sub",
    about: "Invites a sub-account; the link ends in `invitation`, the code goes to the owner.",
    statuses: {
      ...session,
      [S.EMAIL_EXISTS]: "this e-mail is a sub-account already",
      [S.INVALID_VALUE]: "name, e-mail or link breaks its rules, or it is the own e-mail",
    },
  },
  update_subaccount_state: {
    group: "sub",
    about: "Approves, disables, enables or removes a sub-account.",
    statuses: {
      ...session,
      [S.NOT_FOUND]: `the sub-account is ${gone}`,
      [S.NOT_ALLOWED]: "there is no such transition from its present state",
    },
  },
  modify_subdevice: {
    group: "sub",
    about: "Assigns a device to a sub-account or takes it away.",
    statuses: {
      ...session,
      [S.NOT_FOUND]: `sub-account or device is ${gone}`,
      [S.NOT_ALLOWED]: "the sub-account is not active",
      [S.INVALID_VALUE]: "the device's firmware is below 241129184309",
    },
  },
  rename_account: {
    group: "own",
    about: "Renames the own account.",
    statuses: { ...session, [S.INVALID_VALUE]: badName },
  },
  rename_subaccount: {
    group: "sub",
    about: "Renames a sub-account.",
    statuses: { ...session, [S.NOT_FOUND]: `the sub-account is ${gone}`, [S.INVALID_VALUE]: badName },
  },
  accept_invitation: {
    group: "main",
    about: "Accepts an invitation; the owner's approval follows.",
    statuses: {
      ...session,
      [S.WRONG_CODE]: "no open invitation with this code, the own one, or already a member there",
      [S.CODE_EXPIRED]: "the invitation has expired",
    },
  },
  get_main_accounts: {
    group: "main",
    about: "Lists the main accounts that share devices with this one.",
    statuses: session,
  },
  disconnect_main_account: {
    group: "main",
    about: "Leaves a main account.",
    statuses: { ...session, [S.NOT_FOUND]: `the main account is ${gone}` },
  },
  update_subaccount_email: {
    group: "sub",
    about: "Extension (decision 5): changes the e-mail of a sub-account; a server may not know it.",
    statuses: {
      ...session,
      [S.EMAIL_EXISTS]: "another sub-account has this e-mail",
      [S.NOT_FOUND]: `the sub-account is ${gone}`,
      [S.INVALID_VALUE]: "the e-mail is none",
    },
  },
}

export const statusesOf = (call: CallName): readonly { readonly status: number; readonly meaning: string }[] =>
  Object.entries(catalogue[call].statuses)
    .map(([status, meaning]) => ({ status: Number(status), meaning }))
    .sort((a, b) => b.status - a.status)
