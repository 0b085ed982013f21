import { Effect } from "effect"
import type { BridgeLink } from "../../../src/domain/features/bridge/feature.ts"
import { type Bridge, BridgeError, noBridge } from "../../../src/domain/ports/bridge.ts"
import {
  type BridgeCallback,
  type BridgeMessage,
  type BridgeReason,
  bridgeCapabilities,
} from "../../../src/domain/wire/bridge.ts"
import type { Prng } from "../prng.ts"
import type { Tab, World } from "../world.ts"
import type { Neighbour, Place } from "./neighbour.ts"

/** One page's connection to the simulated bridge: messages keep their order, come late, and are lost with the connection. */

/** Shortest and longest of a message, until a page has its connection, and between two words of a search, ms. */
const MESSAGE_MS = [1, 1_500] as const
const GREET_MS = [5, 4_000] as const
const PART_MS = [20, 2_000] as const
/** Words of a search before its last. */
const WORDS = 3
/** Until a computer has started, or the bridge gives it up, ms. */
const AWAKE_MS = [3_000, 50_000] as const
const GIVEN_UP_MS = 60_000
/** How often a computer does not start, a packet does not leave, and a device says nothing to a request. */
const SLEEPS_ON = 0.2
const UNSENT = 0.1
const SILENT = 0.1

type Fail = (reason: BridgeReason) => void

interface Scan {
  readonly targets: readonly string[]
  done: number
}

export class BridgePage {
  /** Addresses of parts that came to their end, of the search that this page began last. */
  searched: string[] = []
  scan: Scan | null = null
  /** The mode that a device told this page last. */
  readonly modes = new Map<string, "hid" | "usb">()
  /** NAT requests that this page was told of. */
  nats = 0
  readonly #world: World
  readonly #tab: Tab
  readonly #around: Place
  readonly #dice: Prng
  readonly #links = new Set<(link: BridgeLink) => void>()
  readonly #messages = new Set<(message: BridgeCallback) => void>()
  readonly #junk = new Set<(problem: "wrongShape") => void>()
  readonly #sessions = new Set<string>()
  #question: string | null = null
  #link: BridgeLink | undefined
  /** Number of the connection: what is under way belongs to one, and is lost with it. */
  #connection = 0
  #searches = 0
  #isOpen = false
  #lastAt = 0

  constructor(world: World, tab: Tab, around: Place, dice: Prng) {
    this.#world = world
    this.#tab = tab
    this.#around = around
    this.#dice = dice
  }

  /** As the adapter has it: the connection is opened for the first who listens. */
  #open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    if (this.#around.isUp) this.greet()
    else this.#tellLink({ state: "away" })
  }

  readonly port: Bridge["Service"] = {
    ...noBridge,
    onLink: (listener) =>
      Effect.sync(() => {
        this.#open()
        this.#links.add(listener)
        if (this.#link !== undefined) listener(this.#link)
        return () => this.#links.delete(listener)
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
        const wanted = this.#searches
        this.#later(() => this.#follow(message, wanted))
        return Effect.void
      }),
  }

  /** This page begins another search: what is still told of earlier ones is not of it. */
  searchBegins(): void {
    this.#searches += 1
    this.searched = []
  }

  greet(): void {
    if (!this.#isOpen) return
    const connection = this.#connection
    this.#world.after(this.#dice.skewed(...GREET_MS), () => {
      if (connection !== this.#connection || !this.#around.isUp || !this.#tab.alive) return
      this.#tellLink({ state: "connected", version: "1.0.0", os: "linux", capabilities: bridgeCapabilities })
      this.tell({ type: "devices_discovered", devices: this.#around.here.map(({ item }) => item) })
    })
  }

  drop(): void {
    this.#connection += 1
    this.#sessions.clear()
    this.#question = null
    this.scan = null
    this.#tellLink({ state: "away" })
  }

  tell(message: BridgeCallback): void {
    this.#later(() =>
      this.#post(() => {
        this.#remember(message)
        for (const listener of [...this.#messages]) listener(message)
      }),
    )
  }

  /** Something comes that is no message; `heard` is told when the page has it. */
  tellJunk(heard: () => void): void {
    this.#later(() =>
      this.#post(() => {
        if (this.#junk.size > 0) heard()
        for (const listener of [...this.#junk]) listener("wrongShape")
      }),
    )
  }

  /** A device is gone: its session ends. */
  lost(id: string): void {
    if (this.#sessions.delete(id)) this.tell({ type: "disconnected", id, reason: "vanished" })
  }

  #remember(message: BridgeCallback): void {
    if (message.type === "mode_changed") this.modes.set(message.id, message.mode)
    if (message.type === "nat_request") this.nats += 1
    if (message.type !== "wake_result" || !message.sent) return
    this.#around.evidence.add(`${message.id} sent`)
    if (message.awake === true) this.#around.evidence.add(`${message.id} awake`)
  }

  #tellLink(link: BridgeLink): void {
    this.#link = link
    this.#tab.post(() => {
      for (const listener of [...this.#links]) listener(link)
    })
  }

  /** What a page is told while its connection ends never reaches it. */
  #post(task: () => void): void {
    const connection = this.#connection
    this.#tab.post(() => {
      if (connection === this.#connection) task()
    })
  }

  /** In order with everything else of this connection, and not at all once that is lost. */
  #later(task: () => void, ms = this.#dice.skewed(...MESSAGE_MS)): void {
    const connection = this.#connection
    this.#lastAt = Math.max(this.#lastAt, this.#world.now + ms)
    this.#world.after(this.#lastAt - this.#world.now, () => {
      if (connection === this.#connection) task()
    })
  }

  /** After a while, beside what else is said meanwhile. */
  #after(ms: number, task: () => void): void {
    const connection = this.#connection
    this.#world.after(ms, () => {
      if (connection === this.#connection) task()
    })
  }

  #follow(message: BridgeMessage, wanted: number): void {
    const fails = (id?: string): Fail => {
      return (reason) => this.tell({ type: "error", reason, about: message.type, ...(id !== undefined && { id }) })
    }
    switch (message.type) {
      case "scan_network":
        this.#search(message.targets, wanted)
        return
      case "cancel_scan":
        this.#endScan()
        return
      case "connect_device":
        this.#connect(message.id, fails(message.id))
        return
      case "auth_device":
        this.#answer(message.password)
        return
      case "disconnect_device":
        this.#disconnect(message.id)
        return
      case "set_mode":
        this.#setMode(message.id, message.mode, fails(message.id))
        return
      case "wake":
        this.#wake(message.id, message.mac, fails(message.id))
        return
      default:
        fails()("unsupported")
    }
  }

  #endScan(): void {
    const { scan } = this
    if (scan === null) return
    this.scan = null
    this.tell({ type: "scan_progress", done: scan.done, total: scan.targets.length, ended: true })
  }

  #search(targets: readonly string[], wanted: number): void {
    this.#endScan()
    const scan: Scan = { targets, done: 0 }
    this.scan = scan
    const word = (left: number): void => {
      if (this.scan !== scan) return
      const total = targets.length
      if (left === 0) {
        scan.done = total
        if (wanted === this.#searches) this.searched.push(...targets)
        this.#endScan()
        return
      }
      scan.done = Math.floor((total * (WORDS - left + 1)) / (WORDS + 1))
      this.tell({ type: "scan_progress", done: scan.done, total })
      this.#after(this.#dice.skewed(...PART_MS), () => word(left - 1))
    }
    word(WORDS)
  }

  #device(id: string, fail: Fail): Neighbour | undefined {
    const device = this.#around.devices.get(id)
    if (device?.isOn === true) return device
    fail(device === undefined ? "unknown_device" : "unreachable")
    return undefined
  }

  #connect(id: string, fail: Fail): void {
    const device = this.#device(id, fail)
    if (device === undefined) return
    if (device.passcode !== null && !this.#sessions.has(id)) this.#ask(id)
    else this.#enter(id)
  }

  /** One question is open at a time, and the newest wins. */
  #ask(id: string, wasWrong = false): void {
    if (this.#question !== null && this.#question !== id)
      this.tell({ type: "error", reason: "superseded", about: "connect_device", id: this.#question })
    this.#question = id
    this.tell({ type: "auth_device", id, ...(wasWrong && { error: "wrong_passcode", wait_ms: 1_000 }) })
  }

  #answer(password: string): void {
    const id = this.#question
    if (id === null) return
    this.#question = null
    const device = this.#around.devices.get(id)
    if (device?.isOn !== true) this.tell({ type: "error", reason: "vanished", about: "connect_device", id })
    else if (device.passcode !== password) this.#ask(id, true)
    else this.#enter(id)
  }

  #enter(id: string): void {
    this.#sessions.add(id)
    this.tell({ type: "connected", id, viewer: `ws://bridge.example/viewer/${id}` })
  }

  #disconnect(id: string): void {
    if (this.#question === id) {
      this.#question = null
      this.tell({ type: "error", reason: "superseded", about: "connect_device", id })
    } else if (this.#sessions.delete(id)) this.tell({ type: "disconnected", id, reason: "closed" })
  }

  #setMode(id: string, mode: "hid" | "usb", fail: Fail): void {
    const device = this.#device(id, fail)
    if (device === undefined) return
    if (!this.#sessions.has(id)) {
      fail("refused")
      return
    }
    if (this.#dice.chance(SILENT)) return
    this.tell({ type: "mode_changed", id, mode })
    this.#around.change(device, { is_hid: mode === "hid" })
  }

  #wake(id: string, mac: string, fail: Fail): void {
    const device = this.#device(id, fail)
    if (device === undefined) return
    const to = mac === "" ? device.mac : mac
    const sent = !this.#dice.chance(UNSENT)
    this.tell({ type: "wake_result", id, mac: to, sent })
    if (!sent || !this.#sessions.has(id)) return
    const awake = !this.#dice.chance(SLEEPS_ON)
    const ms = awake ? this.#dice.skewed(...AWAKE_MS) : GIVEN_UP_MS
    this.#after(ms, () => this.tell({ type: "wake_result", id, mac: to, sent: true, awake }))
  }
}

const subscribed = <Listener>(listeners: Set<Listener>, listener: Listener) =>
  Effect.sync(() => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })
