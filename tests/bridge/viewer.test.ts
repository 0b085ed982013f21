import { expect, onTestFinished, test } from "vitest"
import type { WebSocket } from "ws"
import { JUNK_MAX } from "../../bridge/limits.ts"
import { MESSAGES_BURST, MESSAGES_PER_SECOND, PICTURES_IN_FLIGHT_MAX } from "../../src/domain/wire/device/limits.ts"
import { parseViewerCallback, type ViewerCallback, type ViewerMessage } from "../../src/domain/wire/viewer.ts"
import { type FakeDevice, picture, startDevice } from "./fakeDevice.ts"
import { find } from "./found.ts"
import { OWN_ORIGIN, openPage, openSocket, refusal, runBridge } from "./running.ts"

const openViewer = async (url: string) => {
  const socket: WebSocket = openSocket(url, { origin: OWN_ORIGIN })
  onTestFinished(() => socket.terminate())
  const received: ViewerCallback[] = []
  socket.on("message", (data) => {
    const message = parseViewerCallback(data.toString())
    if (message.ok) received.push(message.value)
  })
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)))
  await new Promise((resolve, reject) => {
    socket.on("open", resolve)
    socket.on("error", reject)
  })
  return { socket, received, closed, send: (message: ViewerMessage) => socket.send(JSON.stringify(message)) }
}

const start = async () => {
  const running = await runBridge()
  const device = await startDevice()
  const page = await openPage(running.url, { origin: OWN_ORIGIN })
  await find(page, device)
  page.send({ type: "connect_device", id: device.id, is_usb: false, cloud_type: 0 })
  const { viewer = "" } = await page.wait("connected")
  return { running, device, page, viewer }
}

const received = (device: FakeDevice, type: string) => device.received.filter((message) => message.type === type)

test("[DEVICE-8] pictures come to the viewer, input and settings go to the device", async () => {
  const { device, viewer } = await start()
  const { send, received: shown } = await openViewer(viewer)
  send({ type: "view", audio: true, input: true })
  await expect.poll(() => received(device, "view")).toMatchObject([{ audio: true, input: true }])
  const shownPicture = picture(1, { typed: "hello", echo: 7 })
  device.send({ type: "picture", picture: shownPicture })
  await expect.poll(() => shown).toEqual([{ type: "picture", picture: shownPicture }])
  send({ type: "picture_ack", number: 1 })
  const events = [{ kind: "key", code: "KeyA", key: "a", down: true } as const]
  send({ type: "input", seq: 8, events })
  await expect.poll(() => received(device, "picture_ack")).toEqual([{ type: "picture_ack", number: 1 }])
  await expect.poll(() => received(device, "input")).toEqual([{ type: "input", seq: 8, events }])
})

test("[DEVICE-8] the pictures stop when the viewer closes, and the session goes on", async () => {
  const { device, page, viewer } = await start()
  const { socket } = await openViewer(viewer)
  socket.close()
  await expect.poll(() => received(device, "view_stop")).toHaveLength(1)
  expect(page.of("disconnected")).toEqual([])
  expect((await openViewer(viewer)).socket.readyState).toBe(1)
})

test("[DEVICE-8] a new viewer takes the place of the one before, whose end does not stop its pictures", async () => {
  const { device, viewer } = await start()
  const first = await openViewer(viewer)
  const second = await openViewer(viewer)
  await first.closed
  device.send({ type: "picture", picture: picture(1) })
  await expect.poll(() => second.received).toHaveLength(1)
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
  const { device, viewer } = await start()
  const { received: shown } = await openViewer(`${viewer}?x`)
  device.send({ type: "picture", picture: picture(1) })
  await expect.poll(() => shown).toEqual([{ type: "picture", picture: picture(1) }])
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
  const before = device.received.length
  for (const frame of ["{", '{"type":"reboot","n":1}', '{"type":"input","seq":-1,"events":[]}', "x".repeat(100_000)])
    socket.send(frame)
  await expect.poll(() => shown).toHaveLength(4)
  expect(shown).toEqual(Array.from({ length: 4 }, () => ({ type: "error", reason: "junk" })))
  expect(device.received).toHaveLength(before)
})

test.each([
  ["text", "{"],
  ["bytes", Buffer.from([1, 2, 3])],
  ["a message of the other socket", '{"type":"cancel_scan"}'],
])("[BRIDGE-1][SEC-2] a viewer that sends nothing but junk is closed with its reason: %s", async (_, junk) => {
  const { viewer } = await start()
  const { socket, received: shown } = await openViewer(viewer)
  const closed = new Promise((resolve) => socket.on("close", (code, reason) => resolve([code, reason.toString()])))
  for (let frame = 0; frame < JUNK_MAX + 50; frame += 1) socket.send(junk)
  expect(await closed).toEqual([1_008, "junk"])
  expect(shown).toHaveLength(JUNK_MAX)
})

test("[DEVICE-8] input that comes in a flood arrives whole, and not faster than a device takes it", async () => {
  const { device, viewer } = await start()
  const { send } = await openViewer(viewer)
  const at: number[] = []
  device.on = (message) => {
    if (message.type === "input") at.push(performance.now())
    return false
  }
  const messages = 1_000
  for (let seq = 0; seq < messages; seq += 1) send({ type: "input", seq, events: [] })
  await expect.poll(() => at.length, { timeout: 20_000 }).toBe(messages)
  expect(received(device, "input").map((message) => "seq" in message && message.seq)).toEqual(
    Array.from({ length: messages }, (_, seq) => seq),
  )
  const seconds = ((at.at(-1) ?? 0) - (at[0] ?? 0)) / 1_000
  expect(messages).toBeLessThanOrEqual(MESSAGES_BURST + seconds * MESSAGES_PER_SECOND)
})

test("[DEVICE-8] pictures that nobody acknowledges are as few as the device sends ahead", async () => {
  const { device, viewer } = await start()
  const { received: shown } = await openViewer(viewer)
  for (let number = 1; number <= PICTURES_IN_FLIGHT_MAX; number += 1)
    device.send({ type: "picture", picture: picture(number) })
  await expect.poll(() => shown).toHaveLength(PICTURES_IN_FLIGHT_MAX)
  expect(received(device, "picture_ack")).toEqual([])
})
