import { once } from "node:events"
import { expect, onTestFinished, test } from "vitest"
import { WebSocket, WebSocketServer } from "ws"
import { feedPage } from "../../bridge/lan/feed.ts"
import { createLanDevices } from "../../bridge/lan/lanDevices.ts"
import { FEED_MS, PAGE_BACKLOG_HOLD_BYTES, PAGE_BACKLOG_MAX_BYTES } from "../../bridge/limits.ts"
import { type ConnectedPage, openPage } from "../../bridge/page/page.ts"
import { socketLink } from "../../bridge/page/socketLink.ts"
import { DISCOVERED_MAX } from "../../src/domain/values/limits.ts"
import { parseBridgeCallback } from "../../src/domain/wire/bridge.ts"
import { announced } from "./announced.ts"

const handlers = { message: () => {}, chunk: () => Promise.resolve() }

/** A page whose other end reads only when the test asks for it. */
const slowPage = async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" })
  onTestFinished(() => server.close())
  await once(server, "listening")
  const address = server.address()
  const client = new WebSocket(`ws://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
  onTestFinished(() => client.terminate())
  const [socket]: WebSocket[] = await once(server, "connection")
  if (socket === undefined) throw new Error("no connection")
  if (client.readyState !== WebSocket.OPEN) await once(client, "open")
  const page: ConnectedPage = openPage(socketLink(socket), { kind: "own" }, () => handlers)
  return { page, socket, client }
}

const gone = (page: ConnectedPage): Promise<unknown> =>
  page.gone.aborted ? Promise.resolve() : once(page.gone, "abort")

test("[BRIDGE-1] a page that reads nothing is dropped before much waits for it", async () => {
  const { page, socket, client } = await slowPage()
  client.pause()
  const left = gone(page)
  let most = 0
  const message = { type: "auth_device", id: "d", error: "x".repeat(1_000) } as const
  while (!page.gone.aborted && socket.readyState === WebSocket.OPEN) {
    for (let count = 0; count < 1_000; count += 1) page.send(message)
    most = Math.max(most, socket.bufferedAmount)
    await new Promise(setImmediate)
  }
  await left
  expect(most).toBeGreaterThan(PAGE_BACKLOG_MAX_BYTES)
  expect(most).toBeLessThan(PAGE_BACKLOG_MAX_BYTES + 64 * 1_024)
})

test("[LAN-6] what changes while a page does not read is sent once, and waits in no buffer", async () => {
  const { page, socket, client } = await slowPage()
  const lanDevices = createLanDevices()
  const shown = new Map<string, string>()
  client.on("message", (data) => {
    const message = parseBridgeCallback(data.toString())
    if (!message.ok || message.value.type !== "devices_discovered") return
    for (const { id, name } of message.value.devices) shown.set(id, name)
    for (const id of message.value.gone ?? []) shown.delete(id)
  })
  feedPage(page, lanDevices)
  client.pause()
  const devices = 4 * DISCOVERED_MAX
  let most = 0
  let turn = 0
  // Continues until the system's buffers are full and the feed waits. Each step changes every device.
  while (page.keepsUp() && turn < 400) {
    turn += 1
    for (let device = 0; device < devices; device += 1)
      lanDevices.record(
        announced(`d${device}`, `name ${turn}`),
        { address: `10.0.${device >> 8}.${device & 255}`, port: 1 },
        turn,
      )
    await new Promise((resolve) => setTimeout(resolve, FEED_MS))
    most = Math.max(most, socket.bufferedAmount)
  }
  expect(page.keepsUp()).toBe(false)
  expect(most).toBeLessThan(PAGE_BACKLOG_HOLD_BYTES + 256 * 1_024)
  client.resume()
  await expect.poll(() => [...new Set(shown.values())], { timeout: 20_000 }).toEqual([`name ${turn}`])
  expect(shown.size).toBe(devices)
})
