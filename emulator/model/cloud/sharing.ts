import { normalEmail, parseEmail } from "../../../src/domain/values/email.ts"
import { SHARING_MIN_BUILD } from "../../../src/domain/values/limits.ts"
import { parseName } from "../../../src/domain/values/name.ts"
import { calls } from "../../../src/domain/wire/cloud.ts"
import { INVITATION_LIFE_MS } from "../limits.ts"
import { nextCode } from "../random.ts"
import { done, refused, session } from "./handler.ts"
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
import { CODE_EXPIRED, EMAIL_EXISTS, INVALID_VALUE, NOT_ALLOWED, NOT_FOUND, WRONG_CODE } from "./status.ts"

/** Sub-accounts (SUB-1): 0 pending, 1 accepted, 2 active, 3 disabled, 4 deleted, which takes it off the list. */
const PENDING = 0
const ACCEPTED = 1
const ACTIVE = 2
const DISABLED = 3
const DELETED = 4

/** The devices other accounts share with this one, while its membership is active. */
export const sharedWith = (
  turn: CallContext,
  uid: string,
): { readonly device: Bound; readonly owner: CloudAccount }[] =>
  membershipsOf(turn.state, uid).flatMap((sub) => {
    const owner = turn.state.accounts.get(sub.owner)
    if (sub.status !== ACTIVE || owner === undefined) return []
    return sub.devices.flatMap((did) => {
      const device = boundDevice(turn, did)
      return device === undefined ? [] : [{ device, owner }]
    })
  })

const own = (turn: CallContext, account: CloudAccount, id: string): CloudSubAccount | undefined => {
  const sub = turn.state.subAccounts.get(id)
  return sub?.owner === account.uid ? sub : undefined
}

const canBeShared = (device: Bound): boolean => device.build >= SHARING_MIN_BUILD

const list = session(calls.get_subaccount_list, (turn, account) =>
  done({
    devices: devicesOf(turn, account.uid)
      .filter(canBeShared)
      .map(({ did, name }) => ({ id: did, name })),
    accounts: subAccountsOf(turn.state, account.uid).map(({ id, name, email, createdAt, status, devices }) => ({
      id,
      name,
      email,
      createdAt,
      status,
      devices,
    })),
  }),
)

const unusedCode = (turn: CallContext): string => {
  const open = new Set([...turn.state.subAccounts.values()].map((sub) => sub.code))
  for (;;) {
    const code = nextCode(turn.state)
    if (!open.has(code)) return code
  }
}

const newInvitation = (turn: CallContext, account: CloudAccount, name: string, email: string): CloudSubAccount => {
  const sub: CloudSubAccount = {
    id: nextId(turn.state, "s"),
    owner: account.uid,
    name,
    email,
    createdAt: turn.now,
    status: PENDING,
    devices: [],
    invitee: null,
    code: null,
    codeExpiresAt: 0,
  }
  turn.state.subAccounts.set(sub.id, sub)
  return sub
}

/** Inviting a pending address again keeps its entry and its open code: a doubled request does no harm. */
const sendInvitation = session(calls.send_invitation, (turn, account, body) => {
  const email = parseEmail(body.email)
  const name = parseName(body.name)
  if (!email.ok || !name.ok || !body.link.endsWith("invitation")) return refused(INVALID_VALUE)
  if (normalEmail(email.value) === normalEmail(account.email)) return refused(INVALID_VALUE)
  const known = subAccountsOf(turn.state, account.uid).find(
    (sub) => normalEmail(sub.email) === normalEmail(email.value),
  )
  if (known !== undefined && known.status !== PENDING) return refused(EMAIL_EXISTS)
  const sub = known ?? newInvitation(turn, account, name.value, email.value)
  sub.name = name.value
  const code = sub.code !== null && sub.codeExpiresAt > turn.now ? sub.code : unusedCode(turn)
  sub.code = code
  sub.codeExpiresAt = turn.now + INVITATION_LIFE_MS
  sendMail(turn, email.value, `Invitation from ${body.invitedBy}`, code)
  note(turn, "send_invitation", account.uid, sub.id, email.value)
  return done({ code })
})

/** From which states the owner may go where (SUB-3). The same state again is no change and no error. */
const allowedFrom: Readonly<Record<number, readonly number[]>> = {
  [ACTIVE]: [ACCEPTED, ACTIVE, DISABLED],
  [DISABLED]: [ACTIVE, DISABLED],
}

const updateState = session(calls.update_subaccount_state, (turn, account, { accountId, state }) => {
  const sub = own(turn, account, accountId)
  if (sub === undefined) return refused(NOT_FOUND)
  if (state === DELETED) turn.state.subAccounts.delete(sub.id)
  else if (allowedFrom[state]?.includes(sub.status) === true) sub.status = state
  else return refused(NOT_ALLOWED)
  note(turn, "update_subaccount_state", account.uid, accountId, String(state))
  return done({})
})

const modifyDevice = session(calls.modify_subdevice, (turn, account, { accountId, deviceId, isAdd }) => {
  const sub = own(turn, account, accountId)
  const device = boundDevice(turn, deviceId)
  if (sub === undefined || device?.owner !== account.uid) return refused(NOT_FOUND)
  if (sub.status !== ACTIVE) return refused(NOT_ALLOWED)
  if (isAdd && !canBeShared(device)) return refused(INVALID_VALUE)
  const others = sub.devices.filter((did) => did !== deviceId)
  sub.devices = isAdd ? [...others, deviceId] : others
  note(turn, "modify_subdevice", account.uid, `${accountId} ${deviceId}`, isAdd ? "assigned" : "taken away")
  return done({})
})

const rename = session(calls.rename_subaccount, (turn, account, { accountId, newName }) => {
  const sub = own(turn, account, accountId)
  if (sub === undefined) return refused(NOT_FOUND)
  const name = parseName(newName)
  if (!name.ok) return refused(INVALID_VALUE)
  sub.name = name.value
  note(turn, "rename_subaccount", account.uid, accountId, name.value)
  return done({})
})

const changeEmail = session(calls.update_subaccount_email, (turn, account, { accountId, newEmail }) => {
  const sub = own(turn, account, accountId)
  if (sub === undefined) return refused(NOT_FOUND)
  const email = parseEmail(newEmail)
  if (!email.ok) return refused(INVALID_VALUE)
  const taken = subAccountsOf(turn.state, account.uid).some(
    (other) => other !== sub && normalEmail(other.email) === normalEmail(email.value),
  )
  if (taken) return refused(EMAIL_EXISTS)
  sub.email = email.value
  note(turn, "update_subaccount_email", account.uid, accountId, email.value)
  return done({})
})

const accept = session(calls.accept_invitation, (turn, account, { invitationCode }) => {
  const sub = [...turn.state.subAccounts.values()].find(({ code }) => code !== null && code === invitationCode)
  if (sub === undefined || sub.owner === account.uid) return refused(WRONG_CODE)
  if (sub.codeExpiresAt <= turn.now) return refused(CODE_EXPIRED)
  if (membershipsOf(turn.state, account.uid).some(({ owner }) => owner === sub.owner)) return refused(WRONG_CODE)
  sub.status = ACCEPTED
  sub.invitee = account.uid
  sub.code = null
  note(turn, "accept_invitation", account.uid, sub.id, "accepted")
  return done({})
})

/** Main accounts appear from approval on; a disabled membership stays, so that it can be left. */
const mainAccounts = session(calls.get_main_accounts, (turn, account) =>
  done({
    result: membershipsOf(turn.state, account.uid).flatMap((sub) => {
      const owner = turn.state.accounts.get(sub.owner)
      if (owner === undefined || sub.status === PENDING || sub.status === ACCEPTED) return []
      return [{ id: owner.uid, name: owner.name, email: owner.email }]
    }),
  }),
)

const disconnect = session(calls.disconnect_main_account, (turn, account, { accountId }) => {
  const sub = membershipsOf(turn.state, account.uid).find(({ owner }) => owner === accountId)
  if (sub === undefined) return refused(NOT_FOUND)
  turn.state.subAccounts.delete(sub.id)
  note(turn, "disconnect_main_account", account.uid, accountId, "disconnected")
  return done({})
})

export const sharingHandlers = {
  get_subaccount_list: list,
  send_invitation: sendInvitation,
  update_subaccount_state: updateState,
  modify_subdevice: modifyDevice,
  rename_subaccount: rename,
  update_subaccount_email: changeEmail,
  accept_invitation: accept,
  get_main_accounts: mainAccounts,
  disconnect_main_account: disconnect,
}
