import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { IntentSchema, queuedCalls } from "../../src/domain/actions/table.ts"
import { refusalMessage } from "../../src/domain/views/messages.ts"
import { type CallName, callNames, calls } from "../../src/domain/wire/cloud.ts"
import { readJson } from "../../src/domain/wire/json.ts"
import { type Refusal, refusalOf } from "../../src/domain/wire/status.ts"

/** A second version of the table, on purpose: the path and the fields of the body. */
const SPECIFIED: Readonly<Record<CallName, readonly [string, string]>> = {
  signin: ["/api/v2/signin", "email password"],
  signup: ["/api/v2/signup", "name email password"],
  verify_activation: ["/verify/activation", "token verificationcode"],
  reset_password: ["/api/v2/reset_password", "email"],
  verify_resetpassword_code: ["/api/v2/verify_resetpassword_code", "token verificationcode newpassword"],
  loginWithToken: ["/api/v2/loginWithToken", "uid token isWeb"],
  rename_device: ["/api/v2/rename_device", "uid token did title"],
  request_device: ["/api/v2/request_device", "uid token did cmd payload"],
  deactivate_request: ["/account/deactivate_request", "uid token"],
  deactivate_confirm: ["/account/deactivate_confirm", "uid token code"],
  update_email: ["/api/v2/update_email", "uid token newEmail"],
  confirm_email_change: ["/api/v2/confirm_email_change", "uid token code updateToken"],
  get_subaccount_list: ["/api/v2/get_subaccount_list", "uid token"],
  send_invitation: ["/api/v2/send_invitation", "uid token email name invitedBy link"],
  update_subaccount_state: ["/api/v2/update_subaccount_state", "uid token accountId state"],
  modify_subdevice: ["/api/v2/modify_subdevice", "uid token accountId deviceId isAdd"],
  rename_account: ["/api/v2/rename_account", "uid token newName"],
  rename_subaccount: ["/api/v2/rename_subaccount", "uid token accountId newName"],
  accept_invitation: ["/api/v2/accept_invitation", "uid token invitationCode"],
  get_main_accounts: ["/api/v2/get_main_accounts", "uid token"],
  disconnect_main_account: ["/api/v2/disconnect_main_account", "uid token accountId"],
  update_subaccount_email: ["/api/v2/update_subaccount_email", "uid token accountId newEmail"],
}

test("[CALL-1] there are the 21 calls and the one extension, each path once", () => {
  expect([...callNames].sort()).toEqual(Object.keys(SPECIFIED).sort())
  expect(callNames).toHaveLength(22)
  expect(new Set(callNames.map((name) => calls[name].path)).size).toBe(22)
})

test.each(callNames)("[CALL-1] %s has the path and the body written down", (name) => {
  const [path, fields] = SPECIFIED[name]
  expect(calls[name].path).toBe(path)
  expect(Object.keys(calls[name].body.fields)).toEqual(fields.split(" "))
})

test.each(callNames)("[CALL-2] the answer to %s may carry unknown fields, and no field of a wrong kind", (name) => {
  const { reply } = calls[name]
  const fields = Object.entries<Schema.Constraint>(reply.fields)
  const sample = Object.fromEntries(fields.map(([field]) => [field, SAMPLES[field]]))
  const read = (value: unknown) => Schema.decodeUnknownResult(reply)(value)
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (extra, value) => {
      const answer = { ...sample }
      if (!Object.hasOwn(sample, extra)) Object.defineProperty(answer, extra, { value, enumerable: true })
      const decoded = Result.getOrThrow(read(answer))
      for (const [field] of fields) expect(Reflect.get(decoded, field)).toEqual(sample[field])
    }),
  )
  expect(Result.isSuccess(read(sample))).toBe(true)
  for (const [field] of fields) expect(Result.isFailure(read({ ...sample, [field]: { not: "it" } }))).toBe(true)
})

test("[CALL-2][SEC-1] names that a server sends are decoded without invisible marks, whatever call brings them", () => {
  const hostile = "gpj\u202e\u2067exe\u2069\u200b"
  const item = { id: "1", name: hostile, email: hostile, owner: hostile }
  const sub = { ...item, createdAt: 0, status: 2, devices: [] }
  const device = { ...item, model: 1, lastSeen: 0, flags: 0, build: 0 }
  const replies: readonly (readonly [CallName, object])[] = [
    ["signin", { name: hostile, uid: "u", token: "t" }],
    [
      "loginWithToken",
      { uid: "u", token: "t", name: hostile, email: hostile, devices: [device], subdevices: [device] },
    ],
    ["get_subaccount_list", { devices: [item], accounts: [sub] }],
    ["get_main_accounts", { result: [item] }],
  ]
  for (const [call, reply] of replies) {
    const decoded = JSON.stringify(Schema.decodeUnknownSync(calls[call].reply)(reply))
    expect(decoded).toContain("gpjexe")
    expect(decoded).not.toMatch(/[\u202e\u2067\u2069\u200b]/)
  }
})

const BLANKS = ["\u200b\u2060", " ", "", "\u0301\u20dd", "\u2800\u3164", "\u{e000}\ud800", "\u0000\u00a0\u0489"]

test.each(BLANKS)(
  "[SUB-1][SEC-1] an account of whose name %j nothing can be seen is called by its address, else by its id",
  (name) => {
    const sub = { id: "s1", name, email: "ann@example.com", createdAt: 1, status: 2, devices: [] }
    const { accounts } = Schema.decodeUnknownSync(calls.get_subaccount_list.reply)({
      devices: [],
      accounts: [sub, { ...sub, email: "\u0301" }],
    })
    expect(accounts.map((account) => account.name)).toEqual(["ann@example.com", "s1"])
    const { result } = Schema.decodeUnknownSync(calls.get_main_accounts.reply)({
      result: [{ id: "\u200b", name, email: "" }],
    })
    expect(result.map((account) => account.name)).toEqual(["?"])
  },
)

test.each(BLANKS)(
  "[DEVICE-4][SEC-1] a device of whose name %j nothing can be seen is called by its id, whatever call brings it",
  (name) => {
    const device = { id: "d1", name, model: 1, lastSeen: 0, flags: 0, build: 0 }
    const named = { ...device, id: "d2", name: " Desk " }
    const own = { uid: "u", token: "t", devices: [device, named], subdevices: [device] }
    const list = Schema.decodeUnknownSync(calls.loginWithToken.reply)(own)
    expect([...list.devices, ...list.subdevices].map((item) => item.name)).toEqual(["d1", " Desk ", "d1"])
    const shared = { devices: [device, named], accounts: [] }
    const { devices } = Schema.decodeUnknownSync(calls.get_subaccount_list.reply)(shared)
    expect(devices.map((item) => item.name)).toEqual(["d1", " Desk "])
  },
)

const SAMPLES: Readonly<Record<string, unknown>> = {
  name: "n",
  uid: "u",
  token: "t",
  email: "e",
  createdAt: 1,
  code: "123456",
  devices: [],
  subdevices: [],
  accounts: [],
  result: [],
}

const SESSION: Readonly<Record<number, Refusal>> = { [-106]: "sessionInvalid", [-109]: "sessionInvalid" }
const SIGN_UP: Readonly<Record<number, Refusal>> = {
  [-101]: "invalidCredentials",
  [-102]: "invalidCredentials",
  [-103]: "emailExists",
  [-104]: "codeWrong",
  [-106]: "codeExpired",
}
/** The rows AUTH-5, AUTH-7, AUTH-9, ACCOUNT-3, ACCOUNT-4. A status without an entry is "unknown". */
const MEANINGS: Partial<Record<CallName, Readonly<Record<number, Refusal>>>> = {
  signin: { [-107]: "notActivated" },
  signup: SIGN_UP,
  verify_activation: SIGN_UP,
  reset_password: { [-104]: "invalidEmail", [-106]: "codeExpired" },
  verify_resetpassword_code: { [-104]: "codeWrong", [-106]: "codeExpired" },
  update_email: { ...SESSION, [-103]: "emailExists", [-110]: "codeWrong", [-111]: "codeExpired" },
  confirm_email_change: { ...SESSION, [-103]: "emailExists", [-110]: "codeWrong", [-111]: "codeExpired" },
  send_invitation: { ...SESSION, [-103]: "emailExists" },
  update_subaccount_email: { ...SESSION, [-103]: "emailExists" },
  deactivate_request: { ...SESSION, [-104]: "invalidEmail", [-110]: "codeWrong", [-111]: "codeExpired" },
  deactivate_confirm: { ...SESSION, [-104]: "invalidEmail", [-110]: "codeWrong", [-111]: "codeExpired" },
}

const otherwise = (name: CallName): Refusal =>
  name === "signin" ? "invalidCredentials" : name === "accept_invitation" ? "invitationInvalid" : "unknown"

const statuses = fc.oneof(fc.integer({ min: -120, max: -90 }), fc.integer())

test.each(callNames)("[MSG-1] every status of %s has its meaning, and every other one is unknown", (name) => {
  fc.assert(
    fc.property(statuses, (status) => {
      const known = (MEANINGS[name] ?? SESSION)[status]
      const tooOften = status === -100 && name !== "accept_invitation" ? "tooOften" : undefined
      const expected = status === 0 ? undefined : (tooOften ?? known ?? otherwise(name))
      expect(refusalOf(name, status)).toBe(expected)
    }),
    { examples: [[0], [-100], [-101], [-102], [-103], [-104], [-106], [-107], [-109], [-110], [-111]] },
  )
})

test("[MSG-2] only -106 and -109 of session calls mean a refused session", () => {
  fc.assert(
    fc.property(fc.constantFrom(...callNames), statuses, (name, status) => {
      const refused = "uid" in calls[name].body.fields && (status === -106 || status === -109)
      expect(refusalOf(name, status) === "sessionInvalid").toBe(refused)
    }),
    { examples: callNames.flatMap((name) => [-106, -109].map((status): [CallName, number] => [name, status])) },
  )
})

const TOO_OFTEN: Partial<Record<CallName, string>> = {
  signin: "tooOftenLogin",
  signup: "tooOftenSubmit",
  verify_activation: "tooOftenSubmit",
  loginWithToken: "tooOftenLoading",
  get_subaccount_list: "tooOftenLoading",
  get_main_accounts: "tooOftenLoading",
}

test.each(callNames)("[MSG-1] -100 of %s has its own text, every other refusal the same text in each call", (name) => {
  expect(refusalMessage(name, "tooOften")).toBe(TOO_OFTEN[name] ?? "tooOftenRequest")
  for (const refusal of ["invalidCredentials", "codeExpired", "sessionInvalid", "unsupported", "unknown"] as const)
    expect(refusalMessage(name, refusal)).toBe(refusal)
})

test("[AUTH-11] no queued intent has room for a credential", () => {
  for (const call of queuedCalls) {
    const { body } = calls[call]
    expect(Object.keys(body.fields)).toEqual(expect.arrayContaining(["uid", "token"]))
  }
  const intent = { call: "rename_account", input: { newName: "n", uid: "u", token: "secret" } }
  expect(Schema.decodeUnknownSync(IntentSchema)(intent)).toEqual({ call: "rename_account", input: { newName: "n" } })
})

test("[CALL-2] NaN beside any JSON changes none of it, and a text that is cut off is refused, however many quotes are in it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(readJson(`[${text}, NaN, "NaN"]`)).toEqual([JSON.parse(text), null, "NaN"])
    }),
  )
  const cut = `"${'\\"'.repeat(200_000)}`
  expect(() => readJson(cut)).toThrow(SyntaxError)
  expect(readJson(`[${cut}", NaN]`)).toEqual([JSON.parse(`${cut}"`), null])
})
