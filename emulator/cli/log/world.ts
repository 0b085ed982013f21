import { createHash } from "node:crypto"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import { lanDevicesOf } from "../../../src/domain/features/lan/state.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { normalEmail } from "../../../src/domain/values/email.ts"
import { ONLINE_WINDOW_MS } from "../../../src/domain/values/limits.ts"
import { newDevice } from "../../model/devices/record.ts"
import { nextCode } from "../../model/random.ts"
import { DEMO_PASSWORD } from "../../model/scenario/scenario.ts"
import type { WorldSnapshot } from "../../model/snapshot.ts"
import type { FaultRequest } from "../../node/faults.ts"
import { CommandFailed } from "../flags.ts"
import { foldFile } from "./folded.ts"
import { emulatedDevices, hostsOf, macOf, modeOf } from "./lanDevices.ts"
import { collectFaults } from "./seenFaults.ts"

/** The emulated cloud at one event of a log (EMU-7): accounts, devices, shares, and failures. */
export interface LoggedWorld {
  readonly snapshot: WorldSnapshot
  /** The account to sign in with. Null when none ever signed in: a guest's world has only the network. */
  readonly email: string | null
  readonly faults: readonly FaultRequest[]
}

const md5 = (text: string): string => createHash("md5").update(text).digest("hex")
const CODE_LIFE_MS = 7 * 24 * 3_600_000
const ACTIVE = 2

type Person = WorldSnapshot["accounts"][number]
type BoundDevice = State["devices"]["bound"] extends ReadonlyMap<string, infer Device> ? Device : never

const person = (uid: string, name: string, email: string, createdAt: number): Person => ({
  uid,
  name,
  email,
  emailHash: md5(normalEmail(email)),
  passwordHash: md5(DEMO_PASSWORD),
  createdAt,
  activated: true,
  deletion: null,
})

/** A device that answered on the network has power, even if the cloud reports otherwise. */
const deviceOf = (
  { id, name, model, build, flags, lastSeen }: BoundDevice,
  lan: State["lan"],
  chance: { random: number },
  { now, endedAt }: { readonly now: number; readonly endedAt: number },
): WorldSnapshot["devices"][number] => {
  const age = Math.max(0, endedAt - lastSeen)
  const [near] = lanDevicesOf(lan, id)
  const isOn = near !== undefined || age < ONLINE_WINDOW_MS
  return newDevice({
    did: id,
    kind: "cloud",
    near: near !== undefined,
    ...(near !== undefined && { mode: modeOf(near) }),
    name,
    model,
    build,
    mac: macOf(lan, id, flags, chance),
    power: isOn ? "on" : "off",
    since: isOn ? now : null,
    aliveBefore: Math.max(0, now - age),
  })
}

/**
 * The accounts that share devices with the account of the log, by uid: those of the list, or one for each owner's name
 * among the devices.
 */
const ownersOf = (state: State, createdAt: number): ReadonlyMap<string, Person> => {
  const owners = new Map<string, Person>()
  for (const { id, name, email } of state.sharing.mainAccounts.values())
    owners.set(name, person(id, name, email, createdAt))
  for (const { shared, owner } of state.devices.bound.values())
    if (shared && !owners.has(owner))
      owners.set(owner, person(`o${owners.size + 1}`, owner, `owner-${owners.size + 1}@example.invalid`, createdAt))
  return owners
}

type SubAccount = WorldSnapshot["subAccounts"][number]

const subAccountsOf = (state: State, uid: string, chance: { random: number }, now: number) => {
  const invitees: Person[] = []
  const subs = [...state.sharing.subAccounts.values()].flatMap(({ id, name, email, createdAt, status, devices }) => {
    const known = ([0, 1, 2, 3] as const).find((one) => one === status)
    if (known === undefined) return []
    const invitee = known === 0 ? null : person(`i${invitees.length + 1}`, name, email, createdAt)
    if (invitee !== null) invitees.push(invitee)
    const code = known === 0 ? nextCode(chance) : null
    const sub: SubAccount = {
      id,
      owner: uid,
      name,
      email,
      createdAt,
      status: known,
      devices,
      invitee: invitee?.uid ?? null,
      code,
      codeExpiresAt: now + CODE_LIFE_MS,
    }
    return [sub]
  })
  return { subs, invitees }
}

/** One account per address: an account that shares with this person may also be shared with. The first one stays. */
const oneEach = (people: readonly Person[]) => {
  const kept = new Map<string, Person>()
  for (const one of people) if (!kept.has(one.emailHash)) kept.set(one.emailHash, one)
  const uids = new Map(people.map(({ uid, emailHash }) => [uid, kept.get(emailHash)?.uid ?? uid]))
  return { accounts: [...kept.values()], uidOf: (uid: string): string => uids.get(uid) ?? uid }
}

/** The shares of each owner with this person. */
const membershipsOf = (
  owners: ReturnType<typeof ownersOf>,
  { uid, name, email, createdAt }: Pick<Person, "uid" | "name" | "email" | "createdAt">,
  devices: readonly BoundDevice[],
): readonly SubAccount[] =>
  [...owners.values()].map((owner, index) => ({
    id: `m${index + 1}`,
    owner: owner.uid,
    name,
    email,
    createdAt,
    status: ACTIVE,
    devices: devices.filter((device) => device.shared && device.owner === owner.name).map(({ id }) => id),
    invitee: uid,
    code: null,
    codeExpiresAt: 0,
  }))

/** The part of the world that belongs to the signed-in account. */
const cloudOf = (
  state: State,
  current: NonNullable<State["session"]["current"]>,
  chance: { random: number },
  times: { readonly now: number; readonly endedAt: number },
): Pick<WorldSnapshot, "accounts" | "bound" | "devices" | "subAccounts"> => {
  const { uid, name, email, createdAt, account } = current
  const isOwn = state.devices.account === account
  const devices = isOwn ? [...state.devices.bound.values()] : []
  const owners = ownersOf(state, createdAt)
  const { subs, invitees } = subAccountsOf(state, uid, chance, times.now)
  const records = devices.map((device) => deviceOf(device, state.lan, chance, times))
  const { accounts, uidOf } = oneEach([person(uid, name, email, createdAt), ...owners.values(), ...invitees])
  const ownerOf = new Map(
    devices.map((device) => [device.id, uidOf(device.shared ? (owners.get(device.owner)?.uid ?? uid) : uid)]),
  )
  const shares = [...subs, ...membershipsOf(owners, current, devices)].map((sub) => ({
    ...sub,
    owner: uidOf(sub.owner),
    invitee: sub.invitee === null ? null : uidOf(sub.invitee),
  }))
  const bound = records.map(({ did, name: title, model, build, mac, beatsFrom, aliveBefore }) => ({
    did,
    owner: ownerOf.get(did) ?? uid,
    name: title,
    model,
    build,
    mac,
    lastSeen: beatsFrom ?? aliveBefore,
    renamed: false,
  }))
  return { accounts, bound, devices: records, subAccounts: shares }
}

const NO_CLOUD = { accounts: [], bound: [], devices: [], subAccounts: [] } as const

/** Receives the events of a log and finds the last one with a session. */
const collectSessions = () => {
  let lastSeq: number | null = null
  const receive = ({ type, seq }: StoredEvent): void => {
    if (type === "SignedOut") lastSeq = seq - 1
  }
  return { receive, lastSeq: () => lastSeq }
}

/** The world of a log, at its end or at one of its events. The same file and seed make the same world. */
export const worldOf = async (
  file: string,
  at: number | undefined,
  seed: number,
  now: number,
): Promise<LoggedWorld> => {
  const { receive, faults } = collectFaults()
  const sessions = collectSessions()
  let endedAt = 0
  const { state } = await foldFile(file, at, (event) => {
    endedAt = Math.max(endedAt, event.at)
    receive(event)
    sessions.receive(event)
  })
  const { current, guest } = state.session
  const lastSeq = sessions.lastSeq()
  if (current === null && !guest && lastSeq !== null)
    throw new CommandFailed(
      `${file}: no account is signed in there any more; --at ${lastSeq} is the last event with a session`,
    )
  const chance = { random: seed >>> 0 }
  const cloud = current === null ? NO_CLOUD : cloudOf(state, current, chance, { now, endedAt })
  const lanDevices = emulatedDevices(state.lan, new Set(cloud.bound.map(({ did }) => did)), chance, now)
  const devices = [...cloud.devices, ...lanDevices]
  return {
    email: current?.email ?? null,
    faults: faults(),
    snapshot: {
      seed,
      random: chance.random,
      mails: 0,
      applied: 0,
      ...cloud,
      devices,
      hosts: hostsOf(devices, now),
      sessions: [],
      flows: [],
      mail: [],
      effects: [],
    },
  }
}
