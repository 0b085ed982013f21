import { createSocket } from "node:dgram"
import { once } from "node:events"
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer as createTcpServer, connect as tcpConnect } from "node:net"
import { join } from "node:path"
import { connect, createServer as createTlsServer, type TLSSocket } from "node:tls"
import { describe, expect, onTestFinished, test } from "vitest"
import { openPins } from "../../bridge/devices/pins.ts"
import { makeIdentity, readIdentity } from "../../device/identity.ts"
import { openIdentity } from "../../device/identityFile.ts"
import { encodeDatagram } from "../../src/domain/wire/device/discovery.ts"
import { announced } from "./announced.ts"
import { type FakeDevice, startDevice } from "./fakeDevice.ts"
import { newFolder } from "./files.ts"
import { find } from "./found.ts"
import { openPage, runBridge, type TestPage } from "./running.ts"

const connectTo = (page: TestPage, id: string, key?: string): void =>
  page.send({ type: "connect_device", id, is_usb: false, cloud_type: 0, ...(key !== undefined && { key }) })

const start = async () => {
  const running = await runBridge()
  const device = await startDevice()
  const page = await openPage(running.url)
  await find(page, device)
  return { running, device, page }
}

/** Enters the device from another page, which has no session with it yet. */
const enterAgain = async (url: string, device: FakeDevice): Promise<TestPage> => {
  const page = await openPage(url)
  await find(page, device)
  connectTo(page, device.id)
  return page
}

describe("[SEC-5] the key of a device", () => {
  test("is kept at the first use, and the same key is asked about never again", async () => {
    const { running, device, page } = await start()
    connectTo(page, device.id)
    await page.wait("connected")
    const kept = JSON.parse(readFileSync(join(running.folder, "bridge-devices.json"), "utf8"))
    expect(kept.devices).toEqual({ [device.did]: device.fingerprint })
    expect(Math.abs(Date.now() - kept.since[device.did])).toBeLessThan(60_000)
    expect(statSync(join(running.folder, "bridge-devices.json")).mode & 0o777).toBe(0o600)
    await (await enterAgain(running.url, device)).wait("connected")
  })

  test("that has changed is a person's decision: the device hears nothing until the person trusts it", async () => {
    const { running, device, page } = await start()
    connectTo(page, device.id)
    await page.wait("connected")
    const offered = device.newKey()
    const received = device.received.length
    const again = await enterAgain(running.url, device)
    expect(await again.wait("error")).toEqual({
      type: "error",
      reason: "key_changed",
      about: "connect_device",
      id: device.id,
      known: device.fingerprint,
      offered,
      since: expect.any(Number),
    })
    expect(device.received).toHaveLength(received)
    again.send({ type: "trust_key", id: device.id, fingerprint: offered })
    connectTo(again, device.id)
    await again.wait("connected")
  })

  test("must be the one that the account's server knows, where no person entered the device from here yet", async () => {
    const { device, page } = await start()
    const { fingerprint } = makeIdentity()
    connectTo(page, device.id, fingerprint)
    const { known, offered } = await page.wait("error", ({ reason }) => reason === "key_changed")
    expect([known, offered]).toEqual([fingerprint, device.fingerprint])
    expect(device.received).toEqual([])
    connectTo(page, device.id, device.fingerprint)
    await page.wait("connected")
  })
})

const HASH = "0".repeat(32)
/** Each message that may be the first to enter a device. */
const ways = [
  { type: "connect_device", is_usb: false, cloud_type: 0 },
  { type: "set_mode", mode: "usb" },
  { type: "wake", mac: "" },
  { type: "update_fw", is_online_device: true, build: 2, hash: HASH },
  { type: "fw_begin", build: 2, hash: HASH, size: 10, chunk: 4 },
] as const

describe.each(ways)("[SEC-5] before $type", (way) => {
  test("a device is compared with the key that the account's server knows, and with the one that was kept", async () => {
    const { running, device, page } = await start()
    const { fingerprint } = makeIdentity()
    page.send({ ...way, id: device.id, key: fingerprint })
    const question = { type: "error", reason: "key_changed", about: way.type, id: device.id }
    const { fingerprint: offered } = device
    expect(await page.wait("error")).toEqual({ ...question, known: fingerprint, offered })
    expect(device.received).toEqual([])
    connectTo(page, device.id)
    await page.wait("connected")
    const next = device.newKey()
    const again = await openPage(running.url)
    await find(again, device)
    again.send({ ...way, id: device.id })
    const since = expect.any(Number)
    expect(await again.wait("error")).toEqual({ ...question, known: offered, offered: next, since })
  })
})

describe("[SEC-5] the file of keys", () => {
  const written = (text: string) => {
    const path = join(newFolder(), "bridge-devices.json")
    writeFileSync(path, text)
    return path
  }
  const whole = `{"format":"sightline.bridge-devices","version":1,"devices":{"a":"${"0".repeat(64)}"}}`

  test.each([
    ["cut", whole.slice(0, 40), "damaged"],
    ["of a newer release", whole.replace('"version":1', '"version":2'), "of a newer release"],
    ["with what is no fingerprint", whole.replace("0000", "zzzz"), "damaged"],
  ])("that is %s is named, left alone, and stops no page", (_what, text, why) => {
    const path = written(text)
    const lines: string[] = []
    const pins = openPins(path, (line) => lines.push(line))
    expect(pins.known("a")).toBeUndefined()
    expect(pins.keep("b", "1".repeat(64))).toBe(false)
    expect(pins.known("b")).toBe("1".repeat(64))
    expect(lines).toEqual([expect.stringContaining(`${path} is ${why}`)])
    expect(readFileSync(path, "utf8")).toBe(text)
  })

  test("of an earlier release says of no key since when it is kept, and keeps the keys", () => {
    const path = written(whole)
    const pins = openPins(path, () => {})
    expect([pins.known("a"), pins.since("a")]).toEqual(["0".repeat(64), undefined])
    expect(pins.keep("b", "1".repeat(64))).toBe(true)
    const again = openPins(path, () => {})
    expect([again.known("a"), again.since("a")]).toEqual(["0".repeat(64), undefined])
    expect([again.known("b"), again.since("b")]).toEqual(["1".repeat(64), pins.since("b")])
  })

  test("of two bridges is the truth for both: what one has pinned is no first use to the other, and nothing is lost", () => {
    const path = join(newFolder(), "bridge-devices.json")
    const [first, second] = [openPins(path, () => {}), openPins(path, () => {})]
    expect(first.keep("a", "1".repeat(64))).toBe(true)
    expect(second.known("a")).toBe("1".repeat(64))
    expect(second.keep("b", "2".repeat(64))).toBe(true)
    // A person trusts another key in one of the bridges.
    expect(second.keep("a", "3".repeat(64))).toBe(true)
    expect(first.keep("c", "4".repeat(64))).toBe(true)
    const again = openPins(path, () => {})
    expect(["a", "b", "c"].map((did) => again.known(did)?.[0])).toEqual(["3", "2", "4"])
    expect(first.known("a")).toBe("3".repeat(64))
  })

  test("that cannot be written keeps the pins of this start, and is said once", () => {
    const folder = join(newFolder(), "nowhere")
    symlinkSync("/proc/nowhere/at-all", folder)
    const lines: string[] = []
    const pins = openPins(join(folder, "bridge-devices.json"), (line) => lines.push(line))
    for (const did of ["a", "b"]) pins.keep(did, "2".repeat(64))
    expect(pins.known("b")).toBe("2".repeat(64))
    expect(lines).toHaveLength(1)
    expect([pins.isKept("a"), pins.isKept("b"), pins.isKept("c")]).toEqual([false, false, false])
    // There is space again: the next write, of another key or the same one, also stores the earlier ones.
    rmSync(folder)
    expect(pins.keep("a", "2".repeat(64))).toBe(true)
    expect([pins.isKept("a"), pins.isKept("b")]).toEqual([true, true])
    expect(openPins(join(folder, "bridge-devices.json"), () => {}).known("b")).toBe("2".repeat(64))
  })
})

describe("[SEC-5] the identity of a device", () => {
  test("outlives its process in a file for its owner alone", () => {
    const path = join(newFolder(), "keys", "device.key")
    const identity = openIdentity(path)
    expect(openIdentity(path)).toEqual(identity)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test.each([
    ["cut", (text: string) => text.slice(0, 100), "damaged"],
    ["of a newer release", (text: string) => text.replace('"version":1', '"version":9'), "of a newer release"],
    [
      "with the certificate of another key",
      (text: string) => JSON.stringify({ ...JSON.parse(text), certificate: makeIdentity().certificate }),
      "damaged",
    ],
  ])("in a file that is %s is refused by name, and the file stays", (_what, change, why) => {
    const path = join(newFolder(), "device.key")
    openIdentity(path)
    const changed = change(readFileSync(path, "utf8"))
    writeFileSync(path, changed)
    expect(() => openIdentity(path)).toThrow(why)
    expect(readFileSync(path, "utf8")).toBe(changed)
  })

  test("whose file cannot be read is named", () => {
    const folder = newFolder()
    mkdirSync(join(folder, "device.key"))
    expect(() => openIdentity(join(folder, "device.key"))).toThrow("cannot read the key file")
  })

  test("is read only as a whole", () => {
    const [one, other] = [makeIdentity(), makeIdentity()]
    expect(readIdentity(one.key, one.certificate)).toEqual(one)
    expect(readIdentity(one.key, other.certificate)).toBeUndefined()
    expect(readIdentity("", one.certificate)).toBeUndefined()
  })
})

/** Announces the device at another port, with a proxy that listens in between. */
const announceAt = async (page: TestPage, device: FakeDevice, port: number) => {
  const air = createSocket("udp4")
  air.bind(port, "127.0.0.1")
  await once(air, "listening")
  onTestFinished(() => void air.close())
  air.on("message", (bytes, from) => {
    const nonce = bytes.toString().match(/"nonce":"([0-9a-f]{32})"/)?.[1]
    if (nonce === undefined) return
    const about = announced(device.id, "Fake", { did: device.did })
    air.send(encodeDatagram({ type: "announce", nonce, device: about }), from.port, from.address)
  })
  page.send({ type: "scan_network", targets: [`127.0.0.1:${port}`] })
  await page.wait("devices_discovered", ({ devices }) => devices.some(({ id }) => id === device.id))
}

const portOf = (address: ReturnType<ReturnType<typeof createTcpServer>["address"]>): number =>
  typeof address === "object" && address !== null ? address.port : 0

describe("[SEC-5] somebody on the wire", () => {
  test("who only listens learns no name, passcode, proof or message", async () => {
    const running = await runBridge()
    const device = await startDevice()
    device.passcode = "open sesame"
    const seen: Buffer[] = []
    const between = createTcpServer((socket) => {
      const onward = tcpConnect(device.port, "127.0.0.1")
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        from.on("data", (bytes: Buffer) => {
          seen.push(bytes)
          to.write(bytes)
        })
        from.on("close", () => to.destroy())
        from.on("error", () => to.destroy())
      }
    }).listen(0, "127.0.0.1")
    await once(between, "listening")
    onTestFinished(() => void between.close())
    const page = await openPage(running.url)
    await announceAt(page, device, portOf(between.address()))
    connectTo(page, device.id)
    await page.wait("auth_device")
    page.send({ type: "auth_device", password: "open sesame" })
    await page.wait("connected")
    const wire = Buffer.concat(seen).toString("latin1")
    expect(wire.length).toBeGreaterThan(500)
    const auth = device.received.find((message) => message.type === "auth")
    const secrets = ["open sesame", "hello", "Fake", device.did, device.id, auth?.proof ?? "", auth?.nonce ?? ""]
    expect(secrets.filter((secret) => secret === "" || wire.includes(secret))).toEqual([])
  })

  test("who takes the device's place at the first use cannot use the proof that it is given", async () => {
    const running = await runBridge()
    const device = await startDevice()
    device.passcode = "1234"
    const { key, certificate } = makeIdentity()
    const between = createTlsServer({ key, cert: certificate, minVersion: "TLSv1.3" }, (socket: TLSSocket) => {
      const onward = connect({ port: device.port, host: "127.0.0.1", rejectUnauthorized: false })
      socket.pipe(onward).pipe(socket)
      for (const one of [socket, onward]) one.on("error", () => one.destroy())
    }).listen(0, "127.0.0.1")
    await once(between, "listening")
    onTestFinished(() => void between.close())
    const page = await openPage(running.url)
    await announceAt(page, device, portOf(between.address()))
    connectTo(page, device.id)
    await page.wait("auth_device")
    page.send({ type: "auth_device", password: "1234" })
    await page.wait("auth_device", ({ error }) => error === "wrong_passcode")
    expect(page.of("connected")).toEqual([])
  })
})
