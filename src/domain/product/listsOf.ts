import type { StoredEvent } from "../event/event.ts"
import type { AccountKey } from "../values/identity.ts"
import { type Event, registry } from "./events.ts"
import type { State } from "./state.ts"

/**
 * Events that rebuild the lists and settings of a state. An export without personal data must not hold the state, which
 * names people, so it begins with these events, replaced like all others. They keep only the last tick of each presence
 * strip.
 */
export const listsOf = ({ devices, sharing, settings }: State): readonly StoredEvent[] => {
  const events: readonly DatedEvent[] = [
    ...[...settings].map(([key, value]): DatedEvent => [0, { type: "PreferenceObserved", payload: { key, value } }]),
    ...(devices.account === null ? [] : [devicesRead(devices.account, devices)]),
    ...(sharing.account === null ? [] : sharingRead(sharing.account, sharing)),
  ]
  return events.map(([at, event], index) => ({
    ...event,
    seq: index + 1,
    id: `list.${index + 1}`,
    v: registry.version(event.type),
    at,
    account: null,
    tab: "",
    cause: null,
  }))
}

/** The time of an event, ms, and the event. */
type DatedEvent = readonly [at: number, event: Event]

const devicesRead = (account: AccountKey, { bound, read }: State["devices"]): DatedEvent => {
  const added = [...bound.values()].map(({ id, name, model, lastSeen, flags, build, shared, owner }) => ({
    id,
    name,
    model,
    lastSeen,
    flags,
    build,
    shared,
    owner,
  }))
  const at = read.at ?? 0
  return [at, { type: "DevicesRead", payload: { account, begunAt: at, added, changed: [], removed: [], seen: [] } }]
}

const sharingRead = (account: AccountKey, sharing: State["sharing"]): readonly DatedEvent[] => {
  const { subAccounts, subAccountsRead, mainAccounts, mainAccountsRead, deviceNames } = sharing
  const subs = [...subAccounts.values()].map(({ id, name, email, createdAt, status, devices }) => ({
    id,
    name,
    email,
    createdAt,
    status,
    devices,
  }))
  const read = { account, changed: [], removed: [] }
  const [subsAt, mainsAt] = [subAccountsRead.at ?? 0, mainAccountsRead.at ?? 0]
  const names = [...deviceNames].map(([id, name]) => ({ id, name }))
  return [
    [subsAt, { type: "SubAccountsRead", payload: { ...read, begunAt: subsAt, added: subs, devices: names } }],
    [mainsAt, { type: "MainAccountsRead", payload: { ...read, begunAt: mainsAt, added: [...mainAccounts.values()] } }],
  ]
}
