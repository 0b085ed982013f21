import { Effect } from "effect"
import { expect, test } from "vitest"
import type { Transport } from "../../src/adapters/bridge/transport.ts"
import { type NativeWindow, webviewTransport } from "../../src/adapters/bridge/webview.ts"
import type { BridgeMessage } from "../../src/domain/wire/bridge.ts"
import { bridgeContract, listenTo } from "./bridge.contract.ts"

/** Pages whose window plays the native side of a desktop program. */

const transportIn = (page: NativeWindow): Transport => {
  const transport = webviewTransport(page)
  if (transport === null) throw new Error("this window has a native side")
  return transport
}

type Hear = (event: { readonly data: unknown }) => void

const asMessage = (message: unknown): message is BridgeMessage =>
  typeof message === "object" && message !== null && "type" in message

const collecting = () => {
  const messages: BridgeMessage[] = []
  return {
    messages,
    postMessage: (message: unknown) => {
      if (asMessage(message)) messages.push(message)
    },
  }
}

bridgeContract("WebView2", async () => {
  const { messages, postMessage } = collecting()
  const hears = new Set<Hear>()
  const webview = {
    postMessage,
    addEventListener: (_type: "message", hear: Hear) => void hears.add(hear),
    removeEventListener: (_type: "message", hear: Hear) => void hears.delete(hear),
  }
  return {
    transport: transportIn({ chrome: { webview } }),
    // WebView2 gives what was sent as JSON as an object.
    say: (text) => {
      for (const hear of hears) hear({ data: JSON.parse(text) })
    },
    heard: () => messages,
  }
})

bridgeContract("WebKit", async () => {
  const { messages, postMessage } = collecting()
  const page: NativeWindow = { webkit: { messageHandlers: { sightline: { postMessage } } } }
  return { transport: transportIn(page), say: (text) => page.sightlineReceive?.(text), heard: () => messages }
})

bridgeContract("Linux function hooks", async () => {
  const { messages, postMessage } = collecting()
  const hook = (type: string) => (body: object) => postMessage({ type, ...body })
  const page: NativeWindow = {
    sightlineHooks: {
      connect_device: hook("connect_device"),
      auth_device: hook("auth_device"),
      update_fw: hook("update_fw"),
    },
  }
  return { transport: transportIn(page), say: (text) => page.sightlineReceive?.(text), heard: () => messages }
})

test("[BRIDGE-2] a browser has no native side around its page, and what a hook is missing for is not sent", async () => {
  expect(webviewTransport({})).toBeNull()
  expect(webviewTransport({ chrome: {} })).toBeNull()
  const { service } = listenTo(transportIn({ sightlineHooks: {} }))
  const failure = await Effect.runPromise(Effect.flip(service.send({ type: "cancel_scan" })))
  expect(failure).toMatchObject({ reason: "unsupported" })
})
