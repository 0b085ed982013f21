import type { Chunk } from "../../../src/domain/wire/device/chunk.ts"
import type { FirmwareStage } from "../../../src/domain/wire/device/message.ts"
import type { DeviceRefusal } from "../../../src/domain/wire/device/session.ts"
import { INSTALL_MS, REBOOT_AWAY_MS, VERIFY_MS } from "../limits.ts"
import {
  chunksOf,
  type Flash,
  type ImagePlan,
  isComplete,
  isSame,
  isSound,
  openFlash,
  receivedPercent,
  writeChunk,
} from "./flash.ts"
import type { Accident, DevicePorts } from "./ports.ts"
import { isUp } from "./power.ts"
import type { EmulatedDevice } from "./record.ts"

/** The part of an update that a power cut loses: the running stage and its uploader. Flash and record keep the rest. */

/** The share of an update's percent that each timed stage covers, for accidents. */
const SPANS = { verifying: [0, 40], installing: [40, 80], rebooting: [80, 100] } as const
const DURATIONS = { verifying: VERIFY_MS, installing: INSTALL_MS } as const

export type UpdateAnswer =
  | { readonly kind: "have"; readonly next: number }
  | { readonly kind: "refused"; readonly refused: DeviceRefusal }
  /** No answer: the device hangs. */
  | { readonly kind: "silence" }
  | { readonly kind: "cut"; readonly ms: number }

/** The result of the passed time. */
export type UpdateTick = "progress" | "wrong-hash" | "restart" | Extract<Accident, { kind: "cut" }>

const refused = (code: DeviceRefusal["code"], next?: number): UpdateAnswer => ({
  kind: "refused",
  refused: next === undefined ? { code } : { code, next },
})

/** `holder` is the session that uploads. */
export class Updating<Holder> {
  stage: FirmwareStage = "idle"
  flash: Flash | undefined
  #holder: Holder | undefined
  #from = 0
  #stalled = false
  /** True when the slot holds other bytes than those received. */
  #spoilt = false
  readonly #ports: DevicePorts

  constructor(ports: DevicePorts, flash: Flash | undefined) {
    this.#ports = ports
    this.flash = flash
  }

  begin(device: EmulatedDevice, holder: Holder, plan: ImagePlan): UpdateAnswer {
    if (this.#isInstalling() || (this.#holder !== undefined && this.#holder !== holder)) return refused("busy")
    if (device.build > 0 && plan.build <= device.build) return refused("not-newer")
    if (!isSound(plan)) return refused("bad-image")
    if (this.flash === undefined || !isSame(this.flash.plan, plan))
      this.flash = openFlash(plan, this.#ports.newHasher())
    this.#holder = holder
    this.#stalled = false
    this.stage = "receiving"
    return { kind: "have", next: this.flash.next }
  }

  receive(device: EmulatedDevice, holder: Holder, chunk: Chunk): UpdateAnswer {
    const flash = this.#flashOf(holder)
    if (flash === undefined) return refused("no-upload")
    if (this.#stalled) return { kind: "silence" }
    const reached = (100 * (flash.next + 1)) / chunksOf(flash.plan)
    const accident = this.#ports.accident(device.did, "upload", reached)
    // The power goes while the device writes this chunk. That chunk is lost; those before it stay.
    if (accident?.kind === "cut") return accident
    if (accident?.kind === "stall") {
      this.#stalled = true
      return { kind: "silence" }
    }
    const written = writeChunk(flash, chunk, this.#ports.newHasher, accident?.kind === "corrupt")
    return written.ok ? { kind: "have", next: written.value } : { kind: "refused", refused: written.reason }
  }

  /** Undefined when verification begins. */
  commit(holder: Holder, now: number): DeviceRefusal | undefined {
    const flash = this.#flashOf(holder)
    if (flash === undefined) return { code: this.#isInstalling() ? "busy" : "no-upload" }
    if (!isComplete(flash)) return { code: "incomplete", next: flash.next }
    this.stage = "verifying"
    this.#from = now
    return undefined
  }

  abort(holder: Holder): DeviceRefusal | undefined {
    if (this.#flashOf(holder) === undefined) return { code: this.#isInstalling() ? "busy" : "no-upload" }
    this.flash = undefined
    this.#release()
    return undefined
  }

  /** The uploader is gone. Received chunks stay. */
  leave(holder: Holder): void {
    if (this.#holder === holder && this.stage === "receiving") this.#release()
  }

  /** Returns the results of the time until `now`, one per call. Undefined when there is no further one. */
  advance(device: EmulatedDevice, now: number): UpdateTick | undefined {
    if (this.stage !== "verifying" && this.stage !== "installing" && this.stage !== "rebooting") return undefined
    const accident = this.#stalled ? undefined : this.#ports.accident(device.did, "update", this.#reached(now))
    if (accident?.kind === "cut") return accident
    if (accident?.kind === "stall") this.#stalled = true
    if (accident?.kind === "corrupt") this.#spoilt = true
    if (this.#stalled) return undefined
    if (this.stage === "rebooting") {
      if (isUp(device, now)) this.#release()
      return undefined
    }
    if (now < this.#from + DURATIONS[this.stage]) return undefined
    this.#from += DURATIONS[this.stage]
    return this.stage === "verifying" ? this.#verified() : this.#installed()
  }

  #verified(): UpdateTick {
    const { flash } = this
    if (flash !== undefined && !this.#spoilt && flash.hasher.hex() === flash.plan.hash) {
      this.stage = "installing"
      return "progress"
    }
    this.flash = undefined
    this.#release()
    return "wrong-hash"
  }

  #installed(): UpdateTick {
    this.stage = "rebooting"
    return "restart"
  }

  /** Percent of the running stage. */
  percent(now: number): number {
    if (this.stage === "receiving") return this.flash === undefined ? 0 : receivedPercent(this.flash)
    if (this.stage === "idle") return 0
    return 100 * this.#fraction(now)
  }

  #fraction(now: number): number {
    const whole = this.stage === "verifying" || this.stage === "installing" ? DURATIONS[this.stage] : REBOOT_AWAY_MS
    return Math.min(1, Math.max(0, now - this.#from) / whole)
  }

  /** Percent of everything after the upload. */
  #reached(now: number): number {
    if (this.stage !== "verifying" && this.stage !== "installing" && this.stage !== "rebooting") return 0
    const [from, to] = SPANS[this.stage]
    return from + (to - from) * this.#fraction(now)
  }

  /** True when a stage is running that changes with time. */
  get runs(): boolean {
    return this.#isInstalling() || this.stage === "rebooting"
  }

  #isInstalling(): boolean {
    return this.stage === "verifying" || this.stage === "installing"
  }

  #flashOf(holder: Holder): Flash | undefined {
    return this.stage === "receiving" && this.#holder === holder ? this.flash : undefined
  }

  #release(): void {
    this.stage = "idle"
    this.#holder = undefined
    this.#stalled = false
    this.#spoilt = false
  }
}
