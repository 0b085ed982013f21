import { Effect } from "effect"
import type { BridgeLink } from "../../src/domain/features/bridge/feature.ts"
import { type Bridge, noBridge } from "../../src/domain/ports/bridge.ts"
import {
  type BridgeCallback,
  type BridgeMessage,
  bridgeCapabilities,
  type DiscoveryItem,
} from "../../src/domain/wire/bridge.ts"

export const CONNECTED: Extract<BridgeLink, { state: "connected" }> = {
  state: "connected",
  version: "1.0.0",
  os: "linux",
  capabilities: bridgeCapabilities,
}

export const device = (id: string, over: Partial<DiscoveryItem> = {}): DiscoveryItem => ({
  id,
  did: `did ${id}`,
  name: `Device ${id}`,
  model: 1,
  cloud_type: 0,
  timestamp: 1,
  is_usb: false,
  is_hid: true,
  flags: 4,
  addr: "10.0.7.1",
  build: 0,
  ...over,
})

/** A native side that the test controls. It records the messages of the page. */
export class PlayedBridge {
  readonly sent: BridgeMessage[] = []
  /** Number of times that the page has left the native side. */
  left = 0
  readonly #links = new Set<(link: BridgeLink) => void>()
  readonly #messages = new Set<(message: BridgeCallback) => void>()
  #link: BridgeLink | undefined
  /** The native side's immediate answers to a message. */
  answers: (message: BridgeMessage) => readonly BridgeCallback[] = () => []

  link(link: BridgeLink): void {
    this.#link = link
    for (const listener of this.#links) listener(link)
  }

  say(message: BridgeCallback): void {
    for (const listener of this.#messages) listener(message)
  }

  readonly service: Bridge["Service"] = {
    ...noBridge,
    leave: Effect.sync(() => {
      this.left += 1
    }),
    onLink: (listener) =>
      Effect.sync(() => {
        this.#links.add(listener)
        if (this.#link !== undefined) listener(this.#link)
        return () => this.#links.delete(listener)
      }),
    onMessage: (listener) =>
      Effect.sync(() => {
        this.#messages.add(listener)
        return () => this.#messages.delete(listener)
      }),
    send: (message) =>
      Effect.sync(() => {
        this.sent.push(message)
        for (const answer of this.answers(message)) this.say(answer)
      }),
  }
}
