import { normalEmail, parseEmail } from "../../../src/domain/values/email.ts"
import { SHARING_MIN_BUILD } from "../../../src/domain/values/limits.ts"
import { parseName } from "../../../src/domain/values/name.ts"
import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"
import { INVITATION_LIFE_MS } from "../limits.ts"
import { nextCode } from "../random.ts"
import { type CloudCall, done, refused, session } from "./handler.ts"
import {
  boundDevice,
  type CallContext,
  devicesOf,
  membershipsOf,
  nextId,
  note,
  sendMail,
  subAccountsOf,
} from "./records.ts"
import type { Bound, CloudAccount, CloudSubAccount } from "./state.ts"
import {
  badName,
  CODE_EXPIRED,
  EMAIL_EXISTS,
  gone,
  INVALID_VALUE,
  NOT_ALLOWED,
  NOT_FOUND,
  ofSession,
  WRONG_CODE,
} from "./status.ts"

/** Sub-accounts (SUB-1): 0 pending, 1 accepted, 2 active, 3 disabled, 4 deleted. A deleted one is not listed. */
const PENDING = 0
const ACCEPTED = 1
const ACTIVE = 2
const DISABLED = 3
const DELETED = 4

/** The devices that other accounts share with this one, while its membership is active. */
export const sharedWith = (
  context: CallContext,
  uid: string,
): { readonly device: Bound; readonly owner: CloudAccount }[] =>
  membershipsOf(context.state, uid).flatMap((sub) => {
    const owner = context.state.accounts.get(sub.owner)
    if (sub.status !== ACTIVE || owner === undefined) return []
    return sub.devices.flatMap((did) => {
      const device = boundDevice(context, did)
      return device === undefined ? [] : [{ device, owner }]
    })
  })

const own = (context: CallContext, account: CloudAccount, id: string): CloudSubAccount | undefined => {
  const sub = context.state.subAccounts.get(id)
  return sub?.owner === account.uid ? sub : undefined
}

const canBeShared = (device: Bound): boolean => device.build >= SHARING_MIN_BUILD

const list = session(calls.get_subaccount_list, (context, account) =>
  done({
    devices: devicesOf(context, account.uid)
      .filter(canBeShared)
      .map(({ did, name }) => ({ id: did, name })),
    accounts: subAccountsOf(context.state, account.uid).map(({ id, name, email, createdAt, status, devices }) => ({
      id,
      name,
      email,
      createdAt,
      status,
      devices,
    })),
  }),
)

const unusedCode = (context: CallContext): string => {
  const open = new Set([...context.state.subAccounts.values()].map((sub) => sub.code))
  for (;;) {
    const code = nextCode(context.state)
    if (!open.has(code)) return code
  }
}

const newInvitation = (context: CallContext, account: CloudAccount, name: string, email: string): CloudSubAccount => {
  const sub: CloudSubAccount = {
    id: nextId(context.state, "s"),
    owner: account.uid,
    name,
    email,
    createdAt: context.now,
    status: PENDING,
    devices: [],
    invitee: null,
    code: null,
    codeExpiresAt: 0,
  }
  context.state.subAccounts.set(sub.id, sub)
  return sub
}

/**
 * A second invitation of a pending address keeps its entry and its open code, so that a doubled request does no harm.
 */
const sendInvitation = session(calls.send_invitation, (context, account, body) => {
  const email = parseEmail(body.email)
  const name = parseName(body.name)
  if (!email.ok || !name.ok || !body.link.endsWith("invitation")) return refused(INVALID_VALUE)
  if (normalEmail(email.value) === normalEmail(account.email)) return refused(INVALID_VALUE)
  const known = subAccountsOf(context.state, account.uid).find(
    (sub) => normalEmail(sub.email) === normalEmail(email.value),
  )
  if (known !== undefined && known.status !== PENDING) return refused(EMAIL_EXISTS)
  const sub = known ?? newInvitation(context, account, name.value, email.value)
  sub.name = name.value
  const code = sub.code !== null && sub.codeExpiresAt > context.now ? sub.code : unusedCode(context)
  sub.code = code
  sub.codeExpiresAt = context.now + INVITATION_LIFE_MS
  sendMail(context, email.value, `Invitation from ${body.invitedBy}`, code)
  note(context, "send_invitation", account.uid, sub.id, email.value)
  return done({ code })
})

/**
 * The states from which the owner may change to each state (SUB-3). The same state again is neither a change nor an
 * error.
 */
const allowedFrom: Readonly<Record<number, readonly number[]>> = {
  [ACTIVE]: [ACCEPTED, ACTIVE, DISABLED],
  [DISABLED]: [ACTIVE, DISABLED],
}

const updateState = session(calls.update_subaccount_state, (context, account, { accountId, state }) => {
  const sub = own(context, account, accountId)
  if (sub === undefined) return refused(NOT_FOUND)
  if (state === DELETED) context.state.subAccounts.delete(sub.id)
  else if (allowedFrom[state]?.includes(sub.status) === true) sub.status = state
  else return refused(NOT_ALLOWED)
  note(context, "update_subaccount_state", account.uid, accountId, String(state))
  return done({})
})

const modifyDevice = session(calls.modify_subdevice, (context, account, { accountId, deviceId, isAdd }) => {
  const sub = own(context, account, accountId)
  const device = boundDevice(context, deviceId)
  if (sub === undefined || device?.owner !== account.uid) return refused(NOT_FOUND)
  if (sub.status !== ACTIVE) return refused(NOT_ALLOWED)
  if (isAdd && !canBeShared(device)) return refused(INVALID_VALUE)
  const others = sub.devices.filter((did) => did !== deviceId)
  sub.devices = isAdd ? [...others, deviceId] : others
  note(context, "modify_subdevice", account.uid, `${accountId} ${deviceId}`, isAdd ? "assigned" : "taken away")
  return done({})
})

const rename = session(calls.rename_subaccount, (context, account, { accountId, newName }) => {
  const sub = own(context, account, accountId)
  if (sub === undefined) return refused(NOT_FOUND)
  const name = parseName(newName)
  if (!name.ok) return refused(INVALID_VALUE)
  sub.name = name.value
  note(context, "rename_subaccount", account.uid, accountId, name.value)
  return done({})
})

const changeEmail = session(calls.update_subaccount_email, (context, account, { accountId, newEmail }) => {
  const sub = own(context, account, accountId)
  if (sub === undefined) return refused(NOT_FOUND)
  const email = parseEmail(newEmail)
  if (!email.ok) return refused(INVALID_VALUE)
  const taken = subAccountsOf(context.state, account.uid).some(
    (other) => other !== sub && normalEmail(other.email) === normalEmail(email.value),
  )
  if (taken) return refused(EMAIL_EXISTS)
  sub.email = email.value
  note(context, "update_subaccount_email", account.uid, accountId, email.value)
  return done({})
})

const accept = session(calls.accept_invitation, (context, account, { invitationCode }) => {
  const sub = [...context.state.subAccounts.values()].find(({ code }) => code !== null && code === invitationCode)
  if (sub === undefined || sub.owner === account.uid) return refused(WRONG_CODE)
  if (sub.codeExpiresAt <= context.now) return refused(CODE_EXPIRED)
  if (membershipsOf(context.state, account.uid).some(({ owner }) => owner === sub.owner)) return refused(WRONG_CODE)
  sub.status = ACCEPTED
  sub.invitee = account.uid
  sub.code = null
  note(context, "accept_invitation", account.uid, sub.id, "accepted")
  return done({})
})

/** Main accounts appear from approval on. A disabled membership stays listed, so that the person can leave it. */
const mainAccounts = session(calls.get_main_accounts, (context, account) =>
  done({
    result: membershipsOf(context.state, account.uid).flatMap((sub) => {
      const owner = context.state.accounts.get(sub.owner)
      if (owner === undefined || sub.status === PENDING || sub.status === ACCEPTED) return []
      return [{ id: owner.uid, name: owner.name, email: owner.email }]
    }),
  }),
)

const disconnect = session(calls.disconnect_main_account, (context, account, { accountId }) => {
  const sub = membershipsOf(context.state, account.uid).find(({ owner }) => owner === accountId)
  if (sub === undefined) return refused(NOT_FOUND)
  context.state.subAccounts.delete(sub.id)
  note(context, "disconnect_main_account", account.uid, accountId, "disconnected")
  return done({})
})

export const sharingCalls = {
  get_subaccount_list: {
    group: "sub",
    about: "Lists sub-accounts and the devices that can be assigned to them.",
    statuses: ofSession,
    answer: list,
  },
  send_invitation: {
    group: "sub",
    about: "Invites a sub-account; the link ends in `invitation`, the code goes to the owner.",
    statuses: {
      ...ofSession,
      [EMAIL_EXISTS]: "this e-mail is a sub-account already",
      [INVALID_VALUE]: "name, e-mail or link breaks its rules, or it is the own e-mail",
    },
    answer: sendInvitation,
  },
  update_subaccount_state: {
    group: "sub",
    about: "Approves, disables, enables or removes a sub-account.",
    statuses: {
      ...ofSession,
      [NOT_FOUND]: `the sub-account is ${gone}`,
      [NOT_ALLOWED]: "there is no such transition from its present state",
    },
    answer: updateState,
  },
  modify_subdevice: {
    group: "sub",
    about: "Assigns a device to a sub-account or takes it away.",
    statuses: {
      ...ofSession,
      [NOT_FOUND]: `sub-account or device is ${gone}`,
      [NOT_ALLOWED]: "the sub-account is not active",
      [INVALID_VALUE]: "the device's firmware is below 241129184309",
    },
    answer: modifyDevice,
  },
  rename_subaccount: {
    group: "sub",
    about: "Renames a sub-account.",
    statuses: { ...ofSession, [NOT_FOUND]: `the sub-account is ${gone}`, [INVALID_VALUE]: badName },
    answer: rename,
  },
  update_subaccount_email: {
    group: "sub",
    about: "Extension (decision 5): changes the e-mail of a sub-account; a server may not know it.",
    statuses: {
      ...ofSession,
      [EMAIL_EXISTS]: "another sub-account has this e-mail",
      [NOT_FOUND]: `the sub-account is ${gone}`,
      [INVALID_VALUE]: "the e-mail is none",
    },
    answer: changeEmail,
  },
  accept_invitation: {
    group: "main",
    about: "Accepts an invitation; the owner's approval follows.",
    statuses: {
      ...ofSession,
      [WRONG_CODE]: "no open invitation with this code, the own one, or already a member there",
      [CODE_EXPIRED]: "the invitation has expired",
    },
    answer: accept,
  },
  get_main_accounts: {
    group: "main",
    about: "Lists the main accounts that share devices with this one.",
    statuses: ofSession,
    answer: mainAccounts,
  },
  disconnect_main_account: {
    group: "main",
    about: "Leaves a main account.",
    statuses: { ...ofSession, [NOT_FOUND]: `the main account is ${gone}` },
    answer: disconnect,
  },
} satisfies Partial<Record<CallName, CloudCall>>
