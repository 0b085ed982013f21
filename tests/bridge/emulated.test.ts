import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import type { WebSocket } from "ws"
import { defaultRegistryFolder as lookedIn } from "../../bridge/lan/registry.ts"
import { makeIdentity } from "../../device/identity.ts"
import { defaultRegistryFolder as toldIn } from "../../emulator/node/devices/registryFile.ts"
import { createEmulation } from "../../emulator/node/emulation.ts"
import { startStack } from "../../emulator/node/stack.ts"
import { registryFile } from "../../src/domain/wire/device/registry.ts"
import { encodings } from "../../src/domain/wire/rfb/protocol.ts"
import type { ViewerMessage } from "../../src/domain/wire/viewer.ts"
import { RfbClient } from "../emulator/rfbClient.ts"
import { newFolder } from "./files.ts"
import { openPage, openSocket, runBridge, type TestPage } from "./running.ts"

/** The bridge with the emulator's devices: a person's steps, from the scan to the update. */

const DEMO_PASSCODE = "2468"
/** Step of the emulator's clock, and its interval in real time, ms. */
const TURN_MS = 5_000
const PATIENCE = { timeout: 60_000, interval: 250 }

const start = async () => {
  const folder = newFolder()
  const registryFolder = join(folder, "registry")
  const emulation = createEmulation({ scenario: "demo", seed: 1 })
  const options = { emulation, port: 0, token: "t", appMode: "none", bridgeFolder: folder, say: () => {} } as const
  const stack = await startStack({ ...options, devices: { registryFolder, identity: makeIdentity() } })
  if (stack === undefined) throw new Error("the stack did not start")
  onTestFinished(() => stack.close())
  const { cloud } = stack.urls
  const registry = join(registryFolder, registryFile(Number(new URL(cloud).port)))
  const running = await runBridge({ registry, firmwareUrl: `${cloud}/firmware/latest.txt` })
  const page = await openPage(running.url)
  const control = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${cloud}/emulator/api/${path}`, body === undefined ? { method } : { method, body: JSON.stringify(body) })
  /**
   * Advances the emulator's clock until the awaited state, so that the test does not wait for a restart in real time.
   */
  const until = async (wanted: Promise<unknown>): Promise<void> => {
    let isThere = false
    void wanted.finally(() => {
      isThere = true
    })
    await expect
      .poll(async () => isThere || ((await control("POST", "clock", { advanceMs: TURN_MS })).ok && isThere), PATIENCE)
      .toBe(true)
    await wanted
  }
  const device = async (name: string) => {
    const fits = (one: { readonly name: string }) => one.name === name
    const { devices } = await page.wait("devices_discovered", (message) => message.devices.some(fits))
    const found = devices.find(fits)
    if (found === undefined) throw new Error(`no ${name}`)
    return found
  }
  return { page, control, device, cloud, until, bridge: stack.urls.bridge }
}

const connect = (page: TestPage, id: string): void =>
  page.send({ type: "connect_device", id, is_usb: false, cloud_type: 0 })

const unlock = async (page: TestPage, id: string): Promise<void> => {
  await page.wait("auth_device", (message) => message.id === id)
  page.send({ type: "auth_device", password: DEMO_PASSCODE })
}

/** A viewer with the screen of the device. */
const view = async (url: string): Promise<RfbClient> => {
  const socket: WebSocket = openSocket(url)
  onTestFinished(() => socket.terminate())
  const rfb = new RfbClient((bytes) => socket.send(bytes))
  socket.on("message", (data, isBinary) => {
    if (isBinary && Buffer.isBuffer(data)) rfb.push(data)
  })
  await new Promise((resolve, reject) => {
    socket.on("open", resolve)
    socket.on("error", reject)
  })
  const wanted: ViewerMessage = { type: "view", audio: false, control: true }
  socket.send(JSON.stringify(wanted))
  await expect.poll(() => rfb.isRunning, { timeout: 20_000 }).toBe(true)
  rfb.encodings(encodings.tight)
  return rfb
}

const screenText = async (cloud: string, did: string): Promise<string> => {
  const answer = await fetch(`${cloud}/emulator/api/screen/${did}`)
  const { text }: { text: string } = await answer.json()
  return text
}

test("[EMU-3] a bridge looks for devices where an emulator of the same user tells of them", () => {
  expect(lookedIn()).toBe(toldIn())
})

test("[SEC-5][EMU-4] a device with another key shows its screen once a person trusts it, and is asked about again when it has its own again", async () => {
  const { page, device, control } = await start()
  const { id } = await device("Green room")
  const connected = async (times: number): Promise<string> => {
    connect(page, id)
    await expect.poll(() => page.of("connected").length, PATIENCE).toBe(times)
    return page.of("connected").at(-1)?.viewer ?? ""
  }
  const leave = async (times: number): Promise<void> => {
    page.send({ type: "disconnect_device", id })
    await expect.poll(() => page.of("disconnected").length, PATIENCE).toBe(times)
  }
  const refused = async (times: number) => {
    connect(page, id)
    await expect.poll(() => page.of("error").length, PATIENCE).toBe(times)
    return page.of("error").at(-1)
  }
  await connected(1)
  await leave(1)
  await control("POST", "faults", { fault: "other-key" })
  const other = await refused(1)
  expect(other).toMatchObject({ reason: "key_changed", about: "connect_device", id })
  page.send({ type: "trust_key", id, fingerprint: other?.offered ?? "" })
  await view(await connected(2))
  await leave(2)
  await control("DELETE", "faults")
  expect(await refused(2)).toMatchObject({ known: other?.offered, offered: other?.known })
})

test("[EMU-3][DEVICE-8][DEVICE-9] a person finds a device, opens it with its passcode, sees its picture and types into it", async () => {
  const { page, device, cloud } = await start()
  const { id, did } = await device("Rack 3")
  connect(page, id)
  await page.wait("auth_device")
  page.send({ type: "auth_device", password: "0000" })
  await page.wait("auth_device", ({ error }) => error === "wrong_passcode")
  await expect
    .poll(
      async () => {
        page.send({ type: "auth_device", password: DEMO_PASSCODE })
        return page.of("connected").length
      },
      { timeout: 20_000, interval: 1_000 },
    )
    .toBe(1)
  const [connected] = page.of("connected")
  const rfb = await view(connected?.viewer ?? "")
  expect(rfb.name).toBe("Rack 3")
  rfb.ask(false)
  await expect.poll(() => rfb.count(0) < rfb.pixels.length, { timeout: 20_000 }).toBe(true)
  rfb.type("echo sightline\n")
  await expect.poll(() => screenText(cloud, did), { timeout: 20_000 }).toContain("\nsightline\n")
})

test("[EMU-3][MODE-2] the mode is switched, the list shows it, and in USB stream mode keys do nothing", async () => {
  const { page, device, cloud } = await start()
  const { id, did } = await device("Stage left")
  page.send({ type: "set_mode", id, mode: "usb" })
  await page.wait("mode_changed", ({ mode }) => mode === "usb")
  await page.wait("devices_discovered", ({ devices }) => devices.some((one) => one.id === id && one.is_usb))
  connect(page, id)
  const { viewer = "" } = await page.wait("connected")
  const rfb = await view(viewer)
  const before = await screenText(cloud, did)
  rfb.type("lost")
  rfb.ask()
  await expect.poll(() => rfb.updates, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await screenText(cloud, did)).toBe(before)
})

test("[EMU-3][FW-5] an old device is updated from the provider and comes back with the new build", async () => {
  const { page, device, cloud, until } = await start()
  const { id, build: old } = await device("Rack 3")
  const [text = "", hash = ""] = (await (await fetch(`${cloud}/firmware/latest.txt`)).text()).trim().split("|")
  const build = Number(text)
  expect(old).toBeLessThan(build)
  page.send({ type: "update_fw", id, is_online_device: false, build, hash })
  await unlock(page, id)
  await page.wait("fw_progress", ({ state, percent }) => state === 2 && percent >= 80)
  await until(page.wait("fw_progress", ({ state }) => state === 3, PATIENCE.timeout))
  await page.wait("devices_discovered", ({ devices }) => devices.some((one) => one.id === id && one.build === build))
}, 90_000)

test("[EMU-3][WAKE-4] a host that sleeps behind a device is woken, and said to be awake when it is", async () => {
  const { page, device, control, until } = await start()
  const { id, did } = await device("Control room A")
  await control("PATCH", `devices/${did}`, { passcode: DEMO_PASSCODE })
  page.send({ type: "wake", id, mac: "" })
  await unlock(page, id)
  const { mac } = await page.wait("wake_result", ({ sent }) => sent)
  expect(mac).not.toBe("")
  await until(page.wait("wake_result", ({ awake }) => awake === true))
}, 90_000)

test("[EMU-4][FW-7] an update survives a power cut while it is installed", async () => {
  const { page, device, cloud, control, until } = await start()
  const { id, did } = await device("Rack 3")
  await control("POST", "faults", { fault: "power-cut", match: { did }, stage: "installing", percent: 50 })
  const [build = "", hash = ""] = (await (await fetch(`${cloud}/firmware/latest.txt`)).text()).trim().split("|")
  page.send({ type: "update_fw", id, is_online_device: false, build: Number(build), hash })
  await unlock(page, id)
  const completed = page.wait("fw_progress", ({ state }) => state === 3, PATIENCE.timeout)
  await expect.poll(async () => (await control("GET", "faults")).json(), PATIENCE).toEqual([])
  await until(completed)
}, 120_000)

test("[EMU-4][DEVICE-8] a device that is switched off is gone from the session and, in time, from the list", async () => {
  const { page, device, control } = await start()
  const { id, did } = await device("Stage left")
  connect(page, id)
  await page.wait("connected")
  await control("POST", "faults", { fault: "vanish", match: { did } })
  await page.wait("disconnected")
  await page.wait("devices_discovered", ({ gone }) => gone?.includes(id) === true)
})

test("[EMU-6][AUTH-11] a watcher gets the frames of bridge and device as they go, and no secret in them", async () => {
  const { control, bridge } = await start()
  const frames = async (): Promise<readonly Record<string, unknown>[]> => (await control("GET", "frames")).json()
  expect(await frames()).toEqual([])
  const page = await openPage(bridge, { token: "t" })
  const found = await page.wait("devices_discovered", ({ devices }) => devices.some(({ name }) => name === "Rack 3"))
  const { id = "", did } = found.devices.find(({ name }) => name === "Rack 3") ?? {}
  connect(page, id)
  await unlock(page, id)
  await page.wait("connected")
  const received = await frames()
  expect(received).toMatchObject(received.map((_, index) => ({ n: index + 1 })))
  for (const frame of [
    { way: "app-bridge", did: null, type: "connect_device" },
    { way: "bridge-app", did: null, type: "auth_device" },
    { way: "bridge-device", did, type: "auth", body: null },
    { way: "device-bridge", did, type: "welcome" },
    { way: "bridge-app", did: null, type: "connected" },
  ])
    expect(received).toContainEqual(expect.objectContaining(frame))
  expect(JSON.stringify(received)).not.toContain(DEMO_PASSCODE)
})
