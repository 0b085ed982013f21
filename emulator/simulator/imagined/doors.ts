import type { BridgeCallback, BridgeMessage, BridgeReason, Mode } from "../../../src/domain/wire/bridge.ts"
import { passcodeOf } from "../lan/simulatedDevice.ts"
import type { Page } from "./page.ts"

/** A native side that lets one page into devices: sessions, passcodes and modes, as docs/bridge.md has them. */

interface ModeTold {
  readonly id: string
  readonly mode: Mode
  /** ms of the world */
  readonly at: number
}

export class Doors {
  /** Devices with a session of this page. */
  readonly open = new Set<string>()
  /** What devices do when they are told to switch their mode: what they are told, nothing, or nothing and not a word. */
  mood: "obeys" | "stubborn" | "silent" = "obeys"
  readonly #page: Page
  readonly #off = new Set<string>()
  readonly #ids: readonly string[]
  /** The one that lets everybody in. */
  readonly #free: string
  readonly #told: ModeTold[] = []
  /** The device that wants its passcode. */
  #question: string | null = null

  constructor(page: Page, ids: readonly string[], free: string) {
    this.#page = page
    this.#ids = ids
    this.#free = free
    page.follows = (message) => this.#follow(message)
  }

  /** Says who is there, to whoever has come. */
  greet(): void {
    this.#page.link(true)
    const item = {
      model: 1,
      cloud_type: 0,
      timestamp: 0,
      is_usb: false,
      is_hid: true,
      flags: 4,
      addr: "10.0.7.1",
      build: 0,
    }
    const devices = this.#ids.map((id) => ({ id, did: `did of ${id}`, name: id, ...item }))
    this.#page.tell({ type: "devices_discovered", devices })
  }

  /** The page is nobody it knows any more. */
  leave(): void {
    this.open.clear()
    this.#question = null
    this.#page.link(false)
  }

  switchPower(id: string): void {
    if (this.#off.delete(id)) return
    this.#off.add(id)
    if (this.open.delete(id)) this.#page.tell({ type: "disconnected", id, reason: "vanished" })
    if (this.#question === id) this.#giveUp(id, "vanished")
  }

  /** Whether the device has reported this mode since then, ms of the world. */
  hasTold(id: string, mode: Mode, since: number): boolean {
    return this.#told.some((told) => told.id === id && told.mode === mode && told.at >= since)
  }

  #follow(message: BridgeMessage): void {
    if (!this.#page.isLinked) return
    if (message.type === "connect_device") this.#connect(message.id)
    else if (message.type === "auth_device") this.#answer(message.password)
    else if (message.type === "set_mode") this.#setMode(message.id, message.mode)
    else if (message.type === "disconnect_device") this.#disconnect(message.id)
  }

  #refuse(reason: BridgeReason, about: BridgeMessage["type"], id: string): void {
    this.#page.tell({ type: "error", reason, about, id })
  }

  #giveUp(id: string, reason: BridgeReason): void {
    this.#question = null
    this.#refuse(reason, "connect_device", id)
  }

  #connect(id: string): void {
    if (this.#off.has(id)) this.#refuse("unreachable", "connect_device", id)
    else if (id === this.#free || this.open.has(id)) this.#enter(id)
    else this.#ask(id, {})
  }

  /** One question is open at a time, and the newest wins. */
  #ask(id: string, about: Partial<Extract<BridgeCallback, { type: "auth_device" }>>): void {
    if (this.#question !== null && this.#question !== id) this.#giveUp(this.#question, "superseded")
    this.#question = id
    this.#page.tell({ type: "auth_device", id, ...about })
  }

  #answer(password: string): void {
    const id = this.#question
    if (id === null) return
    this.#question = null
    if (password === passcodeOf(id)) this.#enter(id)
    else this.#ask(id, { error: "wrong_passcode", wait_ms: 1_000 })
  }

  #enter(id: string): void {
    this.open.add(id)
    this.#page.tell({ type: "connected", id, viewer: `ws://bridge.example/viewer/${id}` })
  }

  #disconnect(id: string): void {
    if (this.#question === id) this.#giveUp(id, "superseded")
    else if (this.open.delete(id)) this.#page.tell({ type: "disconnected", id, reason: "closed" })
  }

  #setMode(id: string, mode: Mode): void {
    if (!this.open.has(id)) this.#refuse("refused", "set_mode", id)
    else if (this.mood !== "silent") {
      const told = this.mood === "obeys" ? mode : mode === "hid" ? "usb" : "hid"
      this.#told.push({ id, mode: told, at: this.#page.world.now })
      this.#page.tell({ type: "mode_changed", id, mode: told })
    }
  }
}
