import { createSocket } from "node:dgram"
import { once } from "node:events"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { makeIdentity } from "../../device/identity.ts"
import { parseMac } from "../../src/domain/values/mac.ts"
import { decodeDatagram } from "../../src/domain/wire/device/discovery.ts"
import { decodeMagicPacket } from "../../src/domain/wire/device/magicPacket.ts"
import { FLAG_NO_FIRMWARE, FLAG_NO_SOUND, FLAG_ONE_MODE } from "../../src/domain/wire/deviceFlags.ts"
import { refusalIn } from "../../src/domain/wire/rfb/refusals.ts"
import type { StreamEnd } from "../../src/domain/wire/rfb/streamEnds.ts"
import {
  connectTo,
  encodingsMessage,
  idOf,
  keyMessage,
  openPageAt,
  openViewer,
  refusal,
  runAgent,
  shake,
} from "./running.ts"
import { goodVnc, SERVER_NAME, startVnc } from "./vncServers.ts"

const macOf = (text: string) => {
  const mac = parseMac(text)
  if (!mac.ok) throw new Error(text)
  return mac.value
}

/** A person who sees the picture of a good server. */
const view = async (control = true) => {
  const vnc = await startVnc(goodVnc())
  const { agent, lines, folder } = await runAgent(vnc.port)
  const { page } = await openPageAt()
  await connectTo(page, agent)
  const viewer = await openViewer(page, control)
  expect(await shake(viewer)).toEqual({ width: 64, height: 48, name: SERVER_NAME })
  return { vnc, agent, lines, folder, page, viewer }
}

const anUpdate = Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 64, 0, 48)

describe("a VNC server as a device", () => {
  test("[AGENT-1] is found by a scan with its name, and shows its picture", async () => {
    const { vnc, agent, page, viewer } = await view()
    const [item] = page.of("devices_discovered").flatMap(({ devices }) => devices)
    expect(item).toMatchObject({ id: idOf(agent), did: agent.did, name: "Workshop", is_hid: true, build: 0 })
    expect(item?.flags).toBe(FLAG_ONE_MODE | FLAG_NO_FIRMWARE | FLAG_NO_SOUND)
    viewer.send(anUpdate)
    await expect.poll(() => vnc.received()).toEqual(Buffer.from(anUpdate))
    const pixels = Buffer.alloc(3_000_000, 7)
    vnc.send(pixels)
    expect((await viewer.take(pixels.length)).equals(pixels)).toBe(true)
  })

  test("[AGENT-1] wants its passcode, and counts wrong ones over restarts", async () => {
    const vnc = await startVnc(goodVnc())
    const first = await runAgent(vnc.port, { passcode: "kühn" })
    const { page } = await openPageAt()
    await connectTo(page, first.agent)
    await page.wait("auth_device")
    page.send({ type: "auth_device", password: "falsch" })
    await page.wait("auth_device", ({ error }) => error !== undefined)
    first.agent.close()
    const kept = JSON.parse(readFileSync(join(first.folder, "device.json"), "utf8"))
    expect(kept).toMatchObject({ did: first.agent.did, wrongPasscodes: 1 })
    expect(kept.judgesFrom).toBeGreaterThan(Date.now() - 1_000)

    const waiting = Date.now() + 200_000
    writeFileSync(join(first.folder, "device.json"), JSON.stringify({ ...kept, judgesFrom: waiting }))
    const second = await runAgent(vnc.port, { passcode: "kühn", folder: first.folder })
    expect([second.agent.did, second.agent.fingerprint]).toEqual([first.agent.did, first.agent.fingerprint])
    const other = (await openPageAt()).page
    await connectTo(other, second.agent)
    const { wait_ms = 0 } = await other.wait("auth_device")
    expect(wait_ms).toBeGreaterThan(100_000)
    second.agent.close()

    writeFileSync(join(first.folder, "device.json"), JSON.stringify({ ...kept, judgesFrom: 0 }))
    const third = await runAgent(vnc.port, { passcode: "kühn", folder: first.folder })
    const last = (await openPageAt()).page
    await connectTo(last, third.agent)
    await last.wait("auth_device")
    last.send({ type: "auth_device", password: "kühn" })
    await last.wait("connected")
    expect(JSON.parse(readFileSync(join(first.folder, "device.json"), "utf8"))).toMatchObject({ wrongPasscodes: 0 })
  })

  test("[AGENT-1] wakes the computer of --mac, and says when none is known", async () => {
    const ear = createSocket("udp4")
    ear.bind(0, "127.0.0.1")
    await once(ear, "listening")
    onTestFinished(() => void ear.close())
    const packets: unknown[] = []
    ear.on("message", (bytes) => packets.push(decodeMagicPacket(bytes)))
    const vnc = await startVnc(goodVnc())
    const mac = macOf("02:00:00:00:00:09")
    const wakeEndpoints = [{ address: "127.0.0.1", port: ear.address().port }]
    const { agent } = await runAgent(vnc.port, { mac, wakeEndpoints })
    const { page } = await openPageAt()
    await connectTo(page, agent)
    await page.wait("connected")
    page.send({ type: "wake", id: idOf(agent), mac: "" })
    expect(await page.wait("wake_result", ({ awake }) => awake !== undefined)).toMatchObject({
      mac,
      sent: true,
      awake: true,
    })
    expect(packets).toEqual([mac])

    const without = await runAgent(vnc.port)
    const other = (await openPageAt()).page
    await connectTo(other, without.agent)
    await other.wait("connected")
    other.send({ type: "wake", id: idOf(without.agent), mac: "" })
    expect(await other.wait("wake_result")).toMatchObject({ mac: "", sent: false })
  })

  test("[AGENT-1] has no modes, and says so", async () => {
    const { page, agent } = await view()
    page.send({ type: "set_mode", id: idOf(agent), mode: "usb" })
    await page.wait("error", ({ about }) => about === "set_mode")
    expect(page.of("mode_changed")).toEqual([])
  })

  test("[AGENT-1] keeps key and state for its owner alone, and names what it cannot read", async () => {
    const vnc = await startVnc(goodVnc())
    const { folder, agent } = await runAgent(vnc.port)
    agent.close()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder).sort()).toEqual(["device.json", "device.key"])
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    const path = join(folder, "device.json")
    const whole = readFileSync(path, "utf8")
    // Two agents would be one device, and overwrite each other's state.
    const running = await runAgent(vnc.port, { folder })
    await expect(runAgent(vnc.port, { folder })).rejects.toThrow(`another agent uses the folder ${folder}`)
    running.agent.close()
    // A killed agent leaves a socket at which nothing answers, like this file in its place.
    writeFileSync(join(folder, "in-use"), "")
    ;(await runAgent(vnc.port, { folder })).agent.close()
    for (const [text, why] of [
      [whole.slice(0, 30), "damaged"],
      [whole.replace('"version": 1', '"version": 2'), "of a newer release"],
      [whole.replace("agent-", "../"), "damaged"],
    ] as const) {
      writeFileSync(path, text)
      await expect(runAgent(vnc.port, { folder })).rejects.toThrow(`${path} is ${why}`)
      expect(readFileSync(path, "utf8")).toBe(text)
    }
  })
})

describe("a viewer without control", () => {
  test("[SCREEN-2] has its keys, pointer, clipboard and power cut, and nothing else", async () => {
    const { vnc, viewer } = await view(false)
    const pointer = Uint8Array.of(5, 1, 0, 9, 0, 9)
    const cutText = Uint8Array.of(6, 0, 0, 0, 0, 0, 0, 1, 65)
    const power = Uint8Array.of(250, 0, 1, 2)
    const qemu = Uint8Array.of(255, 0, 0, 1, 0, 0, 0, 97, 0, 0, 0, 30)
    for (const message of [keyMessage(97, true), pointer, cutText, power, qemu, anUpdate]) viewer.send(message)
    await expect.poll(() => vnc.received()).toEqual(Buffer.from(anUpdate))
  })

  test("[SCREEN-2] holds nothing down that it held when the control was taken", async () => {
    const { vnc, viewer } = await view()
    const press = Uint8Array.of(5, 1, 0, 9, 0, 9)
    const qemu = Uint8Array.of(255, 0, 0, 1, 0, 0, 0, 98, 0, 0, 0, 48)
    const sent = [keyMessage(97, true), keyMessage(99, true), keyMessage(99, false), qemu, press]
    for (const message of sent) viewer.send(message)
    await expect.poll(() => vnc.received()).toEqual(Buffer.concat(sent))
    viewer.say({ type: "view", audio: false, control: false })
    const releases = [keyMessage(97, false), qemu.with(3, 0), press.with(1, 0)]
    await expect.poll(() => vnc.received().subarray(Buffer.concat(sent).length)).toEqual(Buffer.concat(releases))
  })

  test("[SCREEN-2] never has encodings agreed that would change the length of its messages", async () => {
    const { vnc, viewer } = await view()
    viewer.send(encodingsMessage(7, -316, 0, -305, -27, -999, -313))
    await expect.poll(() => vnc.received()).toEqual(encodingsMessage(7, 0, -27, -313))
  })
})

describe("a VNC server that", () => {
  test("[AGENT-3] goes and comes back is said to be away and there, and that nothing wakes it without a MAC address", async () => {
    const { vnc, viewer, page, lines } = await view()
    vnc.stop()
    await expect.poll(() => viewer.messages).toContainEqual({ type: "error", reason: "ended" })
    const host = (awake: boolean) => ({ type: "host", awake, canWake: false })
    await expect.poll(() => viewer.messages).toContainEqual(host(false))
    expect(lines).toContain("A stream has ended. The VNC server closed the connection.")
    await expect.poll(() => lines.at(-1)).toContain("nothing listens there")
    viewer.messages.splice(0)
    await startVnc(goodVnc(), vnc.port)
    await expect.poll(() => viewer.messages, { timeout: 60_000 }).toContainEqual(host(true))
    expect(page.of("disconnected")).toEqual([])
  })

  test.each<readonly [string, Parameters<typeof startVnc>[0], string, StreamEnd]>([
    ["answers HTTP", (socket) => void socket.resume().end("HTTP/1.1 200 OK\r\n\r\n"), "speaks HTTP", "vncNone"],
    ["asks for unknown security", goodVnc({ types: [77] }), "unknown type (77)", "vncSecurity"],
    ["refuses our password", goodVnc({ types: [2], password: "x" }), "refuses the password", "vncPassword"],
  ])("[AGENT-3] %s is a device without a picture, and the viewer learns why", async (_what, behave, words, end) => {
    const vnc = await startVnc(behave)
    const { agent } = await runAgent(vnc.port, { vncPassword: "secret", mac: macOf("02:00:00:00:00:09") })
    const { page } = await openPageAt()
    await connectTo(page, agent)
    const viewer = await openViewer(page)
    const why = await refusal(viewer)
    expect(why).toContain(words)
    expect(refusalIn(why)).toBe(end)
    await expect.poll(() => viewer.messages).toContainEqual({ type: "host", awake: false })
    await expect.poll(() => viewer.messages).toContainEqual({ type: "error", reason: "ended" })
    expect(page.of("disconnected")).toEqual([])
  })

  test("[AGENT-3] resizes or talks junk in the middle is passed on, and a junk viewer ends its stream alone", async () => {
    const { vnc, viewer, page, lines } = await view()
    const junk = Buffer.from("resize \u0000\u00ff or junk: the server's half is the viewer's to judge")
    vnc.send(junk)
    expect((await viewer.take(junk.length)).equals(junk)).toBe(true)
    viewer.send(Uint8Array.of(99, 1, 2, 3))
    await expect.poll(() => viewer.messages).toContainEqual({ type: "error", reason: "ended" })
    expect(lines).toContain("A stream has ended. The viewer sent what is no RFB.")
    expect(vnc.received()).toEqual(Buffer.alloc(0))
    expect(page.of("disconnected")).toEqual([])
  })

  test("[AGENT-3] shows another key than before is refused until the person allows it", async () => {
    const [one, other] = [makeIdentity(), makeIdentity()]
    const sealed = { types: [19], sealed: [260] }
    const vnc = await startVnc(goodVnc({ ...sealed, identity: one }))
    const { agent, folder } = await runAgent(vnc.port)
    await expect.poll(() => readdirSync(folder)).toContain("vnc.key")
    agent.close()
    expect(readFileSync(join(folder, "vnc.key"), "utf8").trim()).toBe(one.fingerprint)
    vnc.stop()
    await startVnc(goodVnc({ ...sealed, identity: other }), vnc.port)
    const { lines } = await runAgent(vnc.port, { folder })
    await expect.poll(() => lines.at(-1)).toContain("shows another key than before")
    expect(readFileSync(join(folder, "vnc.key"), "utf8").trim()).toBe(one.fingerprint)
  })

  test("[AGENT-3] sends without end to a viewer that does not read is stopped by TCP, not kept in memory", async () => {
    const { vnc, viewer } = await view()
    viewer.socket.pause()
    const part = Buffer.alloc(1_024 * 1_024)
    const server = vnc.connections.at(-1)
    let sent = 0
    // Until the server's own system accepts no more data.
    while ((server?.writableLength ?? 0) < 8 * part.length && sent < 512 * part.length) {
      vnc.send(part)
      sent += part.length
      await new Promise((resolve) => setImmediate(resolve))
    }
    // The data that left the server is in the buffers of the system, agent, bridge and viewer.
    expect(sent).toBeLessThan(64 * part.length)
  })
})

describe("strangers", () => {
  test("[AGENT-2] get no answer to junk, by either port", async () => {
    const vnc = await startVnc(goodVnc())
    const { agent } = await runAgent(vnc.port)
    const port = Number(agent.address.split(":")[1])
    const junk = connect(port, "127.0.0.1")
    junk.on("error", () => {})
    junk.write("GET / HTTP/1.1\r\n\r\n")
    let answer = Buffer.alloc(0)
    junk.on("data", (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes])
    })
    await once(junk, "close")
    expect(answer.toString("latin1")).not.toContain("Workshop")
    const air = createSocket("udp4")
    onTestFinished(() => void air.close())
    air.bind(0, "127.0.0.1")
    await once(air, "listening")
    const answers: unknown[] = []
    air.on("message", (bytes) => answers.push(decodeDatagram(bytes)))
    for (const text of ["", "SLD1", "SLD1{}", 'SLD1{"type":"probe"}', "x".repeat(1_300)])
      air.send(text, port, "127.0.0.1")
    const { page } = await openPageAt()
    await connectTo(page, agent)
    expect(answers).toEqual([])
  })
})
