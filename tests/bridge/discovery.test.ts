import { createSocket } from "node:dgram"
import { once } from "node:events"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openDiscovery } from "../../bridge/lan/discovery.ts"
import { createLanDevices } from "../../bridge/lan/lanDevices.ts"
import { openQuestions } from "../../bridge/lan/questions.ts"
import { startScan } from "../../bridge/lan/scan.ts"
import { expandTargets } from "../../bridge/lan/targets.ts"
import { Rate } from "../../src/domain/values/rate.ts"
import { encodeDatagram } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import type { DeviceRegistry } from "../../src/domain/wire/device/registry.ts"
import { announced } from "./announced.ts"
import { startDevice } from "./fakeDevice.ts"
import { newFolder, noScannedDevices } from "./files.ts"
import { openPage, runBridge } from "./running.ts"

const writeRegistry = (path: string, changes: Partial<DeviceRegistry>): void => {
  const registry: DeviceRegistry = {
    format: "sightline.devices",
    version: 1,
    pid: process.pid,
    broadcast: null,
    wake: { address: "127.0.0.1", port: 9 },
    devices: [],
    ...changes,
  }
  writeFileSync(path, JSON.stringify(registry), { mode: 0o600 })
}

test("[LAN-6][BRIDGE-1] a scan finds a device where it is looked for, with all that it says of itself", async () => {
  const { url } = await runBridge()
  const device = await startDevice({ name: "Desk \u202e left", flags: 4, cloud_type: 1 })
  const page = await openPage(url)
  page.send({ type: "scan_network", targets: [device.target, "127.0.0.1:1"] })
  const { devices } = await page.wait("devices_discovered")
  expect(devices).toEqual([
    {
      id: device.id,
      did: device.did,
      name: expect.stringMatching(/^Desk [^\u202e]*left$/),
      model: 1,
      cloud_type: 1,
      timestamp: 1_000,
      is_usb: false,
      is_hid: true,
      flags: 4,
      addr: device.target,
      build: device.build,
    },
  ])
  const last = await page.wait("scan_progress", ({ ended }) => ended === true)
  expect(last).toEqual({ type: "scan_progress", done: 2, total: 2, ended: true })
})

test("[LAN-6] a scan of a whole network ends within 1.2 times its time-out", async () => {
  const scanTimeoutMs = 2_000
  const { url } = await runBridge({ scanTimeoutMs })
  const page = await openPage(url)
  await page.wait("hello")
  const before = performance.now()
  page.send({ type: "scan_network", targets: ["127.77.1.*"] })
  const last = await page.wait("scan_progress", ({ ended }) => ended === true)
  const took = performance.now() - before
  expect(last).toMatchObject({ done: 254, total: 254 })
  expect(took).toBeGreaterThanOrEqual(scanTimeoutMs)
  // The time is no benchmark, because others use the machine too. It only detects a scan that runs in rounds.
  expect(took).toBeLessThan(2 * scanTimeoutMs)
})

test("[LAN-5] a scan of 16 million addresses begins at once, and ends where it is cancelled", async () => {
  const { url } = await runBridge()
  const page = await openPage(url)
  const heap = process.memoryUsage().heapUsed
  page.send({ type: "scan_network", targets: ["127.*.*.*"] })
  await page.wait("scan_progress", ({ done }) => done > 0)
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(64 * 1_024 * 1_024)
  page.send({ type: "cancel_scan" })
  const last = await page.wait("scan_progress", ({ ended }) => ended === true)
  expect(last.total).toBe(256 * 256 * 254)
  expect(last.done).toBeLessThan(last.total / 100)
})

test("[LAN-5] a new scan takes the place of the one before, and begins when that has said its last", async () => {
  const { url } = await runBridge()
  const device = await startDevice()
  const page = await openPage(url)
  page.send({ type: "scan_network", targets: ["127.*.*.*"] })
  await page.wait("scan_progress")
  page.send({ type: "scan_network", targets: [device.target] })
  await page.wait("scan_progress", ({ ended, total }) => ended === true && total > 1)
  await page.wait("scan_progress", ({ ended, total }) => ended === true && total === 1)
  await page.wait("devices_discovered")
  const totals = page.of("scan_progress").map(({ total }) => total)
  expect(totals).toEqual([...totals].sort((a, b) => b - a))
})

test("[LAN-6] how far a scan is counts an address as soon as it answers", async () => {
  const targets = expandTargets(["10.0.0.*"])
  if (typeof targets === "string") throw new Error(targets)
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const asked: Endpoint[] = []
  const reported: number[] = []
  const scan = startScan({
    targets,
    timeoutMs: 60_000,
    rate: new Rate(targets.total, 1_000),
    probe: (endpoint) => asked.push(endpoint),
    hasRoom: () => true,
    progress: (done) => reported.push(done),
    now: () => performance.now(),
    signal: ending.signal,
  })
  await expect.poll(() => asked.length).toBe(targets.total)
  for (const endpoint of asked.slice(0, 90)) scan.answered(endpoint)
  await expect.poll(() => reported).toEqual([90])
})

test("[LAN-2] a scan asks nothing that would not leave at once, and an address has its whole time from then", async () => {
  const targets = expandTargets(["10.0.0.*"])
  if (typeof targets === "string") throw new Error(targets)
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const asked = new Set<string>()
  let room = 100
  let clock = 0
  const done: number[] = []
  const scan = startScan({
    targets,
    timeoutMs: 1_000,
    rate: new Rate(1_000, 1),
    probe: ({ address }) => {
      asked.add(address)
      room -= 1
    },
    hasRoom: () => room > 0,
    progress: (count) => done.push(count),
    now: () => clock,
    signal: ending.signal,
  })
  await expect.poll(() => asked.size).toBe(100)
  clock = 5_000
  await expect.poll(() => done).toEqual([100])
  expect(asked.size).toBe(100)
  room = Number.POSITIVE_INFINITY
  await expect.poll(() => asked.size).toBe(targets.total)
  expect(done).toEqual([100])
  clock = 6_000
  expect(await scan.ended).toBe(targets.total)
})

test("[DEVICE-10] who has gone already waits for the answer of no device", async () => {
  const questions = await openQuestions(createLanDevices())
  onTestFinished(() => questions.datagrams.close())
  expect(await questions.natAnswer("ab".repeat(16), "d", AbortSignal.abort())).toBeUndefined()
})

test.each([
  ["host.example", "invalid_target"],
  ["8.*.*.*", "target_too_wide"],
] as const)("[LAN-2] a scan of %s is refused with its reason", async (target, reason) => {
  const { url } = await runBridge()
  const page = await openPage(url)
  page.send({ type: "scan_network", targets: [target] })
  expect(await page.wait("error")).toEqual({ type: "error", reason, about: "scan_network" })
})

test("[LAN-6] a later page gets what was found, its changes too, and that it is gone", async () => {
  const { url } = await runBridge()
  const device = await startDevice()
  const first = await openPage(url)
  first.send({ type: "scan_network", targets: [device.target] })
  await first.wait("devices_discovered")
  const second = await openPage(url)
  await second.wait("devices_discovered", ({ devices }) => devices.some(({ id }) => id === device.id))
  device.mode = "usb"
  for (const page of [first, second])
    await page.wait("devices_discovered", ({ devices }) => devices.some(({ is_usb }) => is_usb))
  device.vanish()
  for (const page of [first, second])
    await page.wait("devices_discovered", ({ gone }) => gone?.includes(device.id) === true)
})

test("[LAN-6] an answer to no question, and what is no answer, are passed over", async () => {
  const { url } = await runBridge()
  const liar = createSocket("udp4")
  onTestFinished(() => void liar.close())
  liar.bind(0, "127.0.0.1")
  await once(liar, "listening")
  liar.on("message", (_, { port, address }) => {
    const wrongNonce = encodeDatagram({ type: "announce", nonce: "0".repeat(32), device: announced("liar", "Liar") })
    for (const bytes of [wrongNonce, Buffer.from("junk"), Buffer.alloc(5_000), Buffer.alloc(0)])
      liar.send(bytes, port, address)
  })
  const page = await openPage(url)
  page.send({ type: "scan_network", targets: [`127.0.0.1:${liar.address().port}`] })
  await page.wait("scan_progress", ({ ended }) => ended === true)
  expect(page.of("devices_discovered")).toEqual([])
})

test("[EMU-3] devices of a registry are found without a scan, those behind a cable without an address", async () => {
  const lan = await startDevice()
  const cable = await startDevice({ link: "usb", is_usb: true })
  const registry = join(newFolder(), "devices-1.json")
  const endpoint = ({ port }: { port: number }) => ({ address: "127.0.0.1", port })
  writeRegistry(registry, {
    devices: [
      { ...endpoint(lan), did: lan.did, link: "lan" },
      { ...endpoint(cable), did: cable.did, link: "usb" },
    ],
  })
  const page = await openPage((await runBridge({ registry })).url)
  await page.wait("devices_discovered", ({ devices }) => devices.some(({ addr }) => addr === lan.target))
  await page.wait("devices_discovered", ({ devices }) => devices.some(({ id, addr }) => id === cable.id && addr === ""))
})

test("[LAN-6] a round that fails is followed by the next one", async () => {
  let asked = 0
  const registries = (): readonly DeviceRegistry[] => {
    asked += 1
    if (asked === 1) throw new Error("the system names no networks")
    return []
  }
  const discovery = await openDiscovery({
    registries,
    scanned: noScannedDevices(),
    broadcast: false,
    roundMs: 20,
    scanTimeoutMs: 20,
  })
  onTestFinished(discovery.close)
  discovery.wanted(new AbortController().signal)
  await expect.poll(() => asked).toBeGreaterThan(3)
})

test("[EMU-3] a place in a registry that no datagram can reach keeps no device from being found", async () => {
  const device = await startDevice()
  const registry = join(newFolder(), "devices-1.json")
  const nowhere = { address: "127.0.0.1", port: 0 }
  const devices = [
    { ...nowhere, did: "nowhere", link: "lan" },
    { address: "127.0.0.1", port: device.port, did: device.did, link: "lan" },
  ] as const
  writeRegistry(registry, { devices })
  const page = await openPage((await runBridge({ registry })).url)
  await page.wait("devices_discovered", ({ devices: found }) => found.some(({ id }) => id === device.id))
})

test("[EMU-3] a broadcast brings who hears it, and none of another emulator on this machine", async () => {
  const device = await startDevice()
  const stranger = await startDevice()
  const registry = join(newFolder(), "devices-1.json")
  const broadcast = { address: "127.0.0.1", port: device.port }
  writeRegistry(registry, { broadcast, devices: [{ ...broadcast, did: device.did, link: "lan" }] })
  const page = await openPage((await runBridge({ registry })).url)
  await page.wait("devices_discovered", ({ devices }) => devices.some(({ id }) => id === device.id))
  const other = join(newFolder(), "devices-2.json")
  writeRegistry(other, { broadcast: { address: "127.0.0.1", port: stranger.port } })
  const elsewhere = await openPage((await runBridge({ registry: other })).url)
  elsewhere.send({ type: "scan_network", targets: ["127.77.3.*"] })
  await elsewhere.wait("scan_progress", ({ ended }) => ended === true)
  await expect.poll(() => stranger.probes).toBeGreaterThan(1)
  expect(elsewhere.of("devices_discovered")).toEqual([])
  elsewhere.send({ type: "scan_network", targets: [stranger.target] })
  await elsewhere.wait("devices_discovered", ({ devices }) => devices.some(({ id }) => id === stranger.id))
})

test.each([
  ["of an ended process", { pid: 2 ** 22 + 1 }, 0o600],
  ["that others may write", {}, 0o666],
])("[SEC-2] a registry %s is not believed", async (_, changes, mode) => {
  const device = await startDevice()
  const registry = join(newFolder(), "devices-1.json")
  writeRegistry(registry, {
    devices: [{ address: "127.0.0.1", port: device.port, did: device.did, link: "lan" }],
    ...changes,
  })
  chmodSync(registry, mode)
  const page = await openPage((await runBridge({ registry })).url)
  page.send({ type: "scan_network", targets: ["127.77.2.*"] })
  await page.wait("scan_progress", ({ ended }) => ended === true)
  expect(page.of("devices_discovered")).toEqual([])
})
