import { SHARING_MIN_BUILD } from "../../../src/domain/values/limits.ts"
import { addAccount, type CallContext, nextId, sendMail } from "../cloud/records.ts"
import type { CloudAccount, CloudSubAccount } from "../cloud/state.ts"
import type { EmulatedDevice } from "../devices/record.ts"
import { INVITATION_LIFE_MS } from "../limits.ts"
import { nextCode, nextMac } from "../random.ts"
import { AVL1, AVW1, addDevice, LATEST_BUILD, type MadeDevice, OLD_BUILD } from "./generate.ts"
import { presenceOf } from "./presence.ts"

/** Scenario demo: devices, sub-accounts and accounts in every kind and state that a person may want to try. */

/** The password of every demo account. */
export const DEMO_PASSWORD = "sightline"
export const DEMO_OWNER = "owner@example.com"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const demoDevices: readonly MadeDevice[] = [
  { name: "Control room A", build: LATEST_BUILD, model: AVW1, power: "on", age: 0, mac: true, near: true },
  { name: "Lecture hall 2", build: OLD_BUILD, model: AVL1, power: "off", age: 3 * HOUR, mac: true },
  { name: "Observatory dome", build: SHARING_MIN_BUILD, model: AVL1, power: "on", age: 0, mac: true, near: true },
  {
    name: "Workshop bench",
    build: SHARING_MIN_BUILD,
    model: AVW1,
    power: "on",
    age: 0,
    mac: false,
    answersNat: true,
  },
  { name: "Warehouse north", build: 0, model: AVL1, power: "off", age: 12 * DAY, mac: false },
  { name: "Edit suite", build: OLD_BUILD, model: AVW1, power: "on", age: 0, mac: true, near: true },
  { name: "Front desk", build: LATEST_BUILD, model: AVL1, power: "asleep", age: 40 * MINUTE, mac: true, near: true },
  // The device goes offline a few minutes after the start.
  { name: "Loading dock", build: SHARING_MIN_BUILD, model: AVL1, power: "off", age: 26 * MINUTE, mac: true },
  {
    name: "放送スタジオ 3",
    build: LATEST_BUILD,
    model: AVW1,
    power: "on",
    age: 0,
    mac: true,
    answersNat: true,
  },
  // 32 bytes, the longest possible name. The device is online, but not reachable.
  { name: "Mezzanine projection booth, left", build: LATEST_BUILD, model: AVL1, power: "on", age: 0, mac: true },
]

interface Member {
  readonly invitee: CloudAccount | undefined
  readonly name: string
  readonly email: string
  readonly status: CloudSubAccount["status"]
  readonly age: number
  readonly devices: readonly EmulatedDevice[]
}

const addMember = (context: CallContext, owner: CloudAccount, made: Member): void => {
  const sub: CloudSubAccount = {
    id: nextId(context.state, "s"),
    owner: owner.uid,
    name: made.name,
    email: made.email,
    createdAt: context.now - made.age,
    status: made.status,
    devices: made.devices.map(({ did }) => did),
    invitee: made.invitee?.uid ?? null,
    code: made.status === 0 ? nextCode(context.state) : null,
    codeExpiresAt: context.now - made.age + INVITATION_LIFE_MS,
  }
  context.state.subAccounts.set(sub.id, sub)
  if (sub.code !== null) sendMail(context, made.email, `Invitation from ${owner.name}`, sub.code)
}

/** The passcode of demo devices. */
export const DEMO_PASSCODE = "2468"

const onNetwork = { power: "on", age: 0, mac: true, passcode: DEMO_PASSCODE } as const

/** Devices without an owner, found on the network or at the end of a cable. */
const lanDevices: readonly (MadeDevice & { readonly kind: "lan" | "usb" })[] = [
  { ...onNetwork, kind: "lan", name: "Stage left", build: LATEST_BUILD, model: AVW1, passcode: "" },
  { ...onNetwork, kind: "lan", name: "Rack 3", build: OLD_BUILD, model: AVL1 },
  { ...onNetwork, kind: "lan", name: "Foyer screen", build: SHARING_MIN_BUILD, model: AVL1, mode: "usb" },
  { ...onNetwork, kind: "lan", name: "Green room", build: 0, model: AVW1, mac: false, passcode: "" },
  { ...onNetwork, kind: "lan", name: "Night desk", build: LATEST_BUILD, model: AVL1, power: "asleep", age: 2 * HOUR },
  { ...onNetwork, kind: "lan", name: "Storage", build: OLD_BUILD, model: AVL1, power: "off", age: 9 * DAY },
  { ...onNetwork, kind: "usb", name: "Bench cable", build: LATEST_BUILD, model: AVW1, mode: "usb", passcode: "" },
]

/**
 * Adds the devices on the network. They use a separate random stream, so that accounts, codes and tokens depend only on
 * the seed, for any number of devices.
 */
const stageNetwork = (context: CallContext): void => {
  const { random } = context.state
  context.state.random = (context.state.seed ^ NETWORK_STREAM) >>> 0
  for (const { kind, ...made } of lanDevices) {
    const device = addDevice(context, undefined, kind, made)
    if (made.power === "on" && made.mode !== "usb") addHost(context, device, true)
  }
  // A device that is reachable from afar has a screen to show.
  for (const device of [...context.state.devices.values()])
    if (device.answersNat === true) addHost(context, device, true)
  context.state.random = random
}

const NETWORK_STREAM = 0x5eed_1a9d

/** All people of the demo. The owner is first, so that generated devices belong to the owner. */
const people = (context: CallContext) => {
  const passwordHash = context.md5(DEMO_PASSWORD)
  const person = (name: string, email: string, age: number, activated = true): CloudAccount =>
    addAccount(context, { name, email, passwordHash, activated, createdAt: context.now - age })
  return {
    owner: person("Studio Nord", DEMO_OWNER, 627 * DAY),
    ines: person("Ines Duarte", "sub@example.com", 310 * DAY),
    pia: person("Pia Lindqvist", "new@example.com", DAY, false),
    noor: person("Noor Haddad", "noor@example.com", 900 * DAY),
    jonas: person("Jonas Weber", "jonas.weber@example.com", 291 * DAY),
    mira: person("Mira Sato", "mira@example.com", DAY),
    lea: person("Lea Fontaine", "lea@example.com", 82 * DAY),
  }
}

/** Adds a computer behind a device, which the device's bound MAC wakes. An awake one stays awake. */
const addHost = (context: CallContext, device: EmulatedDevice, awake = false): void => {
  const host = { id: nextId(context.state, "h"), did: device.did, name: `${device.name} PC` }
  const mac = device.mac ?? nextMac(context.state)
  context.state.hosts.set(host.id, { ...host, mac, awakeFrom: awake ? context.now : null, asleepFrom: null })
}

const member = (
  invitee: CloudAccount,
  status: CloudSubAccount["status"],
  age: number,
  devices: readonly EmulatedDevice[],
): Member => ({
  invitee,
  name: invitee.name,
  email: invitee.email,
  status,
  age,
  devices,
})

export const stageDemo = (context: CallContext): void => {
  const { owner, ines, noor, jonas, mira, lea } = people(context)
  const devices = demoDevices.map((made) => addDevice(context, owner, "cloud", made))
  const named = (...names: string[]) => devices.filter(({ name }) => names.includes(name))
  const spare = { build: LATEST_BUILD, model: AVL1, power: "on", age: 0, mac: true } as const
  addDevice(context, ines, "cloud", { ...spare, name: "Rehearsal room" })
  const desk = addDevice(context, noor, "cloud", { ...spare, name: "Mixing desk", answersNat: true })
  for (const device of named("Control room A", "Front desk")) addHost(context, device)
  stageNetwork(context)
  // One passcode opens them all, as the start message says. Each device still draws its own, so that the random stream
  // stays the same.
  for (const device of context.state.devices.values()) if (device.passcode !== "") device.passcode = DEMO_PASSCODE

  const tomas = { invitee: undefined, name: "Tomás Vidal", email: "tomas.vidal@example.com" }
  const shared = named("Control room A", "Observatory dome", "放送スタジオ 3")
  const bench = named("Workshop bench")
  addMember(context, owner, member(ines, 2, 300 * DAY, shared))
  addMember(context, owner, member(jonas, 2, 290 * DAY, bench))
  addMember(context, owner, member(mira, 1, DAY, []))
  addMember(context, owner, { ...tomas, status: 0, age: 3 * DAY, devices: [] })
  addMember(context, owner, member(lea, 3, 80 * DAY, bench))
  addMember(context, noor, member(owner, 2, 200 * DAY, [desk]))
  for (const bound of context.state.bound.values()) Object.assign(bound, presenceOf(bound, context.now))
}
