import { Effect } from "effect"
import { describe, expect, onTestFinished, test } from "vitest"
import { LIFE } from "../../src/adapters/bridge/liveness.ts"
import { serviceOver } from "../../src/adapters/bridge/service.ts"
import type { Transport } from "../../src/adapters/bridge/transport.ts"
import type { BridgeLink } from "../../src/domain/features/bridge/feature.ts"
import type { BridgeCallback, BridgeMessage } from "../../src/domain/wire/bridge.ts"

/** The native side, played or driven by a test. */
export interface DrivenNativeSide {
  readonly transport: Transport
  /** Lets the native side send this text to the page. */
  readonly say: (text: string) => void
  /** The messages of the page so far. */
  readonly received: () => readonly BridgeMessage[]
  /** Cuts the connection and lets it return. Undefined where the native side lives as long as the page. */
  readonly cut?: () => void
}

export const listenTo = (transport: Transport, limits = LIFE) => {
  const service = serviceOver(transport, limits)
  const links: BridgeLink[] = []
  const messages: BridgeCallback[] = []
  const junk: string[] = []
  const stops = [
    Effect.runSync(service.onLink((link) => links.push(link))),
    Effect.runSync(service.onMessage((message) => messages.push(message))),
    Effect.runSync(service.onJunk((problem) => junk.push(problem))),
  ]
  onTestFinished(() => {
    for (const stop of stops) stop()
  })
  return { service, links, messages, junk }
}

const PATIENCE = { timeout: 60_000 }

const device = (id: string, name: string) => ({
  id,
  did: `did-${id}`,
  name,
  model: 1,
  cloud_type: 0,
  timestamp: 1,
  is_usb: false,
  is_hid: true,
  flags: 0,
  addr: "127.0.1.1",
  build: 241_129_184_309,
})

/** The native side offers searches. Resolves when all its messages have arrived. */
const offersSearch = async (
  say: DrivenNativeSide["say"],
  links: readonly BridgeLink[],
  messages: readonly BridgeCallback[],
): Promise<void> => {
  const offers = (): readonly string[] => {
    const link = links.at(-1)
    return link?.state === "connected" ? link.capabilities : []
  }
  await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
  await expect
    .poll(() => {
      say('{"type":"hello","version":"1.0.0","os":"linux","capabilities":["scan_network"]}')
      return offers()
    }, PATIENCE)
    .toContain("scan_network")
  say('{"type":"linux_tips","flags":0}')
  await expect.poll(() => messages.map(({ type }) => type), PATIENCE).toContain("linux_tips")
}

/** The contract of every transport, for any native side. */
export const bridgeContract = (name: string, open: () => Promise<DrivenNativeSide>) => {
  describe(`bridge: ${name}`, () => {
    test("[BRIDGE-2] it is connected, and says so", async () => {
      const { transport } = await open()
      const { links } = listenTo(transport)
      await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
    })

    test("[BRIDGE-4] a native side that answers no search is away until it says something that can be read", async () => {
      const { transport, say, received } = await open()
      const { service, links, messages } = listenTo(transport, { quietMs: 60_000, answerMs: 150 })
      await offersSearch(say, links, messages)
      await Effect.runPromise(service.send({ type: "scan_network", targets: ["10.0.0.1"] }))
      await expect.poll(() => received().map(({ type }) => type), PATIENCE).toContain("scan_network")
      await expect.poll(() => links.map(({ state }) => state), PATIENCE).toContain("away")
      // The program of a window has only one connection. A bridge's socket is a new one by now.
      await expect
        .poll(() => {
          say('{"type":"app_version","version":"1.0.0"}')
          return links.at(-1)?.state
        }, PATIENCE)
        .toBe("connected")
    })

    test("[BRIDGE-4] a native side that answers a search stays connected, whatever else it does not answer", async () => {
      const { transport, say } = await open()
      const { service, links, messages } = listenTo(transport, { quietMs: 60_000, answerMs: 300 })
      await offersSearch(say, links, messages)
      await Effect.runPromise(service.send({ type: "scan_network", targets: ["10.0.0.1"] }))
      say('{"type":"scan_progress","done":0,"total":1}')
      await expect.poll(() => messages.map(({ type }) => type), PATIENCE).toContain("scan_progress")
      await Effect.runPromise(service.send({ type: "auth_device", password: "1" }))
      await Effect.runPromise(Effect.sleep(600))
      expect(links.at(-1)?.state).toBe("connected")
    })

    test("[BRIDGE-4][SEC-3] a native side that says nothing that can be read is away", async () => {
      const { transport, say } = await open()
      const { links } = listenTo(transport)
      await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
      for (let frame = 0; frame < 20; frame += 1) say(frame % 2 === 0 ? "[]" : '{"type":"nonsense"}')
      await expect.poll(() => links.map(({ state }) => state), PATIENCE).toContain("away")
    })

    test("[BRIDGE-4] each listener gets the link at once, at any time and as often as it asks", async () => {
      const { transport } = await open()
      const service = serviceOver(transport)
      const stop = Effect.runSync(service.onMessage(() => undefined))
      onTestFinished(stop)
      for (const asks of [1, 2]) {
        const links: BridgeLink[] = []
        const stopAsking = Effect.runSync(service.onLink((link) => links.push(link)))
        await expect.poll(() => links.at(-1)?.state, { ...PATIENCE, message: `asked ${asks} times` }).toBe("connected")
        stopAsking()
      }
    })

    test("[BRIDGE-1] basic messages go out as they are", async () => {
      const { transport, received } = await open()
      const { service, links } = listenTo(transport)
      await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
      const sent: readonly BridgeMessage[] = [
        { type: "connect_device", id: "d1", is_usb: false, cloud_type: 0 },
        { type: "auth_device", password: "1234" },
        { type: "update_fw", id: "d1", is_online_device: false, build: 1, hash: "0".repeat(32) },
      ]
      for (const message of sent) await Effect.runPromise(service.send(message))
      await expect.poll(received, PATIENCE).toEqual(sent)
    })

    test("[BRIDGE-1] callbacks come in decoded, and junk changes nothing", async () => {
      const { transport, say } = await open()
      const { links, messages, junk } = listenTo(transport)
      await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
      const before = messages.length
      say('{"type":"nat_request","did":"d9","payload":{"a":1}}')
      say('{"type":"nat_request"}')
      say('{"type":"what_is_this"}')
      say('{"type":"fw_progress","id":"d1","state":2,"percent":40,"extra":true}')
      await expect
        .poll(() => messages.slice(before), PATIENCE)
        .toEqual([
          { type: "nat_request", did: "d9", payload: { a: 1 } },
          { type: "fw_progress", id: "d1", state: 2, percent: 40 },
        ])
      expect(junk).toEqual(["wrongShape", "wrongShape"])
    })

    test("[LAN-6] a burst of discovered devices is one message with the last word on each", async () => {
      const { transport, say } = await open()
      const { links, messages } = listenTo(transport)
      await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
      say(JSON.stringify({ type: "devices_discovered", devices: [device("a", "old"), device("b", "B")] }))
      say(JSON.stringify({ type: "devices_discovered", devices: [device("a", "new")], gone: ["b"] }))
      const found = () => messages.filter((message) => message.type === "devices_discovered")
      await expect.poll(() => found().length, PATIENCE).toBe(1)
      expect(found()).toEqual([{ type: "devices_discovered", devices: [device("a", "new")], gone: ["b"] }])
    })

    test("[BRIDGE-1] hello names what this native side can do", async () => {
      const { transport, say } = await open()
      const { links } = listenTo(transport)
      await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
      say('{"type":"hello","version":"9.9.9","os":"linux","capabilities":["wake"]}')
      await expect
        .poll(() => links.at(-1), PATIENCE)
        .toEqual({ state: "connected", version: "9.9.9", os: "linux", capabilities: ["wake"] })
    })

    test("[BRIDGE-4] a lost link is reported and restored", async () => {
      const { transport, cut } = await open()
      const { links } = listenTo(transport)
      await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
      if (cut === undefined) return
      const before = links.length
      cut()
      await expect.poll(() => links.slice(before).map(({ state }) => state), PATIENCE).toEqual(["away", "connected"])
    })
  })
}
