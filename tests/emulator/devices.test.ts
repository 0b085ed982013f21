import { createSocket } from "node:dgram"
import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { dirname } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { sealOf } from "../../device/seal.ts"
import { INSTALL_MS, REBOOT_AWAY_MS, VERIFY_MS, WAKE_MS } from "../../emulator/model/limits.ts"
import { LATEST_BUILD } from "../../emulator/model/scenario/generate.ts"
import { DEMO_PASSCODE } from "../../emulator/model/scenario/scenario.ts"
import { openEndpoint } from "../../emulator/node/devices/endpoint.ts"
import { createNetwork } from "../../emulator/node/devices/network.ts"
import { imageOf as publishedImage } from "../../emulator/node/firmware.ts"
import { parseMac } from "../../src/domain/values/mac.ts"
import { decodeDatagram } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { PROTOCOL_VERSION } from "../../src/domain/wire/device/limits.ts"
import { encodeMagicPacket } from "../../src/domain/wire/device/magicPacket.ts"
import { DAY, md5 } from "./actors.ts"
import { type Devices, dial, enter, identity, listen, probe, startDevices, upload } from "./deviceSockets.ts"

/** Emulated devices over UDP and TCP, as any program on this machine meets them. */

let own: Devices
beforeAll(async () => {
  own = await startDevices()
})
afterAll(() => own.close())
afterEach(async () => {
  await own.control("POST", "reset", { scenario: "demo", seed: 1 })
})

const patch = (name: string, change: object) => own.control("PATCH", `devices/${own.did(name)}`, change)
const advance = (advanceMs: number) => own.control("POST", "clock", { advanceMs })
const PATIENCE = { timeout: 60_000 }
const seal = sealOf(identity)
const sealed = () => seal
const LAN = ["Control room A", "Observatory dome", "Edit suite", "Stage left", "Rack 3", "Foyer screen", "Green room"]

describe("finding devices", () => {
  test("[EMU-3] a device whose port was taken when it was asked opens it when it is asked again", async () => {
    const endpoint = await openEndpoint({ address: "127.0.0.1", port: 0 }, "bench", {
      seal: sealed,
      answers: () => true,
      datagram: () => undefined,
      call: () => undefined,
    })
    onTestFinished(endpoint.close)
    const holder = createServer().listen(endpoint.endpoint.port, endpoint.endpoint.address)
    await once(holder, "listening")
    await expect(endpoint.listen()).rejects.toThrow("EADDRINUSE")
    holder.close()
    await once(holder, "close")
    await endpoint.listen()
  })

  test("[EMU-3] a registry that could not be written is written at the next change", async () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => undefined)
    onTestFinished(() => complain.mockRestore())
    const folder = dirname(own.registryPath())
    const before = own.registry().devices.length
    rmSync(folder, { recursive: true })
    await own.control("POST", "devices", { count: 1, kind: "lan" })
    await expect.poll(() => complain.mock.calls.length, PATIENCE).toBeGreaterThan(0)
    mkdirSync(folder)
    await own.control("POST", "clock", { advanceMs: 1 })
    const written = () => readdirSync(folder).length > 0 && own.registry().devices.length
    await expect.poll(written, PATIENCE).toBe(before + 1)
  })

  test("[EMU-3] a probe is answered from the device's own address, with every field of a discovery item but that", async () => {
    const endpoint = own.endpoint("Rack 3")
    const found = await probe([endpoint])
    expect([...found]).toEqual([
      [
        `${endpoint.address}:${endpoint.port}`,
        {
          id: expect.any(String),
          did: own.did("Rack 3"),
          name: "Rack 3",
          model: 2,
          cloud_type: 0,
          timestamp: expect.any(Number),
          is_usb: false,
          is_hid: true,
          flags: 4,
          build: expect.any(Number),
          link: "lan",
        },
      ],
    ])
  })

  test("[EMU-3] who is awake answers, who is asleep or off is silent, and a device of an account says so", async () => {
    const found = await probe(own.registry().devices, LAN.length + 1)
    const names = [...found.values()].map(({ name }) => name)
    expect(names.sort()).toEqual([...LAN, "Bench cable"].sort())
    const kinds = new Map([...found.values()].map(({ name, cloud_type, link }) => [name, [cloud_type, link]]))
    expect(kinds.get("Control room A")).toEqual([1, "lan"])
    expect(kinds.get("Stage left")).toEqual([0, "lan"])
    expect(kinds.get("Bench cable")).toEqual([0, "usb"])
    await patch("Storage", { power: "on" })
    expect((await probe([own.endpoint("Storage")])).size).toBe(1)
  })

  test("[EMU-3] a broadcast finds the same ones, where the system has a broadcast address", async () => {
    const { broadcast, devices } = own.registry()
    const asked = broadcast === null ? devices : [broadcast]
    expect((await probe(asked, LAN.length + 1)).size).toBe(LAN.length + 1)
  })

  test("[EMU-3] junk is not answered, and the device answers the next probe", async () => {
    const [endpoint, witness] = [own.endpoint("Stage left"), own.endpoint("Green room")]
    for (const bytes of [new Uint8Array(), new Uint8Array(1_400), new TextEncoder().encode(`SLD1{"type":"probe"}`)])
      expect(await listen(endpoint, witness, bytes)).toEqual([])
    expect((await probe([endpoint])).size).toBe(1)
  })

  test("[EMU-3] devices added while it runs are on the network at once; those that go are not", async () => {
    const body = { count: 3, kind: "lan", name: "Popup" }
    const { dids } = await (await own.control("POST", "devices", body)).json()
    const isAdded = ({ did }: { did: string }) => dids.includes(did)
    const endpoints = own.registry().devices.filter(isAdded)
    const powered = [...own.emulation.world().devices()].filter((device) => isAdded(device) && device.power === "on")
    expect((await probe(endpoints, powered.length)).size).toBe(powered.length)
    await own.control("POST", "reset", { scenario: "demo", seed: 1 })
    expect(own.registry().devices.some(isAdded)).toBe(false)
    for (const endpoint of endpoints) expect(await listen(endpoint, own.endpoint("Stage left"))).toEqual([])
  })
})

describe("the registry", () => {
  test("[SEC-2] is readable by its user alone, and gone when the emulator ends", async () => {
    const other = await startDevices()
    const first = own.registry().devices.map(({ address, port }) => `${address}:${port}`)
    const second = other.registry().devices.map(({ address, port }) => `${address}:${port}`)
    expect(first.filter((endpoint) => second.includes(endpoint))).toEqual([])
    expect(other.registry().pid).toBe(process.pid)
    if (process.platform !== "win32") {
      expect(statSync(other.registryPath()).mode & 0o077).toBe(0)
      expect(statSync(dirname(other.registryPath())).mode & 0o077).toBe(0)
    }
    const path = other.registryPath()
    await other.close()
    expect(existsSync(path)).toBe(false)
  })

  test("[SEC-2] every address is a loopback address", () => {
    const { devices, wake } = own.registry()
    expect([...devices, wake].filter(({ address }) => !address.startsWith("127."))).toEqual([])
  })
})

describe("a session over TCP", () => {
  test("[EMU-3] without the passcode nothing is done; with it the device follows", async () => {
    const wire = await dial(own.endpoint("Rack 3"))
    wire.send({ type: "hello", version: PROTOCOL_VERSION, client: "test" })
    expect((await wire.next("hello")).auth).toBe("passcode")
    wire.send({ type: "reboot", n: 1 })
    expect((await wire.next("error")).code).toBe("auth-required")
    wire.socket.destroy()
    const open = await enter(own.endpoint("Rack 3"), DEMO_PASSCODE)
    open.send({ type: "set_mode", n: 2, mode: "usb" })
    await open.next("done")
    expect((await open.next("mode")).mode).toBe("usb")
    open.socket.destroy()
  })

  test("[EMU-3] junk is answered by one error and a close", async () => {
    const wire = await dial(own.endpoint("Stage left"))
    wire.socket.write("GET / HTTP/1.1\r\nHost: device\r\n\r\n")
    expect((await wire.next("error")).code).toBe("bad-frame")
    await wire.ended
    await expect(wire.next("error")).rejects.toThrow()
  })

  test("[EMU-3] a network that is closed while a device is still moving in keeps no socket open", async () => {
    const network = createNetwork({
      seal: sealed,
      answers: () => true,
      announce: () => undefined,
      call: () => undefined,
    })
    const settling = network.settle(["newcomer"])
    network.close()
    await settling
    expect([...network.endpoints()]).toEqual([])
  })

  test("[EMU-2] a reset ends the connections to the devices of the former world", async () => {
    const wire = await enter(own.endpoint("Stage left"), "")
    await own.control("POST", "reset", { scenario: "demo", seed: 1 })
    await wire.ended
    const again = await enter(own.endpoint("Stage left"), "")
    again.socket.destroy()
  })

  test("[EMU-4] a device that vanishes breaks its sessions and is silent", async () => {
    const wire = await enter(own.endpoint("Stage left"), "")
    await own.control("POST", "faults", { fault: "vanish", match: { did: own.did("Stage left") } })
    await wire.ended
    expect(await listen(own.endpoint("Stage left"), own.endpoint("Green room"))).toEqual([])
    const late = await dial(own.endpoint("Stage left"))
    await late.ended
  })

  test("[MODE-2] the session reports what the control API changes", async () => {
    const wire = await enter(own.endpoint("Stage left"), "")
    await patch("Stage left", { mode: "usb" })
    expect((await wire.next("mode")).mode).toBe("usb")
    await patch("Stage left", { name: "Stage right" })
    expect((await wire.next("renamed")).name).toBe("Stage right")
    wire.socket.destroy()
  })

  test("[EMU-3] a reboot through the cloud ends the session, and time brings the device back", async () => {
    const endpoint = own.endpoint("Edit suite")
    await patch("Edit suite", { passcode: "" })
    const wire = await enter(endpoint, "")
    const session = await signIn()
    await call("request_device", { ...session, did: own.did("Edit suite"), cmd: "reboot" })
    expect((await wire.next("bye")).reason).toBe("reboot")
    expect(await listen(endpoint, own.endpoint("Green room"))).toEqual([])
    await advance(REBOOT_AWAY_MS)
    expect((await probe([endpoint])).size).toBe(1)
  })
})

const call = async (name: string, body: object) =>
  (await fetch(`${own.urls.cloud}/api/v2/${name}`, { method: "POST", body: JSON.stringify(body) })).json()
const signIn = async () => {
  const { uid, token } = await call("signin", { email: md5("owner@example.com"), password: md5("sightline") })
  return { uid, token }
}
const listed = async (name: string) => {
  const { devices } = await call("loginWithToken", { ...(await signIn()), isWeb: true })
  return devices.find((device: { name: string }) => device.name === name)
}

describe("the cloud", () => {
  test("[EMU-3] hears of devices that beat, and not of those that are off", async () => {
    await advance(DAY)
    const { now } = (await (await own.control("GET", "state")).json()).clock
    expect(now - (await listed("Control room A")).lastSeen).toBeLessThan(60_000)
    expect(now - (await listed("Lecture hall 2")).lastSeen).toBeGreaterThan(DAY)
  })

  test("[EMU-3] that is down hears nothing; what it missed it never learns", async () => {
    await own.control("POST", "faults", { fault: "server-down", ms: 10 * 60_000 })
    await advance(5 * 60_000)
    const { now } = (await (await own.control("GET", "state")).json()).clock
    await own.control("DELETE", "faults")
    expect(now - (await listed("Control room A")).lastSeen).toBeGreaterThanOrEqual(5 * 60_000 - 60_000)
    await advance(60_000)
    expect((await listed("Control room A")).lastSeen).toBeGreaterThanOrEqual(now)
  })

  test("[EMU-3] passes a new name on to a device that was off, with its next heartbeat", async () => {
    const did = own.did("Lecture hall 2")
    await call("rename_device", { ...(await signIn()), did, title: "Lecture hall 3" })
    expect(own.emulation.world().device(did)?.name).toBe("Lecture hall 2")
    await patch("Lecture hall 2", { power: "on" })
    expect(own.emulation.world().device(did)?.name).toBe("Lecture hall 3")
    expect((await listed("Lecture hall 3")).id).toBe(did)
  })

  test("[SEC-5] tells an owner the key of a device once a heartbeat has said it", async () => {
    const keyOf = async () => (await listed("Control room A")).key
    await expect.poll(keyOf, PATIENCE).toBe(identity.fingerprint)
  })

  test("[SEC-2] takes heartbeats from no page", async () => {
    const did = own.did("Lecture hall 2")
    const beat = { did, name: "Forged", model: 1, build: 1, mac: null }
    const send = (headers: Record<string, string>) =>
      fetch(`${own.urls.cloud}/device/v1/heartbeat`, {
        method: "POST",
        headers,
        body: JSON.stringify({ beats: [beat] }),
      })
    expect((await send({ origin: "http://evil.example" })).status).toBe(403)
    expect((await fetch(`${own.urls.cloud}/device/v1/heartbeat`, { method: "POST", body: "{}" })).status).toBe(400)
    expect((await listed("Lecture hall 2")).name).toBe("Lecture hall 2")
  })

  test("[DEVICE-10] relays a NAT request, and the device answers to the candidates on this machine", async () => {
    const socket = createSocket("udp4")
    onTestFinished(() => void socket.close())
    socket.bind(0, "127.0.0.1")
    await once(socket, "listening")
    const candidates = [`127.0.0.1:${socket.address().port}`, "192.0.2.1:9", "nowhere"]
    const nonce = "cd".repeat(16)
    const did = own.did("Control room A")
    const received = once(socket, "message")
    await call("request_device", { ...(await signIn()), did, cmd: "nat", payload: { nonce, candidates } })
    const [bytes, { address }] = await received
    expect(decodeDatagram(bytes)).toEqual({ ok: true, value: { type: "nat_answer", nonce, did } })
    expect(address).toBe(own.endpoint("Control room A").address)
  })
})

describe("devices that are not on the network", () => {
  /** The endpoint from which the device answers a NAT request. */
  const answered = async (name: string) => {
    const socket = createSocket("udp4")
    onTestFinished(() => void socket.close())
    socket.bind(0, "127.0.0.1")
    await once(socket, "listening")
    const candidates = [`127.0.0.1:${socket.address().port}`]
    const received = once(socket, "message")
    const payload = { nonce: "ef".repeat(16), candidates }
    await call("request_device", { ...(await signIn()), did: own.did(name), cmd: "nat", payload })
    const [bytes, { address, port }] = await received
    expect(decodeDatagram(bytes)).toMatchObject({ ok: true, value: { type: "nat_answer", did: own.did(name) } })
    return { address, port }
  }

  const isRefused = async (endpoint: Endpoint): Promise<boolean> => (await dial(endpoint)).socket.destroyed

  test("[DEVICE-10][EMU-3] one that takes calls from afar is entered where it answers, and answers no probe there", async () => {
    const endpoint = await answered("Workshop bench")
    expect(own.registry().devices.some(({ did }) => did === own.did("Workshop bench"))).toBe(false)
    expect(await listen(endpoint, own.endpoint("Rack 3"))).toEqual([])
    const client = await enter(endpoint, DEMO_PASSCODE)
    // A second request finds the endpoint open.
    expect(await answered("Workshop bench")).toEqual(endpoint)
    await own.control("POST", "reset", { scenario: "demo", seed: 1 })
    await client.ended
    expect(await isRefused(endpoint)).toBe(true)
  })

  test("[DEVICE-10][EMU-3] no client reaches one that takes none", async () => {
    const endpoint = await answered("Mezzanine projection booth, left")
    expect(await isRefused(endpoint)).toBe(true)
  })
})

describe("hosts", () => {
  const host = async (name: string) => {
    const { hosts } = await (await own.control("GET", "state")).json()
    return hosts.find((one: { name: string }) => one.name === name)
  }

  test("[WAKE-3] a wake through the cloud leaves the device as a real packet, and the host wakes", async () => {
    const did = own.did("Control room A")
    await call("request_device", { ...(await signIn()), did, cmd: "wol", payload: { type: 0 } })
    await advance(WAKE_MS)
    expect((await host("Control room A PC")).awake).toBe(true)
    expect((await host("Front desk PC")).awake).toBe(false)
  })

  test("[EMU-3] a magic packet of anybody wakes the host it names; with a byte wrong it wakes none", async () => {
    const { wake } = own.registry()
    const { mac: text } = await host("Control room A PC")
    const mac = parseMac(text)
    if (!mac.ok) throw new Error("no MAC")
    const socket = createSocket("udp4")
    onTestFinished(() => void socket.close())
    const send = (packet: Uint8Array) => new Promise((resolve) => socket.send(packet, wake.port, wake.address, resolve))
    const wrong = encodeMagicPacket(mac.value)
    wrong[60] = (wrong[60] ?? 0) ^ 1
    await send(wrong)
    // Later packets arrive later: once the other device is awake, the wrong packet has been read too.
    const { mac: night } = own.emulation.world().device(own.did("Night desk")) ?? {}
    const other = parseMac(night ?? "")
    if (!other.ok) throw new Error("no MAC")
    await send(encodeMagicPacket(other.value))
    await expect.poll(() => own.emulation.world().device(own.did("Night desk"))?.power).toBe("on")
    await advance(WAKE_MS)
    expect((await host("Control room A PC")).awake).toBe(false)
    await send(encodeMagicPacket(mac.value))
    await expect.poll(async () => (await advance(WAKE_MS)).ok && (await host("Control room A PC")).awake).toBe(true)
  })
})

describe("firmware over TCP", () => {
  const CHUNK = 256 * 1024
  const image = publishedImage(LATEST_BUILD)
  const begin = {
    type: "fw_begin",
    n: 1,
    build: LATEST_BUILD,
    hash: image.hash,
    size: image.bytes.byteLength,
    chunk: CHUNK,
  } as const

  test("[FW-7] goes on at the last good chunk after the power went at 60 %, and ends on the new build", async () => {
    const did = own.did("Rack 3")
    await own.control("POST", "faults", { fault: "power-cut", match: { did }, stage: "upload", percent: 60, ms: 1_000 })
    const wire = await enter(own.endpoint("Rack 3"), DEMO_PASSCODE)
    wire.send(begin)
    expect((await wire.next("fw_have")).next).toBe(0)
    await expect(upload(wire, image.bytes, CHUNK, 0)).rejects.toThrow()
    await advance(1_000 + REBOOT_AWAY_MS)
    const again = await enter(own.endpoint("Rack 3"), DEMO_PASSCODE)
    again.send(begin)
    const { next } = await again.next("fw_have")
    const chunks = Math.ceil(image.bytes.byteLength / CHUNK)
    expect(next).toBe(Math.ceil(0.6 * chunks) - 1)
    await upload(again, image.bytes, CHUNK, next)
    again.send({ type: "fw_commit", n: 2 })
    await again.next("done")
    await advance(VERIFY_MS + INSTALL_MS)
    expect((await again.next("bye")).reason).toBe("update")
    await advance(REBOOT_AWAY_MS)
    const found = await probe([own.endpoint("Rack 3")])
    expect([...found.values()][0]?.build).toBe(LATEST_BUILD)
    expect(await (await own.control("GET", "faults")).json()).toEqual([])
  })

  test("[EMU-4] a spoilt image is refused at its end, and the device runs as before", async () => {
    await own.control("POST", "faults", {
      fault: "corrupt-firmware",
      match: { did: own.did("Green room") },
      percent: 0,
    })
    const wire = await enter(own.endpoint("Green room"), "")
    wire.send(begin)
    await wire.next("fw_have")
    await upload(wire, image.bytes, CHUNK, 0)
    wire.send({ type: "fw_commit", n: 2 })
    await wire.next("done")
    await advance(VERIFY_MS)
    expect((await wire.next("error")).code).toBe("wrong-hash")
    wire.send({ type: "status", n: 3 })
    expect(await wire.next("status")).toMatchObject({ build: 0, slot: "a", firmware: { stage: "idle" } })
    wire.socket.destroy()
  })
})
