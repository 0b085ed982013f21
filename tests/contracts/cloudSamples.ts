import { type CallBody, type CallName, type CallReply, callNames } from "../../src/domain/wire/cloud.ts"

/** One valid body and one valid answer for each call. */

/** Replaces every secret that must not show. It has the form of a hash, and may be a token. */
export const SECRET = "5ec2e75ec2e75ec2e75ec2e75ec2e75e"

const session = { uid: "u1", token: SECRET }

export const BODIES: { readonly [Name in CallName]: CallBody<Name> } = {
  signin: { email: SECRET, password: SECRET },
  signup: { name: "Name", email: "a@example.com", password: SECRET },
  verify_activation: { token: SECRET, verificationcode: "123456" },
  reset_password: { email: SECRET },
  verify_resetpassword_code: { token: SECRET, verificationcode: "123456", newpassword: SECRET },
  loginWithToken: { ...session, isWeb: true },
  rename_device: { ...session, did: "d1", title: "Büro 🖥" },
  request_device: { ...session, did: "d1", cmd: "wol", payload: { type: 1, mac: "00:11:22:33:44:55" } },
  deactivate_request: session,
  deactivate_confirm: { ...session, code: "123456" },
  update_email: { ...session, newEmail: "b@example.com" },
  confirm_email_change: { ...session, code: "123456", updateToken: SECRET },
  get_subaccount_list: session,
  send_invitation: {
    ...session,
    email: "c@example.com",
    name: "C",
    invitedBy: "A",
    link: "https://x.example/invitation",
  },
  update_subaccount_state: { ...session, accountId: "s1", state: 3 },
  modify_subdevice: { ...session, accountId: "s1", deviceId: "d1", isAdd: true },
  rename_account: { ...session, newName: "New" },
  rename_subaccount: { ...session, accountId: "s1", newName: "New" },
  accept_invitation: { ...session, invitationCode: "123456" },
  get_main_accounts: session,
  disconnect_main_account: { ...session, accountId: "m1" },
  update_subaccount_email: { ...session, accountId: "s1", newEmail: "d@example.com" },
}

const REPLIES: { readonly [Name in CallName]: CallReply<Name> } = {
  signin: { name: "Name", uid: "u1", token: SECRET },
  signup: { token: SECRET },
  verify_activation: { token: SECRET },
  reset_password: { token: SECRET },
  verify_resetpassword_code: {},
  loginWithToken: {
    uid: "u1",
    token: SECRET,
    name: "Name",
    createdAt: 1_700_000_000_000,
    devices: [{ id: "d1", name: "Desk", model: 1, lastSeen: 1_700_000_000_000, flags: 4, build: 241_129_184_309 }],
    subdevices: [{ id: "d2", name: "Dock", model: 2, lastSeen: 0, flags: 0, build: 0, owner: "m1" }],
  },
  rename_device: {},
  request_device: {},
  deactivate_request: {},
  deactivate_confirm: {},
  update_email: { token: SECRET },
  confirm_email_change: {},
  get_subaccount_list: {
    devices: [{ id: "d1", name: "Desk" }],
    accounts: [{ id: "s1", name: "C", email: "c@example.com", createdAt: 1, status: 9, devices: ["d1"] }],
  },
  send_invitation: { code: "123456" },
  update_subaccount_state: {},
  modify_subdevice: {},
  rename_account: {},
  rename_subaccount: {},
  accept_invitation: {},
  get_main_accounts: { result: [{ id: "m1", name: "M", email: "m@example.com" }] },
  disconnect_main_account: {},
  update_subaccount_email: {},
}

/** Fields of the samples that an answer may omit. */
export const OPTIONAL: ReadonlySet<string> = new Set(["signin.name", "loginWithToken.name", "loginWithToken.createdAt"])

type Json = Readonly<Record<string, unknown>>
const withStatus = (reply: Json): Json => ({ status: 0, ...reply })

export const ANSWERS: Readonly<Record<CallName, Json>> = {
  ...REPLIES,
  ...Object.fromEntries(callNames.map((name) => [name, withStatus(REPLIES[name])])),
}
