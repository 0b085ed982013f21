import { Schema } from "effect"
import { expect, test } from "vitest"
import { worldOf } from "../../emulator/cli/log/world.ts"
import { announcedOf } from "../../emulator/model/lan/network.ts"
import { restore, WorldSnapshot } from "../../emulator/model/snapshot.ts"
import type { LanDeviceFields } from "../../src/domain/features/lan/events.ts"
import { Recorder } from "../domain/recorder.ts"
import { exported } from "./exports.ts"
import { device, openFolder, recorded } from "./recordedFile.ts"

/** The local network of a log in the world made from it, and logs without an account. */

const { file, begin } = openFolder()

const MAC = "02:00:00:00:00:07"
const BUILD = 240_918_112_030

const near = (did: string, fields: Partial<LanDeviceFields> = {}): LanDeviceFields => ({
  id: `n-${did}`,
  did,
  name: `Name of ${did}`,
  model: 2,
  cloudType: 0,
  timestamp: 0,
  isUsb: false,
  isHid: true,
  flags: 4,
  addr: "10.0.0.1",
  build: BUILD,
  ...fields,
})

/** Devices that answered: an unbound one, one that is in USB mode now, one on a cable, and one of another account. */
const lanDevices = [
  near("l1"),
  near("l2", { isUsb: true, isHid: false, flags: 0 }),
  near("l3", { isUsb: true, isHid: false, addr: "" }),
  near("l4", { cloudType: 1 }),
]

const tellNetwork = (log: Recorder, devices: readonly LanDeviceFields[]) =>
  log.do({ type: "RecordLanDevices", devices, gone: [] })

/** The answers to a probe of the world, in the words of a log. */
const reported = (snapshot: WorldSnapshot, now: number) =>
  [...restore(snapshot).devices.values()]
    .filter((one) => one.near)
    .map((one) => announcedOf(one, now))
    .map(({ did, name, model, build, flags, cloud_type, is_usb, is_hid, link }) => ({
      ...{ did, name, model, build, flags, link },
      ...{ cloudType: cloud_type, isUsb: is_usb, isHid: is_hid },
    }))

const fields = ({ did, name, model, build, flags, cloudType, isUsb, isHid, addr }: LanDeviceFields) => ({
  ...{ did, name, model, build, flags, cloudType, isUsb, isHid },
  link: addr === "" ? "usb" : "lan",
})

test("[EMU-7] the world of a log has the network that the log knew: devices near, on cables, bound, and the woken computer", async () => {
  const { log } = recorded()
  tellNetwork(log, [...lanDevices, near("d1", { cloudType: 1, isHid: false, isUsb: true })])
  tellNetwork(log, [near("gone")])
  log.do({ type: "RecordLanDevices", devices: [], gone: ["n-gone"] })
  const wake = { type: "TellLanWake", wake: "w1", id: "n-l1", did: "l1" } as const
  log.do({ ...wake, stage: "asked", mac: null })
  log.do({ ...wake, stage: "awake", mac: MAC })
  const path = file("network.ndjson", exported(log.log))
  const { snapshot } = await worldOf(path, undefined, 7, log.now)
  expect(reported(snapshot, log.now)).toEqual(
    expect.arrayContaining([
      ...lanDevices.map(fields),
      expect.objectContaining({ did: "d1", name: "Lectern", cloudType: 1, isHid: false, isUsb: true, link: "lan" }),
    ]),
  )
  expect(snapshot.devices.map(({ did, near: isNear }) => [did, isNear])).toEqual([
    ["d1", true],
    ["d2", false],
    ...lanDevices.map(({ did }) => [did, true]),
  ])
  expect(snapshot.bound.map(({ did }) => did)).toEqual(["d1", "d2"])
  expect(snapshot.devices.find(({ did }) => did === "l1")?.mac).toBe(MAC)
  expect(snapshot.hosts.find(({ did }) => did === "l1")).toMatchObject({ mac: MAC, awakeFrom: log.now })
  expect(Schema.decodeUnknownSync(WorldSnapshot)(snapshot)).toEqual(snapshot)
  expect(await worldOf(path, undefined, 7, log.now)).toMatchObject({ snapshot })
})

test("[EMU-7] the world of a guest's log is the network alone, and has no account", async () => {
  const log = new Recorder()
  log.do({ type: "EnterAsGuest" })
  tellNetwork(log, lanDevices)
  const { email, snapshot } = await worldOf(file("guest.ndjson", exported(log.log)), undefined, 7, log.now)
  expect({ email, accounts: snapshot.accounts, bound: snapshot.bound }).toEqual({
    email: null,
    accounts: [],
    bound: [],
  })
  expect(reported(snapshot, log.now)).toEqual(lanDevices.map(fields))
})

test("[EMU-7] a log that ends signed out says at which event somebody still was signed in", async () => {
  const { log } = recorded()
  const session = log.state.session.current
  if (session === null) throw new Error("no account is signed in")
  log.do({ type: "EndSession", sessionId: session.id, reason: "person" })
  const last = log.log.findIndex(({ type }) => type === "SignedOut")
  log.do({ type: "OpenRoute", path: "/signin" })
  const path = file("out.ndjson", exported(log.log))
  const { said, ended } = begin("emulate", ["--from", path, "--port", "0"])
  expect(await ended).toBe(1)
  const hint = `${path}: no account is signed in there any more; --at ${last} is the last event with a session`
  expect(said).toEqual({ out: "", err: `emulate: ${hint}\n` })
  const { email, snapshot } = await worldOf(path, last, 7, log.now)
  expect([email, snapshot.bound.map(({ did }) => did)]).toEqual([session.email, ["d1", "d2"]])
})

test("[EMU-7] a device that answers on the network has power, although the cloud last saw it long ago", async () => {
  const { log } = recorded()
  const account = log.state.session.current?.account
  if (account === undefined) throw new Error("no account is signed in")
  const devices = [device("d1", "Desk"), device("d2", "Bench")]
  log.do({ type: "RecordDevices", account, begunAt: log.now, devices })
  tellNetwork(log, [near("d1", { cloudType: 1 })])
  const { snapshot } = await worldOf(file("old.ndjson", exported(log.log)), undefined, 7, log.now)
  expect(snapshot.devices.map(({ did, power }) => [did, power])).toEqual([
    ["d1", "on"],
    ["d2", "off"],
  ])
})
