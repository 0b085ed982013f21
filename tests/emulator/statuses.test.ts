import { Schema } from "effect"
import { describe, expect, test } from "vitest"
import { statusesOf } from "../../emulator/model/cloud/catalogue.ts"
import type { CloudAnswer } from "../../emulator/model/cloud/cloud.ts"
import { CODE_LIFE_MS, INVITATION_LIFE_MS, rateOf } from "../../emulator/model/limits.ts"
import { type CallName, callNames, calls } from "../../src/domain/wire/cloud.ts"
import { type CloudWorld, md5, namedIn, openWorld, otherThan, type SignedInActor, signUp, tokenIn } from "./actors.ts"

/** Every status of each call (MSG-1), by the shortest way to it. */

const OWNER = "owner@example.com"
const link = "http://127.0.0.1:4174/invitation"

type Way = (world: CloudWorld, owner: SignedInActor) => CloudAnswer

/** A body that succeeds in the demo any number of times, or once for a call that is possible only once. */
const good: Record<CallName, (world: CloudWorld, owner: SignedInActor) => object> = {
  signin: () => ({ email: md5(OWNER), password: md5("sightline") }),
  signup: () => ({ name: "Someone", email: "someone@example.com", password: md5("secret") }),
  verify_activation: (world) => {
    const token = tokenIn(world.call("signup", { name: "X", email: "x@example.com", password: md5("secret") }))
    return { token, verificationcode: world.code("x@example.com") }
  },
  reset_password: () => ({ email: md5(OWNER) }),
  verify_resetpassword_code: (world) => {
    const token = tokenIn(world.call("reset_password", { email: md5(OWNER) }))
    return { token, verificationcode: world.code(OWNER), newpassword: md5("another") }
  },
  loginWithToken: () => ({ isWeb: true }),
  rename_device: (_, owner) => ({ did: owner.device("Control room A"), title: "Control room B" }),
  request_device: (_, owner) => ({ did: owner.device("Control room A"), cmd: "reboot" }),
  deactivate_request: () => ({}),
  deactivate_confirm: (world, owner) => {
    owner.call("deactivate_request")
    return { code: world.code(OWNER) }
  },
  update_email: () => ({ newEmail: "fresh@example.com" }),
  confirm_email_change: (world, owner) => {
    const updateToken = tokenIn(owner.call("update_email", { newEmail: "fresh@example.com" }))
    return { updateToken, code: world.code("fresh@example.com") }
  },
  get_subaccount_list: () => ({}),
  send_invitation: () => ({ email: "guest@example.com", name: "Guest", invitedBy: "Studio Nord", link }),
  update_subaccount_state: (_, owner) => ({ accountId: owner.sub("Mira Sato"), state: 2 }),
  modify_subdevice: (_, owner) => ({
    accountId: owner.sub("Ines Duarte"),
    deviceId: owner.device("Workshop bench"),
    isAdd: true,
  }),
  rename_account: () => ({ newName: "Studio Süd" }),
  rename_subaccount: (_, owner) => ({ accountId: owner.sub("Ines Duarte"), newName: "Ines" }),
  accept_invitation: (world) => {
    const ines = world.signIn("sub@example.com")
    const answer = ines.call("send_invitation", { email: "tomas@example.com", name: "T", invitedBy: "Ines", link })
    return { invitationCode: answer.reply.code }
  },
  get_main_accounts: () => ({}),
  disconnect_main_account: (_, owner) => ({ accountId: namedIn(owner.call("get_main_accounts").reply.result)[0]?.id }),
  update_subaccount_email: (_, owner) => ({ accountId: owner.sub("Ines Duarte"), newEmail: "ines@example.com" }),
}

const isSessionCall = (call: CallName): boolean => "uid" in calls[call].body.fields

const send = (call: CallName, world: CloudWorld, owner: SignedInActor, body: object): CloudAnswer =>
  isSessionCall(call) ? owner.call(call, body) : world.call(call, body)

const well =
  (call: CallName, changed: object = {}): Way =>
  (world, owner) =>
    send(call, world, owner, { ...good[call](world, owner), ...changed })

/** Calls that are possible only once get a wrong code instead. */
const wrongCode: Partial<Record<CallName, object>> = {
  verify_activation: { verificationcode: "none" },
  verify_resetpassword_code: { verificationcode: "none" },
  deactivate_confirm: { code: "none" },
}

const untilTooOften =
  (call: CallName): Way =>
  (world, owner) => {
    const body = { ...good[call](world, owner), ...wrongCode[call] }
    let answer = send(call, world, owner, body)
    for (let sent = 1; sent <= 2 * rateOf(call).burst && answer.status !== -100; sent++)
      answer = send(call, world, owner, body)
    return answer
  }

const common = (call: CallName): Record<number, Way> => ({
  0: well(call),
  [-1]: (world) => world.call(call, { uid: "u", token: 1 }),
  [-100]: untilTooOften(call),
  ...(isSessionCall(call)
    ? {
        [-106]: (world, owner) => {
          const body = good[call](world, owner)
          world.cloud.expireSessions(world.now)
          return owner.call(call, body)
        },
        [-109]: (world, owner) => world.call(call, { ...good[call](world, owner), uid: owner.uid, token: "none" }),
      }
    : {}),
})

/** Gets a code, lets it expire, then sends it. */
const afterCodeLife =
  (call: CallName, ms = CODE_LIFE_MS): Way =>
  (world, owner) => {
    const body = good[call](world, owner)
    world.now += ms
    return send(call, world, owner, body)
  }

const special: Partial<Record<CallName, Record<number, Way>>> = {
  signin: {
    [-101]: well("signin", { email: md5("nobody@example.com") }),
    [-102]: well("signin", { password: md5("wrong") }),
    [-107]: well("signin", { email: md5("new@example.com") }),
  },
  signup: {
    [-101]: well("signup", { email: "no address" }),
    [-102]: well("signup", { name: "   " }),
    [-103]: well("signup", { email: OWNER }),
  },
  verify_activation: {
    [-104]: (world, owner) => {
      const body = good.verify_activation(world, owner)
      return world.call("verify_activation", { ...body, verificationcode: otherThan(world.code("x@example.com")) })
    },
    [-106]: afterCodeLife("verify_activation"),
  },
  reset_password: { [-104]: well("reset_password", { email: md5("nobody@example.com") }) },
  verify_resetpassword_code: {
    [-104]: well("verify_resetpassword_code", { token: "none" }),
    [-106]: afterCodeLife("verify_resetpassword_code"),
  },
  rename_device: {
    [-120]: well("rename_device", { did: "none" }),
    [-122]: well("rename_device", { title: "x".repeat(33) }),
  },
  request_device: {
    [-120]: well("request_device", { did: "none" }),
    [-121]: (_, owner) => owner.call("request_device", { did: owner.device("Warehouse north"), cmd: "reboot" }),
    [-122]: well("request_device", { cmd: "wol", payload: { type: 1, mac: "no MAC" } }),
  },
  deactivate_confirm: {
    [-104]: (world, owner) => {
      const body = good.deactivate_confirm(world, owner)
      well("confirm_email_change")(world, owner)
      return owner.call("deactivate_confirm", body)
    },
    [-110]: (world, owner) => {
      good.deactivate_confirm(world, owner)
      return owner.call("deactivate_confirm", { code: otherThan(world.code(OWNER)) })
    },
    [-111]: afterCodeLife("deactivate_confirm"),
  },
  update_email: {
    [-103]: well("update_email", { newEmail: "Sub@Example.com" }),
    [-122]: well("update_email", { newEmail: "OWNER@example.com" }),
  },
  confirm_email_change: {
    [-103]: (world, owner) => {
      const body = good.confirm_email_change(world, owner)
      signUp(world, "fresh@example.com")
      return owner.call("confirm_email_change", body)
    },
    [-110]: well("confirm_email_change", { updateToken: "none" }),
    [-111]: afterCodeLife("confirm_email_change"),
  },
  send_invitation: {
    [-103]: well("send_invitation", { email: "mira@example.com" }),
    [-122]: well("send_invitation", { link: "http://127.0.0.1:4174/elsewhere" }),
  },
  update_subaccount_state: {
    [-120]: well("update_subaccount_state", { accountId: "none" }),
    [-121]: (_, owner) => owner.call("update_subaccount_state", { accountId: owner.sub("Tomás Vidal"), state: 2 }),
  },
  modify_subdevice: {
    [-120]: well("modify_subdevice", { deviceId: "none" }),
    [-121]: (_, owner) =>
      owner.call("modify_subdevice", {
        accountId: owner.sub("Lea Fontaine"),
        deviceId: owner.device("Control room A"),
        isAdd: true,
      }),
    [-122]: (_, owner) =>
      owner.call("modify_subdevice", {
        accountId: owner.sub("Ines Duarte"),
        deviceId: owner.device("Edit suite"),
        isAdd: true,
      }),
  },
  rename_account: { [-122]: well("rename_account", { newName: "" }) },
  rename_subaccount: {
    [-120]: well("rename_subaccount", { accountId: "none" }),
    [-122]: well("rename_subaccount", { newName: "放".repeat(11) }),
  },
  accept_invitation: {
    [-110]: well("accept_invitation", { invitationCode: "none" }),
    [-111]: afterCodeLife("accept_invitation", INVITATION_LIFE_MS),
  },
  disconnect_main_account: { [-120]: well("disconnect_main_account", { accountId: "none" }) },
  update_subaccount_email: {
    [-103]: well("update_subaccount_email", { newEmail: "mira@example.com" }),
    [-120]: well("update_subaccount_email", { accountId: "none" }),
    [-122]: well("update_subaccount_email", { newEmail: "no address" }),
  },
}

describe.each(callNames)("%s", (call) => {
  const ways = { ...common(call), ...special[call] }

  test("[EMU-2] every documented status has a way to it, and no other is known", () => {
    const documented = statusesOf(call).map(({ status }) => status)
    expect(
      Object.keys(ways)
        .map(Number)
        .sort((a, b) => b - a),
    ).toEqual(documented)
  })

  test.each(Object.entries(ways))("[EMU-2] answers %s", (status, way) => {
    const world = openWorld()
    const answer = way(world, world.signIn(OWNER))
    expect(answer.status).toBe(Number(status))
    expect(answer.reply.status).toBe(Number(status))
    expect(answer.applied).toBe(status === "0")
    expect(answer.malformed).toBe(status === "-1")
  })

  test("[CALL-1][CALL-2] the reply of a success fits the wire table", () => {
    const world = openWorld()
    const answer = well(call)(world, world.signIn(OWNER))
    expect(Schema.is(calls[call].reply)(answer.reply)).toBe(true)
  })
})

test("[EMU-2] every status with a meaning of its own is among the documented ones", () => {
  const all = new Set(callNames.flatMap((call) => statusesOf(call).map(({ status }) => status)))
  for (const status of [0, -100, -101, -102, -103, -104, -106, -107, -109, -110, -111]) expect(all).toContain(status)
})

test("[EMU-2] an expired activation code comes with a new token that works with the new code", () => {
  const world = openWorld()
  const answer = afterCodeLife("verify_activation")(world, world.signIn(OWNER))
  expect(answer.status).toBe(-106)
  const again = { token: tokenIn(answer), verificationcode: world.code("x@example.com") }
  expect(world.call("verify_activation", again).status).toBe(0)
})
