import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { openScannedDevices } from "../../bridge/lan/scannedDevices.ts"
import { SCANNED_KEPT_MAX, SCANNED_KEPT_MS } from "../../bridge/limits.ts"
import { announced } from "./announced.ts"
import { type FakeDevice, startDevice } from "./fakeDevice.ts"
import { newFolder } from "./files.ts"
import { find } from "./found.ts"
import { openPage, type RunningBridge, runBridge } from "./running.ts"

/** The next bridge after a killed one, of which only the files remain. */
const afterKill = async (device: FakeDevice): Promise<RunningBridge> => {
  const killed = await runBridge()
  await find(await openPage(killed.url), device)
  await expect.poll(() => existsSync(join(killed.folder, "bridge-scanned.json"))).toBe(true)
  return runBridge({ folder: killed.folder })
}

test("[DEVICE-8][BRIDGE-4] a device that only a scan finds is connected after a restart of the bridge, by its id and by its did", async () => {
  const device = await startDevice()
  const { url } = await afterKill(device)
  const page = await openPage(url)
  for (const id of [device.id, device.did]) {
    page.send({ type: "connect_device", id, is_usb: false, cloud_type: 0 })
    await page.wait("connected", (connected) => connected.id === id)
  }
  expect(page.of("error")).toEqual([])
})

test("[LAN-6] a device that only a scan finds is listed again after a restart of the bridge, and after one of its own", async () => {
  const device = await startDevice()
  const { url } = await afterKill(device)
  const page = await openPage(url)
  const isListed = ({ devices }: { devices: readonly { id: string }[] }) => devices.some(({ id }) => id === device.id)
  await page.wait("devices_discovered", isListed)
  device.answers = false
  await page.wait("devices_discovered", ({ gone = [] }) => gone.includes(device.id))
  device.answers = true
  await expect.poll(() => page.of("devices_discovered").filter(isListed).length).toBeGreaterThan(1)
})

test("[SEC-5] another device where a scan had found one is neither listed nor entered, and the same one with another key is asked about", async () => {
  const device = await startDevice()
  const killed = await runBridge()
  const first = await openPage(killed.url)
  await find(first, device)
  first.send({ type: "connect_device", id: device.id, is_usb: false, cloud_type: 0 })
  await first.wait("connected")
  const path = join(killed.folder, "bridge-scanned.json")
  await expect.poll(() => existsSync(path)).toBe(true)
  device.newKey()
  const page = await openPage((await runBridge({ folder: killed.folder })).url)
  page.send({ type: "connect_device", id: device.id, is_usb: false, cloud_type: 0 })
  await page.wait("error", ({ reason, id }) => reason === "key_changed" && id === device.id)

  const folder = newFolder()
  const named = readFileSync(path, "utf8").replaceAll(device.id, "another")
  writeFileSync(join(folder, "bridge-scanned.json"), named)
  const other = await openPage((await runBridge({ folder })).url)
  other.send({ type: "connect_device", id: "another", is_usb: false, cloud_type: 0 })
  await other.wait("error", ({ reason, id }) => reason === "unknown_device" && id === "another")
  expect(other.of("devices_discovered").flatMap(({ devices }) => devices)).toEqual([])
})

test("[LAN-6][SEC-5] a second device that says it is one that is listed is not kept in its place", async () => {
  const device = await startDevice()
  const copy = await startDevice({ id: device.id, did: device.did })
  const { bridge, url, folder } = await runBridge()
  const page = await openPage(url)
  const ends = () => page.of("scan_progress").filter(({ ended }) => ended === true).length
  await find(page, device)
  await expect.poll(ends).toBe(1)
  page.send({ type: "scan_network", targets: [copy.target] })
  await expect.poll(ends).toBe(2)
  expect(copy.probes).toBeGreaterThan(0)
  await bridge.close()
  const kept = openScannedDevices(join(folder, "bridge-scanned.json"), () => {}).all()
  expect(kept).toMatchObject([{ did: device.did, port: device.port }])
})

const AT = { address: "192.168.7.7", port: 36_459 }

test("[SEC-5] only endpoints of this machine and of private networks are kept, in a file for its owner alone", () => {
  const path = join(newFolder(), "kept", "bridge-scanned.json")
  const scanned = openScannedDevices(path, () => {})
  const kept = ["127.0.0.1", "::1", "10.0.0.1", "172.31.0.1", "192.168.1.1", "169.254.9.9", "fd00::1", "fe80::1"]
  const publicOnes = ["8.8.8.8", "172.32.0.1", "192.169.0.1", "2001:db8::1"]
  for (const address of [...kept, ...publicOnes]) scanned.record(announced(address, "D"), { ...AT, address })
  scanned.close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(
    openScannedDevices(path, () => {})
      .all()
      .map(({ id }) => id),
  ).toEqual(kept)
})

test("[LAN-6] the devices found last are kept, each where it was found last", () => {
  const path = join(newFolder(), "bridge-scanned.json")
  const scanned = openScannedDevices(path, () => {})
  for (let at = 0; at <= SCANNED_KEPT_MAX; at += 1) scanned.record(announced(`d${at}`, "D"), { ...AT, port: at + 1 })
  scanned.record(announced("d1", "D"), { ...AT, port: 999 })
  // A second find at the same endpoint counts too.
  scanned.record(announced("d2", "D"), { ...AT, port: 3 })
  scanned.record(announced("new", "D"), { ...AT, port: 1_000 })
  scanned.close()
  const again = openScannedDevices(path, () => {})
  expect(again.all()).toHaveLength(SCANNED_KEPT_MAX)
  expect([again.find("d0"), again.find("d1")?.port, again.find("d3")]).toEqual([undefined, 999, undefined])
  expect(again.all().slice(-3)).toMatchObject([{ id: "d1" }, { id: "d2" }, { id: "new" }])
})

const whole = JSON.stringify({
  format: "sightline.bridge-scanned",
  version: 1,
  devices: [{ id: "a", did: "did-a", address: "192.168.7.7", port: 1 }],
})

test.each([
  ["cut", whole.slice(0, 40)],
  ["of a newer release", whole.replace('"version":1', '"version":2')],
  ["with a port that is none", whole.replace('"port":1', '"port":70000')],
])("[LAN-6] a file of scanned devices that is %s is named, left as it is, and stops no scan", (_what, text) => {
  const path = join(newFolder(), "bridge-scanned.json")
  writeFileSync(path, text)
  const lines: string[] = []
  const scanned = openScannedDevices(path, (line) => lines.push(line))
  scanned.record(announced("b", "B"), AT)
  scanned.close()
  expect(scanned.all().map(({ id }) => id)).toEqual(["b"])
  expect(lines).toEqual([expect.stringContaining(`${path} is damaged or of a newer release`)])
  expect(readFileSync(path, "utf8")).toBe(text)
})

test("[LAN-6] a public address that a person wrote into the file is not asked; a folder that cannot be written is said once", () => {
  const path = join(newFolder(), "bridge-scanned.json")
  writeFileSync(path, whole.replace("192.168.7.7", "8.8.8.8"))
  expect(openScannedDevices(path, () => {}).all()).toEqual([])

  const folder = join(newFolder(), "nowhere")
  symlinkSync("/proc/nowhere/at-all", folder)
  const lines: string[] = []
  const scanned = openScannedDevices(join(folder, "bridge-scanned.json"), (line) => lines.push(line))
  for (const id of ["a", "b"]) {
    scanned.record(announced(id, "D"), AT)
    scanned.close()
  }
  expect(lines).toEqual([expect.stringContaining("cannot be written")])
})

/** Opens a bridge's memory of this file, with a clock that the test sets. */
const openAt = (path: string, now: () => number) => openScannedDevices(path, () => {}, now)

test("[LAN-6] two bridges with one folder keep what each has found, and where it was found last", () => {
  const path = join(newFolder(), "bridge-scanned.json")
  let now = Date.UTC(2026, 0, 1)
  const open = () => openAt(path, () => now)
  const [first, second] = [open(), open()]
  const find = (bridge: typeof first, id: string, port: number) => {
    now += 1
    bridge.record(announced(id, "D"), { ...AT, port })
  }
  find(first, "a", 1)
  find(first, "both", 2)
  find(second, "b", 3)
  find(second, "both", 4)
  second.close()
  first.close()
  const kept = open()
  expect(kept.all().map(({ id, port }) => [id, port])).toEqual([
    ["a", 1],
    ["b", 3],
    ["both", 4],
  ])
})

test("[LAN-6] where a device was found is forgotten in time, unless it was found there again", () => {
  const path = join(newFolder(), "bridge-scanned.json")
  let now = Date.UTC(2026, 0, 1)
  const open = () => openAt(path, () => now)
  const first = open()
  for (const id of ["gone", "there"]) first.record(announced(id, "D"), AT)
  first.close()
  now += SCANNED_KEPT_MS / 2
  const later = open()
  later.record(announced("there", "D"), AT)
  later.close()
  now += SCANNED_KEPT_MS / 2
  expect(
    open()
      .all()
      .map(({ id }) => id),
  ).toEqual(["there"])
})
