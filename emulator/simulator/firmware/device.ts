import { createHash } from "node:crypto"
import type { DiscoveryItem } from "../../../src/domain/wire/bridge.ts"
import type { Accident, Hasher } from "../../model/devices/ports.ts"
import { arrive, cutPower, isUp, restartInto } from "../../model/devices/power.ts"
import { type EmulatedDevice, newDevice } from "../../model/devices/record.ts"
import { type UpdateAnswer, Updating } from "../../model/devices/updating.ts"
import { DEVICE_CHUNK_BYTES, image, NEW_BUILD, OLD_BUILD } from "./image.ts"

/** One device on the network: the emulator's record, power and slots, on the clock of the simulation. */

const hasher = (): Hasher => {
  const hash = createHash("md5")
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.copy().digest("hex") }
}

const recordOf = (id: string, now: number): EmulatedDevice =>
  newDevice({
    did: `did-${id}`,
    kind: "lan",
    near: true,
    name: `Device ${id}`,
    model: 1,
    build: OLD_BUILD,
    mac: null,
    power: "on",
    since: now,
    aliveBefore: now,
  })

/** The uploader: one native side, for any number of connections. */
const HOLDER = {}

export class SimulatedDevice {
  readonly id: string
  readonly record: EmulatedDevice
  /** True when it asks for a passcode. */
  locked = false
  /** The accident of its update, and the point at which it happens. */
  accident: { readonly stage: "upload" | "update"; readonly percent: number; readonly what: Accident } | undefined
  #updating: Updating<object>

  constructor(id: string, now: number) {
    this.id = id
    this.record = recordOf(id, now)
    this.#updating = this.#fresh()
  }

  #fresh(): Updating<object> {
    const ports = {
      // Seeds of updates view no screen.
      deflate: (bytes: Uint8Array) => bytes,
      inflate: () => undefined,
      newHasher: hasher,
      hmac: () => "",
      nonce: () => "",
      accident: (_did: string, stage: "upload" | "update", percent: number): Accident | undefined => {
        const due = this.accident
        if (due === undefined || due.stage !== stage || percent < due.percent) return undefined
        this.accident = undefined
        return due.what
      },
    }
    const before: Updating<object> | undefined = this.#updating
    return new Updating(ports, before?.flash)
  }

  /** True when it answers at this time, ms since 1970. */
  answers(now: number): boolean {
    arrive(this.record, now)
    return isUp(this.record, now)
  }

  item(now: number): DiscoveryItem {
    const { did, name, model, build } = this.record
    return {
      id: this.id,
      did,
      name,
      model,
      cloud_type: 0,
      timestamp: now,
      is_usb: false,
      is_hid: true,
      flags: 0,
      addr: "10.0.7.1",
      build,
    }
  }

  /** The next wanted chunk. Undefined when the upload is refused or the power goes. */
  begin(now: number): number | undefined {
    const { hash, size } = image
    const plan = { build: NEW_BUILD, hash, size, chunk: DEVICE_CHUNK_BYTES }
    return this.#next(this.#updating.begin(this.record, HOLDER, plan), now)
  }

  receive(index: number, now: number): number | undefined {
    const chunk = image.deviceChunks[index]
    return chunk === undefined
      ? undefined
      : this.#next(this.#updating.receive(this.record, HOLDER, { index, ...chunk }), now)
  }

  commit(now: number): boolean {
    return this.#updating.commit(HOLDER, now) === undefined
  }

  leave(): void {
    this.#updating.leave(HOLDER)
  }

  /** The result of the passed time: the progress of the installation, or its end. */
  turn(now: number): "installing" | "restarts" | "lost" {
    for (let turn = this.#updating.advance(this.record, now); turn !== undefined; ) {
      if (turn === "restart") {
        restartInto(this.record, NEW_BUILD, now)
        this.#updating = this.#fresh()
        return "restarts"
      }
      if (turn === "wrong-hash") return "lost"
      if (turn !== "progress") {
        this.#losePower(now, turn.ms)
        return "lost"
      }
      turn = this.#updating.advance(this.record, now)
    }
    return this.#updating.runs ? "installing" : "lost"
  }

  percent(now: number): number {
    return this.#updating.percent(now)
  }

  losePower(now: number, ms: number): void {
    this.#losePower(now, ms)
  }

  #losePower(now: number, ms: number): void {
    cutPower(this.record, now, ms)
    this.#updating = this.#fresh()
  }

  #next(outcome: UpdateAnswer, now: number): number | undefined {
    if (outcome.kind === "have") return outcome.next
    if (outcome.kind === "cut") this.#losePower(now, outcome.ms)
    return outcome.kind === "refused" && outcome.refused.next !== undefined ? outcome.refused.next : undefined
  }
}
