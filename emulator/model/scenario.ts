import { SHARING_MIN_BUILD } from "../../src/domain/values/limits.ts"
import { HEARTBEAT_MS, INVITATION_LIFE_MS } from "./limits.ts"
import { nextBelow, nextCode, nextMac } from "./random.ts"
import { accountByEmail, addAccount, nextId, sendMail, type Turn } from "./records.ts"
import type { Account, Device, SubAccount } from "./state.ts"

/** What the cloud holds when it starts. */
export type Scenario = "demo" | "empty"
export const scenarios: readonly Scenario[] = ["demo", "empty"]

/** The password of every demo account. */
export const DEMO_PASSWORD = "sightline"
export const DEMO_OWNER = "owner@example.com"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The build published as the latest, the lowest that can be shared, and one from before sharing. */
export const LATEST_BUILD = 241_204_091_500
const OLD_BUILD = 240_918_112_030

/** S 3: model 1 is an AVW1, any other an AVL1. */
const AVW1 = 1
const AVL1 = 2

interface DemoDevice {
  readonly name: string
  readonly build: number
  readonly model: number
  readonly power: Device["power"]
  /** How long ago it was last seen, ms; a powered-on device is seen now. */
  readonly age: number
  readonly mac: boolean
}

const demoDevices: readonly DemoDevice[] = [
  { name: "Control room A", build: LATEST_BUILD, model: AVW1, power: "on", age: 0, mac: true },
  { name: "Lecture hall 2", build: OLD_BUILD, model: AVL1, power: "off", age: 3 * HOUR, mac: true },
  { name: "Observatory dome", build: SHARING_MIN_BUILD, model: AVL1, power: "on", age: 0, mac: true },
  { name: "Workshop bench", build: SHARING_MIN_BUILD, model: AVW1, power: "on", age: 0, mac: false },
  { name: "Warehouse north", build: 0, model: AVL1, power: "off", age: 12 * DAY, mac: false },
  { name: "Edit suite", build: OLD_BUILD, model: AVW1, power: "on", age: 0, mac: true },
  { name: "Front desk", build: LATEST_BUILD, model: AVL1, power: "asleep", age: 40 * MINUTE, mac: true },
  // Turns offline by itself a few minutes after the start.
  { name: "Loading dock", build: SHARING_MIN_BUILD, model: AVL1, power: "off", age: 26 * MINUTE, mac: true },
  { name: "放送スタジオ 3", build: LATEST_BUILD, model: AVW1, power: "on", age: 0, mac: true },
  // 32 bytes, the longest name there can be.
  { name: "Mezzanine projection booth, left", build: LATEST_BUILD, model: AVL1, power: "on", age: 0, mac: true },
]

const addDevice = (turn: Turn, owner: Account | undefined, kind: Device["kind"], made: DemoDevice): Device => {
  const { state, now } = turn
  // Devices do not all beat in the same instant.
  const phase = nextBelow(state, HEARTBEAT_MS)
  const device: Device = {
    did: nextId(state, "d"),
    kind,
    owner: owner?.uid ?? null,
    name: made.name,
    model: made.model,
    build: made.build,
    mac: made.mac ? nextMac(state) : null,
    power: made.power,
    beatsFrom: made.power === "on" ? now - phase : null,
    seenBefore: now - made.age,
    passcode: String(1_000 + nextBelow(state, 9_000)),
    mode: "hid",
    reboots: 0,
    wakes: 0,
    nats: 0,
    commands: [],
  }
  state.devices.set(device.did, device)
  return device
}

export interface NewDevices {
  readonly count: number
  readonly kind: Device["kind"]
  readonly name?: string | undefined
  readonly model?: number | undefined
  readonly build?: number | undefined
  /** E-mail of the account a cloud device is bound to; unless named, the demo owner or else the first account. */
  readonly owner?: string | undefined
}

const ownerOf = (turn: Turn, email: string | undefined): Account | undefined => {
  if (email !== undefined) return accountByEmail(turn.state, email)
  const [first] = turn.state.accounts.values()
  return accountByEmail(turn.state, DEMO_OWNER) ?? first
}

/** Adds generated devices and returns their ids; none when there is no account a cloud device could belong to. */
export const generateDevices = (turn: Turn, wanted: NewDevices): readonly string[] => {
  const owner = wanted.kind === "cloud" ? ownerOf(turn, wanted.owner) : undefined
  if (wanted.kind === "cloud" && owner === undefined) return []
  return Array.from({ length: wanted.count }, (_, number) => {
    const off = nextBelow(turn.state, 5) === 0
    const title = wanted.name ?? "Device"
    return addDevice(turn, owner, wanted.kind, {
      name: wanted.name !== undefined && wanted.count === 1 ? title : `${title} ${number + 1}`,
      model: wanted.model ?? 1 + nextBelow(turn.state, 2),
      build: wanted.build ?? [OLD_BUILD, SHARING_MIN_BUILD, LATEST_BUILD][nextBelow(turn.state, 3)] ?? LATEST_BUILD,
      // What was asked for by name is there to be used; of many, one in five is off.
      power: off && wanted.count > 1 ? "off" : "on",
      age: off ? nextBelow(turn.state, 2 * DAY) : 0,
      mac: nextBelow(turn.state, 4) > 0,
    }).did
  })
}

interface DemoMember {
  readonly invitee: Account | undefined
  readonly name: string
  readonly email: string
  readonly status: SubAccount["status"]
  readonly age: number
  readonly devices: readonly Device[]
}

const addMember = (turn: Turn, owner: Account, made: DemoMember): void => {
  const sub: SubAccount = {
    id: nextId(turn.state, "s"),
    owner: owner.uid,
    name: made.name,
    email: made.email,
    createdAt: turn.now - made.age,
    status: made.status,
    devices: made.devices.map(({ did }) => did),
    invitee: made.invitee?.uid ?? null,
    code: made.status === 0 ? nextCode(turn.state) : null,
    codeExpiresAt: turn.now - made.age + INVITATION_LIFE_MS,
  }
  turn.state.subAccounts.set(sub.id, sub)
  if (sub.code !== null) sendMail(turn, made.email, `Invitation from ${owner.name}`, sub.code)
}

const demo = (turn: Turn): void => {
  const passwordHash = turn.md5(DEMO_PASSWORD)
  const person = (name: string, email: string, age: number, activated = true): Account =>
    addAccount(turn, { name, email, passwordHash, activated, createdAt: turn.now - age })
  const owner = person("Studio Nord", DEMO_OWNER, 627 * DAY)
  const ines = person("Ines Duarte", "sub@example.com", 310 * DAY)
  person("Pia Lindqvist", "new@example.com", DAY, false)
  const noor = person("Noor Haddad", "noor@example.com", 900 * DAY)
  const jonas = person("Jonas Weber", "jonas.weber@example.com", 291 * DAY)
  const mira = person("Mira Sato", "mira@example.com", DAY)
  const lea = person("Lea Fontaine", "lea@example.com", 82 * DAY)

  const devices = demoDevices.map((made) => addDevice(turn, owner, "cloud", made))
  const named = (...names: string[]) => devices.filter(({ name }) => names.includes(name))
  const spare = { build: LATEST_BUILD, model: AVL1, power: "on", age: 0, mac: true } as const
  addDevice(turn, ines, "cloud", { ...spare, name: "Rehearsal room" })
  const desk = addDevice(turn, noor, "cloud", { ...spare, name: "Mixing desk" })

  for (const device of named("Control room A", "Front desk")) {
    const host = { id: nextId(turn.state, "h"), did: device.did, name: `${device.name} PC`, awakeFrom: null }
    turn.state.hosts.set(host.id, { ...host, mac: device.mac ?? nextMac(turn.state) })
  }

  const shared = named("Control room A", "Observatory dome", "放送スタジオ 3")
  addMember(turn, owner, {
    invitee: ines,
    name: "Ines Duarte",
    email: ines.email,
    status: 2,
    age: 300 * DAY,
    devices: shared,
  })
  const bench = named("Workshop bench")
  addMember(turn, owner, {
    invitee: jonas,
    name: "Jonas Weber",
    email: jonas.email,
    status: 2,
    age: 290 * DAY,
    devices: bench,
  })
  addMember(turn, owner, { invitee: mira, name: "Mira Sato", email: mira.email, status: 1, age: DAY, devices: [] })
  addMember(turn, owner, {
    invitee: undefined,
    name: "Tomás Vidal",
    email: "tomas.vidal@example.com",
    status: 0,
    age: 3 * DAY,
    devices: [],
  })
  addMember(turn, owner, {
    invitee: lea,
    name: "Lea Fontaine",
    email: lea.email,
    status: 3,
    age: 80 * DAY,
    devices: bench,
  })
  addMember(turn, noor, {
    invitee: owner,
    name: "Studio Nord",
    email: owner.email,
    status: 2,
    age: 200 * DAY,
    devices: [desk],
  })
}

/** Sets the scenario up in an empty state, with `devices` generated ones for its owner. */
export const stage = (turn: Turn, scenario: Scenario, devices: number): void => {
  if (scenario === "demo") demo(turn)
  if (devices > 0) generateDevices(turn, { count: devices, kind: "cloud" })
}
