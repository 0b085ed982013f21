import { Schema } from "effect"
import { index } from "./cloud/records.ts"
import {
  AccountRecord,
  BoundRecord,
  EffectRecord,
  FlowRecord,
  MailRecord,
  SessionRecord,
  SubAccountRecord,
} from "./cloud/state.ts"
import { DeviceRecord } from "./devices/record.ts"
import { HostRecord } from "./lan/hosts.ts"
import { emptyState, type WorldState } from "./state.ts"

/** The whole world as plain JSON, as in a data file. Rate limits and images in transfer are left out. */
export const WorldSnapshot = Schema.Struct({
  seed: Schema.Int,
  random: Schema.Int,
  mails: Schema.Int,
  applied: Schema.Int,
  accounts: Schema.Array(AccountRecord),
  bound: Schema.Array(BoundRecord),
  devices: Schema.Array(DeviceRecord),
  hosts: Schema.Array(HostRecord),
  subAccounts: Schema.Array(SubAccountRecord),
  sessions: Schema.Array(SessionRecord),
  flows: Schema.Array(FlowRecord),
  mail: Schema.Array(MailRecord),
  effects: Schema.Array(EffectRecord),
})
export type WorldSnapshot = typeof WorldSnapshot.Type

const copies = <Record extends object>(records: Iterable<Record>): Record[] =>
  Array.from(records, (record) => ({ ...record }))

export const snapshotOf = (state: WorldState): WorldSnapshot => ({
  seed: state.seed,
  random: state.random,
  mails: state.mails,
  applied: state.applied,
  accounts: copies(state.accounts.values()),
  bound: copies(state.bound.values()),
  devices: copies(state.devices.values()),
  hosts: copies(state.hosts.values()),
  subAccounts: copies(state.subAccounts.values()),
  sessions: copies(state.sessions.values()),
  flows: copies(state.flows.values()),
  mail: [...state.mail],
  effects: [...state.effects],
})

export const restore = (saved: WorldSnapshot): WorldState => {
  const state = emptyState(saved.seed)
  state.random = saved.random
  state.mails = saved.mails
  state.applied = saved.applied
  for (const account of saved.accounts) {
    const own = { ...account }
    state.accounts.set(own.uid, own)
    index(state, own)
  }
  for (const bound of saved.bound) state.bound.set(bound.did, { ...bound })
  for (const device of saved.devices) state.devices.set(device.did, { ...device })
  for (const host of saved.hosts) state.hosts.set(host.id, { ...host })
  for (const sub of saved.subAccounts) state.subAccounts.set(sub.id, { ...sub })
  for (const session of saved.sessions) state.sessions.set(session.token, { ...session })
  for (const flow of saved.flows) state.flows.set(flow.token, { ...flow })
  state.mail = [...saved.mail]
  state.effects = [...saved.effects]
  return state
}
