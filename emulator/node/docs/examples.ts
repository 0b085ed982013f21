import type { CallName } from "../../../src/domain/wire/cloud.ts"
import { md5 } from "../emulation.ts"
import { bodySchema, exampleOf } from "./schemas.ts"

/**
 * Values with which a person may try each call. The page fills in a word in braces from a session of the demo account.
 */

const EMAIL = md5("owner@example.com")
const PASSWORD = md5("sightline")

/** The page signs in with this before it tries a call that needs a session. */
export const DEMO_SESSION = { email: EMAIL, password: PASSWORD }

const usual: Readonly<Record<string, unknown>> = {
  uid: "{uid}",
  token: "{token}",
  did: "{did}",
  deviceId: "{did}",
  accountId: "{accountId}",
  password: PASSWORD,
  newpassword: PASSWORD,
  title: "Lecture hall 2",
  name: "Ada Novak",
  newName: "Ada Novak",
  newEmail: "ada.novak@example.com",
  invitedBy: "Ines Duarte",
  link: "https://cloud.example/invitation",
  code: "123456",
  verificationcode: "123456",
  invitationCode: "123456",
  updateToken: "from update_email",
  isWeb: true,
}

/** Fields with another meaning in this call. */
const own: Partial<Record<CallName, Readonly<Record<string, unknown>>>> = {
  signin: { email: EMAIL },
  reset_password: { email: EMAIL },
  signup: { email: "ada.novak@example.com" },
  send_invitation: { email: "ada.novak@example.com" },
  verify_activation: { token: "from signup" },
  verify_resetpassword_code: { token: "from reset_password" },
  request_device: { cmd: "wol", payload: { type: 0 } },
  update_subaccount_state: { state: 2 },
}

export const exampleBody = (call: CallName): string =>
  JSON.stringify(
    exampleOf(bodySchema(call), (name) => own[call]?.[name] ?? usual[name]),
    null,
    2,
  )

/** Meanings of fields that a schema cannot express. */
export const meanings: Partial<Record<CallName, Readonly<Record<string, string>>>> = {
  request_device: {
    payload:
      'of wol {type: 0}, which wakes the bound MAC, or {type: 1, mac: "AA:BB:CC:DD:EE:FF"}; of nat {nonce, candidates[]}; of reboot none',
  },
}
