import { Effect } from "effect"
import type { BridgeLink } from "../../../src/domain/features/bridge/feature.ts"
import { type Bridge, BridgeError, noBridge } from "../../../src/domain/ports/bridge.ts"
import type { BridgeCallback, BridgeMessage } from "../../../src/domain/wire/bridge.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"

/**
 * A page's socket to the simulated bridge. Messages keep their order, arrive late, and are lost with the connection.
 */

/** Shortest and longest delay of a message, ms. */
const MESSAGE_MS = [1, 1_500] as const

/** The bridge's handlers at its end of the socket. */
interface Ends {
  /** The first listener. */
  readonly opened: () => void
  /** Called when the page sends a message. The returned function runs when the message arrives. */
  readonly taken: (message: BridgeMessage) => () => void
  /** Called when the page has received this message. */
  readonly notify: (message: BridgeCallback) => void
}

export class BridgeConnection {
  readonly #world: SimulatedWorld
  readonly #tab: Tab
  readonly #dice: Prng
  readonly #ends: Ends
  readonly #links = new Set<(link: BridgeLink) => void>()
  readonly #messages = new Set<(message: BridgeCallback) => void>()
  readonly #junk = new Set<(problem: "wrongShape") => void>()
  #link: BridgeLink | undefined
  #isOpen = false
  /** Pending messages belong to one connection and are lost with it. */
  #number = 0
  #lastAt = 0

  constructor(world: SimulatedWorld, tab: Tab, dice: Prng, ends: Ends) {
    this.#world = world
    this.#tab = tab
    this.#dice = dice
    this.#ends = ends
  }

  /** Behaves like the adapter: the first listener opens the connection. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  readonly port: Bridge["Service"] = {
    ...noBridge,
    onLink: (listener) =>
      Effect.suspend(() => {
        this.#open()
        if (this.#link !== undefined) listener(this.#link)
        return subscribed(this.#links, listener)
      }),
    onMessage: (listener) =>
      Effect.suspend(() => {
        this.#open()
        return subscribed(this.#messages, listener)
      }),
    onJunk: (listener) => subscribed(this.#junk, listener),
    send: (message) =>
      Effect.suspend(() => {
        if (this.#link?.state !== "connected") return Effect.fail(new BridgeError({ reason: "away" }))
        this.#later(this.#ends.taken(message))
        return Effect.void
      }),
  }

  tell(message: BridgeCallback): void {
    this.#later(() =>
      this.#post(() => {
        this.#ends.notify(message)
        for (const listener of [...this.#messages]) listener(message)
      }),
    )
  }

  /** Sends bytes that are no message. Calls `received` when the page has them. */
  tellJunk(received: () => void): void {
    this.#later(() =>
      this.#post(() => {
        if (this.#junk.size > 0) received()
        for (const listener of [...this.#junk]) listener("wrongShape")
      }),
    )
  }

  tellLink(link: BridgeLink): void {
    this.#link = link
    this.#tab.post(() => {
      for (const listener of [...this.#links]) listener(link)
    })
  }

  /** The connection is lost, with all pending messages. */
  drop(): void {
    this.#number += 1
    this.tellLink({ state: "away" })
  }

  /** Runs the task after this time, independent of the message order. */
  after(ms: number, task: () => void): void {
    this.#world.after(ms, this.#ofThis(task))
  }

  #open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#ends.opened()
  }

  #later(task: () => void): void {
    this.#lastAt = Math.max(this.#lastAt, this.#world.now + this.#dice.skewed(...MESSAGE_MS))
    this.after(this.#lastAt - this.#world.now, task)
  }

  #post(task: () => void): void {
    this.#tab.post(this.#ofThis(task))
  }

  /** Runs only while this connection lasts. */
  #ofThis(task: () => void): () => void {
    const number = this.#number
    return () => {
      if (number === this.#number) task()
    }
  }
}

const subscribed = <Listener>(listeners: Set<Listener>, listener: Listener) =>
  Effect.sync(() => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })
