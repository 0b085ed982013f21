import { randomBytes } from "node:crypto"
import { rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import type { WebSocket } from "ws"
import { JUNK_MAX, VIEWER_TEXTS_BURST } from "../../bridge/limits.ts"
import { encodeDeviceMessage } from "../../src/domain/wire/device/message.ts"
import { parseViewerCallback, type ViewerCallback, type ViewerMessage } from "../../src/domain/wire/viewer.ts"
import { type FakeDevice, startDevice, statusOf } from "./fakeDevice.ts"
import { newFolder } from "./files.ts"
import { find } from "./found.ts"
import { OWN_ORIGIN, openPage, openSocket, refusal, runBridge } from "./running.ts"

const openViewer = async (url: string) => {
  const socket: WebSocket = openSocket(url, { origin: OWN_ORIGIN })
  onTestFinished(() => socket.terminate())
  const received: ViewerCallback[] = []
  const rfb: Buffer[] = []
  socket.on("message", (data, isBinary) => {
    const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0)
    const message = isBinary ? undefined : parseViewerCallback(bytes.toString())
    if (message === undefined) rfb.push(bytes)
    else if (message.ok) received.push(message.value)
  })
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)))
  await new Promise((resolve, reject) => {
    socket.on("open", resolve)
    socket.on("error", reject)
  })
  const send = (message: ViewerMessage) => socket.send(JSON.stringify(message))
  return { socket, received, rfb: () => Buffer.concat(rfb), closed, send, view: () => send(VIEW) }
}

const VIEW = { type: "view", audio: true, control: true } as const

const start = async (options: Parameters<typeof runBridge>[0] = {}) => {
  const running = await runBridge(options)
  const device = await startDevice()
  const page = await openPage(running.url, { origin: OWN_ORIGIN })
  await find(page, device)
  page.send({ type: "connect_device", id: device.id, is_usb: false, cloud_type: 0 })
  const { viewer = "" } = await page.wait("connected")
  return { running, device, page, viewer }
}

test("[SEC-5] a key that cannot be kept at the first use is said to the page, and no more once it could be", async () => {
  const folder = join(newFolder(), "full")
  symlinkSync("/proc/nowhere/at-all", folder)
  const running = await runBridge({ folder })
  const device = await startDevice()
  const sealSeen = async () => {
    const page = await openPage(running.url, { origin: OWN_ORIGIN })
    await find(page, device)
    page.send({ type: "connect_device", id: device.id, is_usb: false, cloud_type: 0 })
    const { viewer = "" } = await page.wait("connected")
    const { received: heard } = await openViewer(viewer)
    await expect.poll(() => heard.map(({ type }) => type)).toContain("seal")
    return heard.find(({ type }) => type === "seal")
  }
  expect(await sealSeen()).toMatchObject({ key: device.fingerprint, kept: false })
  rmSync(folder)
  expect(await sealSeen()).not.toHaveProperty("kept")
})

const received = (device: FakeDevice, type: string) => device.received.filter((message) => message.type === type)

test("[SCREEN-1][DEVICE-8] bytes go both ways unchanged, and settings to the device", async () => {
  const { device, viewer } = await start()
  device.first = Buffer.from("RFB 003.008\n")
  const { socket, rfb, view } = await openViewer(viewer)
  view()
  await expect.poll(() => received(device, "view")).toMatchObject([{ audio: true, control: true }])
  await expect.poll(() => rfb().toString()).toBe("RFB 003.008\n")
  const sent = randomBytes(300_000)
  for (let at = 0; at < sent.length; at += 4_096) socket.send(sent.subarray(at, at + 4_096))
  await expect.poll(() => Buffer.concat(device.streamed).equals(sent)).toBe(true)
  device.stream?.write(sent)
  await expect.poll(() => rfb().subarray(12).equals(sent)).toBe(true)
})

test("[SCREEN-7] news of the device and the way to it and back come as messages beside the pixels", async () => {
  const { device, viewer } = await start()
  const { received: heard, send } = await openViewer(viewer)
  await expect.poll(() => heard).toContainEqual({ type: "mode", mode: "hid" })
  const since = expect.any(Number)
  await expect.poll(() => heard).toContainEqual({ type: "seal", cipher: "AES-256-GCM", key: device.fingerprint, since })
  device.send({ type: "mode", mode: "usb" })
  device.send({ type: "tone", hz: 440, ms: 80 })
  send({ type: "ping", n: 7 })
  for (const message of [
    { type: "mode", mode: "usb" },
    { type: "tone", hz: 440, ms: 80 },
    { type: "pong", n: 7 },
  ])
    await expect.poll(() => heard).toContainEqual(message)
})

const [ONE, OTHER] = ["02:00:00:00:00:01", "02:00:00:00:00:02"]
const host = (mac: string, awake: boolean) => encodeDeviceMessage({ type: "host", mac, awake })

test.each<readonly [string, string[], Uint8Array[], boolean, readonly (readonly [Uint8Array, boolean])[]]>([
  ["goes to sleep just after the answer", [ONE], [host(ONE, false)], false, [[host(ONE, true), true]]],
  [
    "of two goes to sleep, then the other, then one wakes",
    [ONE, OTHER],
    [],
    true,
    [
      [host(ONE, false), true],
      [host(OTHER, false), false],
      [host(ONE, true), true],
    ],
  ],
])("[SCREEN-7] a viewer learns that a computer %s", async (_what, macs, atOnce, first, then) => {
  const { device, viewer } = await start()
  device.on = (message) => {
    if (message.type !== "status") return false
    const hosts = macs.map((mac) => ({ name: mac, mac, awake: true }))
    // All in one packet.
    device.sendBytes(Buffer.concat([encodeDeviceMessage({ ...statusOf(device, message.n), hosts }), ...atOnce]))
    return true
  }
  const { received: heard } = await openViewer(viewer)
  const learned = async (now: boolean) => {
    device.send({ type: "tone", hz: 440, ms: 80 })
    await expect.poll(() => heard.at(-1)?.type).toBe("tone")
    expect(heard.findLast(({ type }) => type === "host")).toEqual({ type: "host", awake: now })
    heard.length = 0
  }
  await expect.poll(() => heard.some(({ type }) => type === "host")).toBe(true)
  await learned(first)
  for (const [bytes, now] of then) {
    device.sendBytes(bytes)
    await learned(now)
  }
})

test("[SCREEN-3] a page that does not read stops the device, and memory does not grow", async () => {
  const { device, viewer } = await start()
  const { socket, view } = await openViewer(viewer)
  view()
  await expect.poll(() => device.stream).toBeDefined()
  socket.pause()
  const block = randomBytes(1_024 * 1_024)
  let written = 0
  let isFull = false
  while (!isFull && written < 64) {
    written += 1
    isFull = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), 500)
      device.stream?.write(block, () => {
        clearTimeout(timer)
        resolve(false)
      })
    })
  }
  expect(isFull).toBe(true)
  socket.resume()
})

test("[SCREEN-3] a page that had to wait for a device is read again once the stream is over", async () => {
  const { device, viewer } = await start()
  const { socket, received: shown, view, send } = await openViewer(viewer)
  view()
  await expect.poll(() => device.stream).toBeDefined()
  device.stream?.pause()
  const block = randomBytes(1_024 * 1_024 - 1_024)
  const isTaken = () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), 500)
      socket.send(block, () => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  let blocks = 0
  while (blocks < 64 && (await isTaken())) blocks += 1
  expect(blocks).toBeLessThan(64)
  device.stream?.destroy()
  await expect.poll(() => shown).toContainEqual({ type: "error", reason: "ended" })
  send({ type: "ping", n: 7 })
  await expect.poll(() => shown.map(({ type }) => type)).toContain("pong")
})

test("[SCREEN-3] a stream that ends is said, and the next view opens another one", async () => {
  const { device, viewer } = await start()
  const { received: heard, view } = await openViewer(viewer)
  view()
  await expect.poll(() => device.stream).toBeDefined()
  const first = device.stream
  first?.destroy()
  await expect.poll(() => heard).toContainEqual({ type: "error", reason: "ended" })
  view()
  await expect.poll(() => device.stream !== first && device.stream?.destroyed === false).toBe(true)
})

test("[SEC-5] a device that does not take its own ticket gives no stream", async () => {
  const { device, viewer } = await start()
  device.on = (message, reply) => {
    if (message.type !== "view") return false
    reply({ type: "stream", n: message.n, ticket: "cd".repeat(16) })
    return true
  }
  const { received: heard, view } = await openViewer(viewer)
  view()
  await expect.poll(() => heard).toContainEqual({ type: "error", reason: "refused" })
})

test("[DEVICE-8] the stream ends with the viewer, and the session goes on", async () => {
  const { device, page, viewer } = await start()
  const { socket, view } = await openViewer(viewer)
  view()
  await expect.poll(() => device.stream).toBeDefined()
  socket.close()
  await expect.poll(() => device.stream?.destroyed).toBe(true)
  await expect.poll(() => received(device, "view_stop")).toHaveLength(1)
  expect(page.of("disconnected")).toEqual([])
  expect((await openViewer(viewer)).socket.readyState).toBe(1)
})

test("[DEVICE-8] a new viewer takes the place of the one before, whose end does not stop its stream", async () => {
  const { device, viewer } = await start()
  const first = await openViewer(viewer)
  first.view()
  await expect.poll(() => device.stream).toBeDefined()
  const second = await openViewer(viewer)
  await first.closed
  second.view()
  await expect.poll(() => device.stream?.destroyed).toBe(false)
  expect(received(device, "view_stop")).toEqual([])
})

test("[DEVICE-8] each connect offers one viewer in place of the one before", async () => {
  const { device, page, viewer } = await start()
  const first = await openViewer(viewer)
  page.send({ type: "connect_device", id: device.id, is_usb: false, cloud_type: 0 })
  await expect.poll(() => page.of("connected").length).toBe(2)
  expect(await refusal(viewer, { origin: OWN_ORIGIN })).toMatchObject({ status: 404 })
  await openViewer(page.of("connected").at(-1)?.viewer ?? "")
  expect(await first.closed).toBe(1001)
  expect(received(device, "view_stop")).toEqual([])
})

test("[DEVICE-8] the viewer closes with the device", async () => {
  const { device, viewer } = await start()
  const { closed } = await openViewer(viewer)
  device.vanish()
  expect(await closed).toBe(1001)
})

test("[SEC-2][DEVICE-8] the address of a viewer leads to the viewer whatever is behind its path, and never to a page's own socket", async () => {
  const { viewer } = await start()
  const { received: heard } = await openViewer(`${viewer}?x`)
  await expect.poll(() => heard).toContainEqual({ type: "mode", mode: "hid" })
})

test("[SEC-2] a viewer needs the token and the visitor who was given its address", async () => {
  const { viewer, running } = await start()
  expect(await refusal(viewer, { origin: OWN_ORIGIN, token: "wrong" })).toMatchObject({ status: 401 })
  expect(await refusal(viewer, { origin: "http://evil.example" })).toMatchObject({ status: 403 })
  const headers = { origin: "https://app.example", "content-type": "application/json" }
  await fetch(`${running.http}/pairing`, { method: "POST", headers })
  const code = running.lines.find((line) => /^ *[0-9]{6}$/.test(line))?.trim()
  const paired = await fetch(`${running.http}/pairing/code`, {
    method: "POST",
    headers,
    body: JSON.stringify({ code }),
  })
  const { token } = await paired.json()
  expect(await refusal(viewer, { origin: "https://app.example", token })).toMatchObject({ status: 404 })
})

test("[BRIDGE-1] junk in the viewer is answered by an error, and reaches no device", async () => {
  const { device, viewer } = await start()
  const { socket, received: shown } = await openViewer(viewer)
  for (const frame of ["{", '{"type":"reboot","n":1}', '{"type":"ping","n":-1}', "x".repeat(100_000)])
    socket.send(frame)
  const junk = () => shown.filter(({ type }) => type === "error")
  await expect.poll(junk).toEqual(Array.from({ length: 4 }, () => ({ type: "error", reason: "junk" })))
  expect(device.received.filter(({ type }) => type !== "hello" && type !== "status")).toEqual([])
})

test.each([
  ["text", "{"],
  ["a message of the other socket", '{"type":"cancel_scan"}'],
  ["RFB before the device has spoken", Buffer.from("RFB 003.008\n")],
  ["frames without a byte", Buffer.alloc(0)],
])("[BRIDGE-1][SEC-2] a viewer that sends nothing but junk is closed with its reason: %s", async (_, junk) => {
  const { viewer } = await start()
  const { socket, received: shown } = await openViewer(viewer)
  const closed = new Promise((resolve) => socket.on("close", (code, reason) => resolve([code, reason.toString()])))
  for (let frame = 0; frame < JUNK_MAX + 50; frame += 1) socket.send(junk)
  expect(await closed).toEqual([1_008, "junk"])
  expect(shown.filter(({ type }) => type === "error")).toHaveLength(JUNK_MAX)
})

const endOf = (socket: WebSocket) =>
  new Promise((resolve) => socket.on("close", (code, reason) => resolve([code, reason.toString()])))

test("[BRIDGE-1][SEC-2] messages of a viewer that come too fast are called that, and none of them is junk", async () => {
  const { viewer } = await start()
  const { socket, received: shown, send } = await openViewer(viewer)
  const closed = endOf(socket)
  for (let n = 0; n < VIEWER_TEXTS_BURST + 3 * JUNK_MAX; n += 1) send({ type: "ping", n })
  expect(await closed).toEqual([1_008, "too_fast"])
  const reasons = new Set(shown.flatMap((message) => (message.type === "error" ? [message.reason] : [])))
  expect([...reasons]).toEqual(["too_fast"])
})

test("[SCREEN-3] RFB that was under way when the stream ended is no junk", async () => {
  const { device, viewer } = await start()
  device.first = Buffer.from("RFB 003.008\n")
  const { socket, received: shown, rfb, view, send } = await openViewer(viewer)
  view()
  await expect.poll(() => rfb().toString()).toBe("RFB 003.008\n")
  device.stream?.destroy()
  await expect.poll(() => shown).toContainEqual({ type: "error", reason: "ended" })
  for (let frame = 0; frame < 2 * JUNK_MAX; frame += 1) socket.send(Buffer.from("a key"))
  send({ type: "ping", n: 7 })
  await expect.poll(() => shown.map(({ type }) => type)).toContain("pong")
  expect(shown).not.toContainEqual({ type: "error", reason: "junk" })
})

test.each([
  ["begins a message and ends none, fragment after fragment", "fragments"],
  ["does not ask for the picture, and sends pings", "pings"],
] as const)("[BRIDGE-1][SEC-2] a viewer that %s is closed", async (_, kind) => {
  const { viewer } = await start({ silenceMs: 150 })
  const { socket, view } = await openViewer(viewer)
  const closed = endOf(socket)
  if (kind === "fragments") view()
  const timer = setInterval(() => {
    if (kind === "fragments") socket.send(Buffer.alloc(0), { fin: false })
    else socket.ping()
  }, 20)
  onTestFinished(() => clearInterval(timer))
  expect(await closed).toEqual([1_008, "timed_out"])
})

test("[BRIDGE-1][SEC-2] a page that ends no message is closed, and one that only answers pings is not", async () => {
  const { url } = await runBridge({ silenceMs: 100 })
  const quiet = await openPage(url)
  const page = await openPage(url)
  const closed = endOf(page.socket)
  page.socket.send("{", { fin: false })
  const timer = setInterval(() => page.socket.ping("with a payload"), 20)
  onTestFinished(() => clearInterval(timer))
  expect(await closed).toEqual([1_008, "timed_out"])
  quiet.socket.ping()
  quiet.send({ type: "list_origins" })
  await quiet.wait("origins")
})

test("[BRIDGE-1] a page whose pongs do not come stays while anything does", async () => {
  const { url } = await runBridge({ silenceMs: 300 })
  const page = await openPage(url, { autoPong: false })
  let looks = 0
  page.socket.on("ping", () => {
    looks += 1
    if (looks < 3) page.send({ type: "list_origins" })
  })
  expect(await page.closed).toBe(1_006)
  expect(looks).toBe(3)
})
