import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import fc from "fast-check"
import { expect, onTestFinished, test } from "vitest"
import { FRAMES_BURST, JUNK_MAX } from "../../bridge/limits.ts"
import { BRIDGE_FRAME_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { encodeChunk } from "../../src/domain/wire/firmwareChunk.ts"
import { openPage, runBridge } from "./running.ts"

const junk = [
  "",
  "{",
  "null",
  "[]",
  '{"type":"nothing"}',
  '{"type":"connect_device","id":5}',
  '{"type":"__proto__"}',
  '{"__proto__":{"type":"cancel_scan"}}',
  `{"type":"wake","id":"${"x".repeat(200)}","mac":""}`,
  "\u0000",
]

test.each(junk)("[BRIDGE-1] %j is answered by one error, and the socket goes on", async (text) => {
  const { url } = await runBridge()
  const page = await openPage(url)
  page.sendText(text)
  await page.wait("error")
  page.send({ type: "list_origins" })
  await page.wait("origins")
  expect(page.of("error")).toEqual([{ type: "error", reason: "junk" }])
})

test("[MSG-6] that a system lacks nothing is said too: it may have lacked something before", async () => {
  const { url } = await runBridge()
  expect(await (await openPage(url)).wait("linux_tips")).toEqual({ type: "linux_tips", flags: 0 })
})

test("[BRIDGE-1] whatever a page sends, the bridge lives, and lets the next page in", async () => {
  const { url } = await runBridge()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string(), fc.json(), fc.uint8Array({ maxLength: 2_000 })), { maxLength: 2 * JUNK_MAX }),
      async (frames) => {
        const page = await openPage(url)
        for (const frame of frames) page.socket.send(frame)
        page.socket.close()
        await page.closed
      },
    ),
    { numRuns: 30 },
  )
  await (await openPage(url)).wait("hello")
})

test("[BRIDGE-1] who sends nothing but junk is shut out", async () => {
  const { url } = await runBridge()
  const page = await openPage(url)
  for (let frame = 0; frame < JUNK_MAX; frame += 1) page.sendText("junk")
  expect(await page.closed).toBe(1008)
  expect(page.of("error")).toHaveLength(JUNK_MAX)
})

test("[BRIDGE-1] frames that come too fast are refused, and the socket ends when they go on", async () => {
  const { url } = await runBridge()
  const page = await openPage(url)
  for (let frame = 0; frame < FRAMES_BURST + 3 * JUNK_MAX; frame += 1) page.send({ type: "cancel_scan" })
  expect(await page.closed).toBe(1008)
  expect(page.of("error")).toContainEqual({ type: "error", reason: "too_fast" })
})

test("[SEC-2] a frame that is too large ends its own socket, and no other", async () => {
  const { url } = await runBridge()
  const other = await openPage(url)
  const page = await openPage(url)
  page.sendText("x".repeat(2 * BRIDGE_FRAME_MAX_BYTES))
  expect(await page.closed).toBe(1009)
  other.send({ type: "list_origins" })
  await other.wait("origins")
})

test("[BRIDGE-1] several pages are served at once", async () => {
  const { url } = await runBridge()
  const pages = await Promise.all(Array.from({ length: 10 }, () => openPage(url)))
  for (const page of pages) page.send({ type: "list_origins" })
  for (const page of pages) await page.wait("origins")
})

test("[BRIDGE-4] a page whose sockets were cut comes back", async () => {
  const { url, bridge } = await runBridge()
  const page = await openPage(url)
  bridge.dropPages()
  expect(await page.closed).toBe(1006)
  await (await openPage(url)).wait("hello")
})

test("[SEC-2][BRIDGE-1] who is refused and keeps its own side open keeps no socket of the bridge open", async () => {
  const { bridge } = await runBridge()
  const peer = connect({ port: bridge.port, host: "127.0.0.1", allowHalfOpen: true })
  onTestFinished(() => void peer.destroy())
  peer.on("error", () => {})
  const upgrade = ["connection: upgrade", "upgrade: websocket", "sec-websocket-version: 13"]
  const key = `sec-websocket-key: ${randomBytes(16).toString("base64")}`
  peer.write(["GET / HTTP/1.1", "host: 127.0.0.1", ...upgrade, key, "", ""].join("\r\n"))
  const [answer] = await once(peer, "data")
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  await bridge.close()
})

test("[FW-7] an unannounced chunk is refused", async () => {
  const { url } = await runBridge()
  const page = await openPage(url)
  const head = { type: "fw_chunk", id: "d", build: 1, index: 0, md5: "0".repeat(32) } as const
  page.socket.send(encodeChunk({ head, bytes: randomBytes(10) }))
  expect(await page.wait("error")).toEqual({ type: "error", reason: "unsupported", about: "fw_chunk", id: "d" })
})
