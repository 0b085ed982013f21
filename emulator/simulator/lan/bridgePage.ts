import type { Bridge } from "../../../src/domain/ports/bridge.ts"
import {
  type BridgeCallback,
  type BridgeMessage,
  type BridgeReason,
  bridgeCapabilities,
} from "../../../src/domain/wire/bridge.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import { BridgeConnection } from "./connection.ts"
import type { SimulatedLanDevice, SimulatedNetwork } from "./simulatedDevice.ts"

/** The simulated bridge's work for one page. */

/** Shortest and longest time until a page has its connection, and between two messages of a scan, ms. */
const GREET_MS = [5, 4_000] as const
const PART_MS = [20, 2_000] as const
/** Messages of a scan before its last. */
const WORDS = 3
/** Time until a computer has started, and until the bridge gives up on it, ms. */
const AWAKE_MS = [3_000, 50_000] as const
const GIVEN_UP_MS = 60_000
/** Shares of computers that do not start, packets that do not leave, and devices that do not answer a request. */
const SLEEPS_ON = 0.2
const UNSENT = 0.1
const SILENT = 0.1

type Fail = (reason: BridgeReason) => void

interface Scan {
  readonly targets: readonly string[]
  done: number
}

export class BridgePage {
  /** Addresses of completed parts of the scan that this page started last. */
  scanned: string[] = []
  scan: Scan | null = null
  /** The mode that a device last reported to this page. */
  readonly modes = new Map<string, "hid" | "usb">()
  /** NAT requests that this page received. */
  nats = 0
  readonly #around: SimulatedNetwork
  readonly #dice: Prng
  readonly #socket: BridgeConnection
  readonly #sessions = new Set<string>()
  #question: string | null = null
  #scans = 0

  constructor(world: SimulatedWorld, tab: Tab, around: SimulatedNetwork, dice: Prng) {
    this.#around = around
    this.#dice = dice
    this.#socket = new BridgeConnection(world, tab, dice, {
      opened: () => {
        if (around.isUp) this.greet()
        else this.#socket.drop()
      },
      taken: (message) => {
        const wanted = this.#scans
        return () => this.#follow(message, wanted)
      },
      notify: (message) => this.#remember(message),
    })
  }

  get port(): Bridge["Service"] {
    return this.#socket.port
  }

  /** This page starts another scan: late reports of earlier ones do not count for it. */
  searchBegins(): void {
    this.#scans += 1
    this.scanned = []
  }

  greet(): void {
    if (!this.#socket.isOpen) return
    this.#socket.after(this.#dice.skewed(...GREET_MS), () => {
      if (!this.#around.isUp) return
      this.#socket.tellLink({ state: "connected", version: "1.0.0", os: "linux", capabilities: bridgeCapabilities })
      this.tell({ type: "devices_discovered", devices: this.#around.here.map(({ item }) => item) })
    })
  }

  drop(): void {
    this.#sessions.clear()
    this.#question = null
    this.scan = null
    this.#socket.drop()
  }

  tell(message: BridgeCallback): void {
    this.#socket.tell(message)
  }

  tellJunk(received: () => void): void {
    this.#socket.tellJunk(received)
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

  #follow(message: BridgeMessage, wanted: number): void {
    const fails = (id?: string): Fail => {
      return (reason) => this.tell({ type: "error", reason, about: message.type, ...(id !== undefined && { id }) })
    }
    switch (message.type) {
      case "scan_network":
        this.#scan(message.targets, wanted)
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

  #scan(targets: readonly string[], wanted: number): void {
    this.#endScan()
    const scan: Scan = { targets, done: 0 }
    this.scan = scan
    const word = (left: number): void => {
      if (this.scan !== scan) return
      const total = targets.length
      if (left === 0) {
        scan.done = total
        if (wanted === this.#scans) this.scanned.push(...targets)
        this.#endScan()
        return
      }
      scan.done = Math.floor((total * (WORDS - left + 1)) / (WORDS + 1))
      this.tell({ type: "scan_progress", done: scan.done, total })
      this.#socket.after(this.#dice.skewed(...PART_MS), () => word(left - 1))
    }
    word(WORDS)
  }

  #device(id: string, fail: Fail): SimulatedLanDevice | undefined {
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
    this.#socket.after(ms, () => this.tell({ type: "wake_result", id, mac: to, sent: true, awake }))
  }
}
