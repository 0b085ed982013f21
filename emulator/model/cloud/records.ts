import { normalEmail } from "../../../src/domain/values/email.ts"
import type { CallName } from "../../../src/domain/wire/cloud.ts"
import {
  CODE_LIFE_MS,
  EFFECTS_KEPT,
  EXPIRED_KEPT_MS,
  FLOWS_MAX,
  MAIL_KEPT,
  SESSION_LIFE_MS,
  SESSIONS_MAX,
} from "../limits.ts"
import { nextCode, nextHex, nextToken } from "../random.ts"
import type { WorldState } from "../state.ts"
import { listenTo } from "./heartbeats.ts"
import type { Bound, CloudAccount, CloudFlow, CloudSession, CloudSubAccount } from "./state.ts"

/** The input of every call besides its body: the owned state, the time (ms since 1970) and the digest. */
export interface CallContext {
  readonly state: WorldState
  readonly now: number
  /** Lower-case hexadecimal MD5 of the UTF-8 bytes of a text. */
  readonly md5: (text: string) => string
}

const ID_LENGTH = 12
export const nextId = (state: WorldState, prefix: string): string => `${prefix}${nextHex(state, ID_LENGTH)}`

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly activated: boolean
  readonly createdAt: number
}

export const addAccount = (context: CallContext, made: NewAccount): CloudAccount => {
  const normal = normalEmail(made.email)
  const account: CloudAccount = {
    ...made,
    uid: nextId(context.state, "u"),
    emailHash: context.md5(normal),
    deletion: null,
  }
  context.state.accounts.set(account.uid, account)
  index(context.state, account)
  return account
}

export const index = (state: WorldState, account: CloudAccount): void => {
  state.uidByEmail.set(normalEmail(account.email), account.uid)
  state.uidByHash.set(account.emailHash, account.uid)
}

export const accountByEmail = (state: WorldState, email: string): CloudAccount | undefined =>
  state.accounts.get(state.uidByEmail.get(normalEmail(email)) ?? "")

export const accountByHash = (state: WorldState, hash: string): CloudAccount | undefined =>
  state.accounts.get(state.uidByHash.get(hash) ?? "")

export const changeEmail = (context: CallContext, account: CloudAccount, email: string): void => {
  context.state.uidByEmail.delete(normalEmail(account.email))
  context.state.uidByHash.delete(account.emailHash)
  account.email = email
  account.emailHash = context.md5(normalEmail(email))
  index(context.state, account)
}

/** Removes the account and everything that belongs to it from the cloud: sessions, codes, devices, shares. */
export const removeAccount = (state: WorldState, account: CloudAccount): void => {
  state.accounts.delete(account.uid)
  state.uidByEmail.delete(normalEmail(account.email))
  state.uidByHash.delete(account.emailHash)
  for (const session of state.sessions.values()) if (session.uid === account.uid) state.sessions.delete(session.token)
  for (const flow of state.flows.values()) if (flow.uid === account.uid) state.flows.delete(flow.token)
  for (const { did, owner } of state.bound.values()) if (owner === account.uid) release(state, did)
  for (const sub of state.subAccounts.values())
    if (sub.owner === account.uid || sub.invitee === account.uid) state.subAccounts.delete(sub.id)
}

/** Removes the device from the cloud. A device on this network stays there; any other is deleted. */
const release = (state: WorldState, did: string): void => {
  state.bound.delete(did)
  const device = state.devices.get(did)
  if (device?.near === true) device.kind = "lan"
  else state.devices.delete(did)
  state.tell({ kind: "fleet" })
}

/** Several tokens of one account are valid at once, so that a lost reply never signs a person out. */
export const openSession = (context: CallContext, uid: string): CloudSession => {
  const session = { token: nextToken(context.state), uid, expiresAt: context.now + SESSION_LIFE_MS }
  context.state.sessions.set(session.token, session)
  forgetOldest(context.state.sessions, SESSIONS_MAX, context.now)
  return session
}

export const openFlow = (context: CallContext, kind: CloudFlow["kind"], uid: string, email: string): CloudFlow => {
  const flow: CloudFlow = {
    token: nextToken(context.state),
    kind,
    uid,
    email,
    code: nextCode(context.state),
    expiresAt: context.now + CODE_LIFE_MS,
    tries: 0,
  }
  context.state.flows.set(flow.token, flow)
  forgetOldest(context.state.flows, FLOWS_MAX, context.now)
  return flow
}

/** Drops records that ended long ago from the front, and also younger ones while there are too many. */
const forgetOldest = (records: Map<string, { readonly expiresAt: number }>, most: number, now: number): void => {
  for (const [key, { expiresAt }] of records) {
    if (records.size <= most && expiresAt + EXPIRED_KEPT_MS > now) return
    records.delete(key)
  }
}

export const sendMail = (context: CallContext, to: string, subject: string, code: string): void => {
  context.state.mails += 1
  context.state.mail.push({ n: context.state.mails, to, subject, code, at: context.now })
  if (context.state.mail.length > MAIL_KEPT) context.state.mail.splice(0, context.state.mail.length - MAIL_KEPT)
}

/** Records that a call changed something. Tests count here how often each intent was applied. */
export const note = (context: CallContext, call: CallName, uid: string, target: string, value: string): void => {
  const { state } = context
  state.applied += 1
  state.effects.push({ n: state.applied, at: context.now, call, uid, target, value })
  if (state.effects.length > EFFECTS_KEPT) state.effects.splice(0, state.effects.length - EFFECTS_KEPT)
}

/** The cloud's current record of a device. */
export const boundDevice = ({ state, now }: CallContext, did: string): Bound | undefined => {
  listenTo(state, did, now)
  return state.bound.get(did)
}

/** The devices bound to an account. A device that is only on a local network is unknown to the cloud. */
export const devicesOf = (context: CallContext, uid: string): Bound[] =>
  [...context.state.bound.values()]
    .filter(({ owner }) => owner === uid)
    .flatMap(({ did }) => boundDevice(context, did) ?? [])

export const subAccountsOf = (state: WorldState, uid: string): CloudSubAccount[] =>
  [...state.subAccounts.values()].filter((sub) => sub.owner === uid)

/** Memberships of this account in others, in any status from accepted on. */
export const membershipsOf = (state: WorldState, uid: string): CloudSubAccount[] =>
  [...state.subAccounts.values()].filter((sub) => sub.invitee === uid)
