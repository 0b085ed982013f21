import { createSocket } from "node:dgram"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import type { BridgeOptions } from "../../bridge/options.ts"
import { decodeMagicPacket } from "../../src/domain/wire/device/magicPacket.ts"
import type { DeviceRegistry } from "../../src/domain/wire/device/registry.ts"
import { BOUND_MAC, startDevice } from "./fakeDevice.ts"
import { newFolder } from "./files.ts"
import { find } from "./found.ts"
import { openPage, runBridge } from "./running.ts"

const OTHER_MAC = "02:00:00:00:00:99"

/** A network card that waits for its packet, in a registry like an emulator's. */
const listenForPackets = async () => {
  const card = createSocket("udp4")
  onTestFinished(() => void card.close())
  card.bind(0, "127.0.0.1")
  await once(card, "listening")
  const packets: (string | undefined)[] = []
  card.on("message", (bytes) => packets.push(decodeMagicPacket(bytes)))
  const registry = join(newFolder(), "devices-1.json")
  const content: DeviceRegistry = {
    format: "sightline.devices",
    version: 1,
    pid: process.pid,
    broadcast: null,
    wake: { address: "127.0.0.1", port: card.address().port },
    devices: [],
  }
  writeFileSync(registry, JSON.stringify(content), { mode: 0o600 })
  return { heard: packets, registry }
}

const start = async (options: Partial<BridgeOptions> = {}) => {
  const { heard: packets, registry } = await listenForPackets()
  const { url } = await runBridge({ registry, ...options })
  const device = await startDevice({ flags: 4 })
  const page = await openPage(url)
  await find(page, device)
  return { heard: packets, device, page }
}

test("[WAKE-3][WAKE-4] a magic packet leaves for the given MAC, and the bridge claims nothing unseen", async () => {
  const { heard: packets, page } = await start()
  page.send({ type: "wake", id: "", mac: OTHER_MAC.toLowerCase().replaceAll(":", "-") })
  expect(await page.wait("wake_result")).toEqual({ type: "wake_result", id: "", mac: OTHER_MAC, sent: true })
  await expect.poll(() => packets.length).toBeGreaterThan(0)
  expect(new Set(packets)).toEqual(new Set([OTHER_MAC]))
})

test("[WAKE-3][WAKE-4] a host that hangs on a connected device is said to be awake when the device sees it", async () => {
  const { device, page } = await start()
  page.send({ type: "connect_device", id: device.id, is_usb: false, cloud_type: 0 })
  await page.wait("connected")
  page.send({ type: "wake", id: device.id, mac: BOUND_MAC })
  await page.wait("wake_result", ({ sent, awake }) => sent && awake === undefined)
  device.send({ type: "host", mac: OTHER_MAC, awake: true })
  device.send({ type: "host", mac: BOUND_MAC, awake: false })
  device.send({ type: "host", mac: BOUND_MAC, awake: true })
  await page.wait("wake_result", ({ awake }) => awake === true)
  expect(page.of("wake_result")).toHaveLength(2)
})

test("[WAKE-4] a host not seen awake in time is said not to be confirmed", async () => {
  const { device, page } = await start({ wakeConfirmMs: 300 })
  page.send({ type: "connect_device", id: device.id, is_usb: false, cloud_type: 0 })
  await page.wait("connected")
  page.send({ type: "wake", id: device.id, mac: OTHER_MAC })
  await page.wait("wake_result", ({ mac, awake }) => mac === OTHER_MAC && awake === false)
})

test("[WAKE-3] without a MAC the device wakes the bound one itself", async () => {
  const { heard: packets, device, page } = await start()
  page.send({ type: "wake", id: device.id, mac: "" })
  await page.wait("wake_result", ({ mac, sent }) => mac === BOUND_MAC && sent)
  expect(device.received).toContainEqual({ type: "wake", n: expect.any(Number) })
  device.send({ type: "host", mac: BOUND_MAC, awake: true })
  await page.wait("wake_result", ({ awake }) => awake === true)
  expect(packets).toEqual([])
})

test("[WAKE-3] a device without a bound MAC says so", async () => {
  const { device, page } = await start()
  device.on = (message, reply) => {
    if (message.type !== "wake") return false
    reply({ type: "error", n: message.n, code: "no-mac", message: "" })
    return true
  }
  page.send({ type: "wake", id: device.id, mac: "" })
  expect((await page.wait("wake_result")).sent).toBe(false)
})

test("[WAKE-2] what is no MAC is refused", async () => {
  const { heard: packets, page } = await start()
  page.send({ type: "wake", id: "", mac: "02:00:00:00:00-99" })
  expect(await page.wait("error")).toEqual({ type: "error", reason: "invalid_mac", about: "wake", id: "" })
  expect(packets).toEqual([])
})
