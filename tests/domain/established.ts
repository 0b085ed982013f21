import type { Command } from "../../src/domain/product/decide.ts"
import type { AccountKey } from "../../src/domain/values/identity.ts"

/** The data of a client that has run for a while. Any of it may be missing at the start of a generated life. */

const BUILD = 241_204_091_500
const OLD_BUILD = 241_129_184_309
const HASH = "0123456789abcdef0123456789abcdef"
const DEVICES = ["d1", "d2", "d3"] as const

type Established = (account: AccountKey, now: number, name: string, email: string) => Command

const deviceOf = (did: string, index: number, now: number, name: string) => ({
  id: did,
  name: `${name} ${index}`,
  model: index,
  lastSeen: now - index * 3_600_000,
  flags: 4,
  build: OLD_BUILD,
  shared: index === 2,
  owner: "",
})

const lanDeviceOf = (did: string, index: number, now: number, name: string) => ({
  id: `n${index + 1}`,
  did,
  name: `near ${name} ${index}`,
  model: 1,
  cloudType: 0,
  timestamp: now,
  isUsb: false,
  isHid: true,
  flags: 4,
  addr: `10.9.8.${index + 1}`,
  build: OLD_BUILD,
})

export const established: readonly Established[] = [
  () => ({ type: "TakeLeadership" }),
  (account, begunAt, name) => ({
    type: "RecordDevices",
    account,
    begunAt,
    devices: DEVICES.map((did, index) => deviceOf(did, index, begunAt, name)),
  }),
  (account, begunAt, name, email) => ({
    type: "RecordSubAccounts",
    account,
    begunAt,
    subAccounts: [1, 2, 3].map((status) => ({
      id: `s${status}`,
      name: `sub ${name}`,
      email: `sub${status}-${email}`,
      createdAt: begunAt,
      status,
      devices: DEVICES.slice(0, status - 1),
    })),
  }),
  (account, begunAt, name, email) => ({
    type: "RecordMainAccounts",
    account,
    begunAt,
    mainAccounts: [{ id: "m1", name: `main ${name}`, email: `main-${email}` }],
  }),
  () => ({
    type: "ReportBridge",
    link: {
      state: "connected",
      version: "1.2.3",
      os: "linux",
      capabilities: ["wake", "viewer", "scan_network", "firmware", "set_mode"],
    },
  }),
  (_account, now, name) => ({
    type: "RecordLanDevices",
    gone: [],
    devices: DEVICES.map((did, index) => lanDeviceOf(did, index, now, name)),
  }),
  () => ({ type: "LearnLatestFirmware", build: BUILD, hash: HASH }),
  () => ({ type: "RecordImageKept", build: BUILD, hash: HASH, size: 3_000_000 }),
  () => ({ type: "StartCampaign", devices: ["n1", "n2", "n3"], limit: 2, atOnce: 1 }),
  (_account, _now, name) => ({ type: "TagDevices", dids: ["d1"], tag: `tag ${name}`.slice(0, 20) }),
  () => ({ type: "OpenDevice", id: "n1", did: "d1", name: "Rack", isUsb: false, cloudType: 0 }),
]
