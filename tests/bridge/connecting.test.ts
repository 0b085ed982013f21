import { once } from "node:events"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { createAccess } from "../../bridge/devices/access.ts"
import { openPins } from "../../bridge/devices/pins.ts"
import { openDiscovery } from "../../bridge/lan/discovery.ts"
import { SESSIONS_PER_PAGE_MAX } from "../../bridge/limits.ts"
import type { ConnectedPage } from "../../bridge/page/page.ts"
import { announced } from "./announced.ts"
import { BOUND_MAC, startDevice } from "./fakeDevice.ts"
import { newFolder, noScannedDevices } from "./files.ts"
import { find } from "./found.ts"
import { openPage, openSocket, runBridge, type TestPage } from "./running.ts"

const connect = (page: TestPage, id: string): void =>
  page.send({ type: "connect_device", id, is_usb: false, cloud_type: 0 })

const start = async (passcode = "") => {
  const running = await runBridge()
  const device = await startDevice()
  device.passcode = passcode
  const page = await openPage(running.url)
  await find(page, device)
  return { running, device, page }
}

test("[DEVICE-8] a device without a passcode is connected, and its viewer named", async () => {
  const { device, page, running } = await start()
  connect(page, device.id)
  const { viewer } = await page.wait("connected", ({ id }) => id === device.id)
  expect(viewer).toMatch(new RegExp(`^${running.url}/viewer/[0-9a-f]+$`))
})

test("[DEVICE-8] an unknown device is unknown, a silent one unreachable", async () => {
  const { device, page } = await start()
  connect(page, "nobody")
  expect(await page.wait("error")).toEqual({
    type: "error",
    reason: "unknown_device",
    about: "connect_device",
    id: "nobody",
  })
  device.answers = false
  connect(page, device.id)
  await page.wait("error", ({ reason, id }) => reason === "unreachable" && id === device.id)
})

test("[DEVICE-9] the passcode is asked for, a wrong one asked for again, and the right one connects", async () => {
  const { device, page } = await start("1234")
  device.waitMs = 2_000
  connect(page, device.id)
  expect(await page.wait("auth_device")).toEqual({ type: "auth_device", id: device.id })
  page.send({ type: "auth_device", password: "0000" })
  const again = await page.wait("auth_device", ({ error }) => error !== undefined)
  expect(again).toEqual({ type: "auth_device", id: device.id, error: "wrong_passcode", wait_ms: 2_000 })
  page.send({ type: "auth_device", password: "1234" })
  await page.wait("connected")
})

test("[DEVICE-9][AUTH-11] the passcode never leaves the bridge, and is not asked for twice by one page", async () => {
  const { device, page } = await start("open sesame")
  connect(page, device.id)
  await page.wait("auth_device")
  page.send({ type: "auth_device", password: "open sesame" })
  await page.wait("connected")
  page.send({ type: "disconnect_device", id: device.id })
  await page.wait("disconnected")
  connect(page, device.id)
  await expect.poll(() => page.of("connected").length).toBe(2)
  expect(page.of("auth_device")).toHaveLength(1)
  expect(JSON.stringify(device.received)).not.toContain("open sesame")
})

test("[DEVICE-9] what one page has proven opens nothing for another", async () => {
  const { device, page, running } = await start("1234")
  connect(page, device.id)
  await page.wait("auth_device")
  page.send({ type: "auth_device", password: "1234" })
  await page.wait("connected")
  const other = await openPage(running.url)
  await other.wait("devices_discovered")
  connect(other, device.id)
  await other.wait("auth_device")
  expect(other.of("connected")).toEqual([])
})

test("[DEVICE-9] while a person types, no connection is kept open", async () => {
  const { device, page } = await start("1234")
  connect(page, device.id)
  await page.wait("auth_device")
  await expect.poll(() => device.sessions.size).toBe(0)
})

test("[DEVICE-9] a newer question takes the place of the one before", async () => {
  const { device, page } = await start("1234")
  const other = await startDevice()
  other.passcode = "5678"
  await find(page, other)
  connect(page, device.id)
  await page.wait("auth_device", ({ id }) => id === device.id)
  connect(page, other.id)
  await page.wait("auth_device", ({ id }) => id === other.id)
  expect(await page.wait("error")).toMatchObject({ reason: "superseded", id: device.id })
  page.send({ type: "auth_device", password: "5678" })
  await page.wait("connected", ({ id }) => id === other.id)
})

test("[DEVICE-9] a person who gives up is asked no more", async () => {
  const { device, page } = await start("1234")
  connect(page, device.id)
  await page.wait("auth_device")
  page.send({ type: "disconnect_device", id: device.id })
  await page.wait("error", ({ reason }) => reason === "superseded")
  page.send({ type: "auth_device", password: "1234" })
  await page.wait("error", ({ reason }) => reason === "unsupported")
  expect(page.of("connected")).toEqual([])
})

test("[DEVICE-8] a device that is left while it is being connected to is not connected, and can be connected to again at once", async () => {
  const { device, page } = await start()
  device.on = ({ type }) => type === "hello"
  connect(page, device.id)
  await expect.poll(() => device.received.map(({ type }) => type)).toEqual(["hello"])
  device.on = () => false
  page.send({ type: "disconnect_device", id: device.id })
  connect(page, device.id)
  await page.wait("connected")
  expect(page.of("error")).toEqual([{ type: "error", reason: "superseded", about: "connect_device", id: device.id }])
  await expect.poll(() => device.sessions.size).toBe(1)
  page.send({ type: "disconnect_device", id: device.id })
  await page.wait("disconnected")
  page.send({ type: "disconnect_device", id: device.id })
  await page.wait("error", ({ reason }) => reason === "unknown_device")
})

test("[DEVICE-8] a session that is over is kept no longer when the last viewer lets go of it", async () => {
  const device = await startDevice()
  const discovery = await openDiscovery({
    registries: () => [],
    scanned: noScannedDevices(),
    broadcast: false,
    roundMs: 400,
    scanTimeoutMs: 400,
  })
  onTestFinished(discovery.close)
  discovery.lanDevices.record(announced(device.id, "Fake"), { address: "127.0.0.1", port: device.port }, 0)
  const { signal: gone } = new AbortController()
  const page: ConnectedPage = {
    visitor: { kind: "own" },
    gone,
    send: () => {},
    fail: () => {},
    keepsUp: () => true,
    close: () => {},
  }
  const access = createAccess({
    page,
    pins: openPins(join(newFolder(), "pins.json"), () => {}),
    discovery,
    onMessage: () => {},
    left: () => {},
  })
  const entered = await access.enter(device.id, { isOnline: false })
  if (!entered.ok) throw new Error(entered.reason)
  const release = access.hold(device.id)
  device.vanish()
  await entered.session.ended
  const timers = vi.spyOn(globalThis, "setTimeout")
  onTestFinished(() => timers.mockRestore())
  release()
  expect(timers).not.toHaveBeenCalled()
})

test("[DEVICE-8] a device that vanishes in the middle of a session is said to be gone, once", async () => {
  const { device, page } = await start()
  connect(page, device.id)
  await page.wait("connected")
  device.vanish()
  expect(await page.wait("disconnected")).toEqual({ type: "disconnected", id: device.id, reason: "vanished" })
  connect(page, device.id)
  await page.wait("error", ({ id }) => id === device.id)
  expect(page.of("disconnected")).toHaveLength(1)
})

test("[DEVICE-8] a device that goes down on purpose closes, one that says junk is left", async () => {
  const { device, page } = await start()
  connect(page, device.id)
  await page.wait("connected")
  device.send({ type: "bye", reason: "reboot" })
  for (const socket of device.sessions) socket.end()
  await page.wait("disconnected", ({ reason }) => reason === "closed")
  connect(page, device.id)
  await expect.poll(() => page.of("connected").length).toBe(2)
  device.sendBytes(new TextEncoder().encode("junk that is no frame"))
  await page.wait("disconnected", ({ reason }) => reason === "refused")
})

test("[DEVICE-8] another device at the known address does not get the passcode's proof", async () => {
  const { device, page } = await start("1234")
  device.on = (message, reply) => {
    if (message.type !== "hello") return false
    const nonce = "0".repeat(32)
    const about = { version: 1, id: device.id, did: "another", name: "X", model: 1, build: 1, mode: "hid" } as const
    reply({ type: "hello", ...about, auth: "passcode", nonce, wait_ms: 0 })
    return true
  }
  connect(page, device.id)
  expect(await page.wait("error")).toMatchObject({ reason: "vanished", id: device.id })
  expect(device.received.some(({ type }) => type === "auth")).toBe(false)
})

test("[DEVICE-8] sessions end with their page", async () => {
  const { device, page } = await start()
  connect(page, device.id)
  await page.wait("connected")
  expect(device.sessions.size).toBe(1)
  page.socket.close()
  await expect.poll(() => device.sessions.size).toBe(0)
})

test("[MODE-1][MODE-2] the page sets the mode, and gets what the device reports, also after another client's switch", async () => {
  const { device, page } = await start()
  page.send({ type: "set_mode", id: device.id, mode: "usb" })
  await page.wait("mode_changed", ({ id, mode }) => id === device.id && mode === "usb")
  await page.wait("devices_discovered", ({ devices }) => devices.some(({ is_usb, is_hid }) => is_usb && !is_hid))
  device.mode = "hid"
  device.send({ type: "mode", mode: "hid" })
  await page.wait("mode_changed", ({ mode }) => mode === "hid")
})

test("[MODE-2] a device that refuses the mode is not said to have it", async () => {
  const { device, page } = await start()
  device.on = (message, reply) => {
    if (message.type !== "set_mode") return false
    reply({ type: "error", n: message.n, code: "busy", message: "" })
    return true
  }
  page.send({ type: "set_mode", id: device.id, mode: "usb" })
  expect(await page.wait("error")).toMatchObject({ about: "set_mode", id: device.id })
  expect(page.of("mode_changed")).toEqual([])
})

test("[DEVICE-10] a device known from the cloud alone is asked for through the app, and connected where it answers", async () => {
  const running = await runBridge()
  const device = await startDevice()
  const page = await openPage(running.url)
  page.send({ type: "connect_device", id: device.did, is_usb: false, cloud_type: 1 })
  const { did, payload } = await page.wait("nat_request")
  expect(did).toBe(device.did)
  await device.answerNat(payload)
  await page.wait("connected", ({ id }) => id === device.did)
})

test("[DEVICE-10] a device that is on the network is connected without the cloud", async () => {
  const { device, page } = await start()
  page.send({ type: "connect_device", id: device.did, is_usb: false, cloud_type: 1 })
  await page.wait("connected", ({ id }) => id === device.did)
  expect(page.of("nat_request")).toEqual([])
})

test("[DEVICE-8] a page that has entered as many devices as it may is let into one more, and the one it used longest ago is left", async () => {
  const running = await runBridge()
  const page = await openPage(running.url)
  const devices = await Promise.all(Array.from({ length: SESSIONS_PER_PAGE_MAX + 1 }, startDevice))
  for (const device of devices) {
    await find(page, device)
    page.send({ type: "set_mode", id: device.id, mode: "usb" })
    await page.wait("mode_changed", ({ id }) => id === device.id)
  }
  expect(page.of("error")).toEqual([])
  await expect.poll(() => devices[0]?.sessions.size).toBe(0)
  expect(devices.slice(1).map(({ sessions }) => sessions.size)).toEqual(devices.slice(1).map(() => 1))
})

/** Opens the viewer of a device that is being connected to. */
const look = async (page: TestPage, device: string) => {
  const { viewer = "" } = await page.wait("connected", ({ id }) => id === device)
  const socket = openSocket(viewer)
  onTestFinished(() => socket.terminate())
  await once(socket, "open")
}

test("[DEVICE-8] devices that are looked at are not left for another one", async () => {
  const running = await runBridge()
  const page = await openPage(running.url)
  const devices = await Promise.all(Array.from({ length: SESSIONS_PER_PAGE_MAX + 1 }, startDevice))
  for (const device of devices) {
    await find(page, device)
    connect(page, device.id)
    if (device !== devices.at(-1)) await look(page, device.id)
  }
  expect(await page.wait("error")).toMatchObject({ reason: "busy", id: devices.at(-1)?.id })
  expect(page.of("disconnected")).toEqual([])
})

test("[WAKE-4] a device whose host is being woken is not left for another one, until the host is seen awake", async () => {
  const running = await runBridge()
  const page = await openPage(running.url)
  const devices = await Promise.all(
    Array.from({ length: SESSIONS_PER_PAGE_MAX + 1 }, (_, index) => startDevice(index === 0 ? { flags: 4 } : {})),
  )
  const [waking] = devices
  if (waking === undefined) throw new Error("there is no device")
  await find(page, waking)
  page.send({ type: "wake", id: waking.id, mac: "" })
  await page.wait("wake_result", ({ sent }) => sent)
  for (const device of devices.slice(1)) {
    await find(page, device)
    page.send({ type: "set_mode", id: device.id, mode: "usb" })
    await page.wait("mode_changed", ({ id }) => id === device.id)
  }
  waking.send({ type: "host", mac: BOUND_MAC, awake: true })
  expect(await page.wait("wake_result", ({ awake }) => awake !== undefined)).toMatchObject({ awake: true })
})
