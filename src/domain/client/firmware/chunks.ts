import { Effect } from "effect"
import type { FirmwareUpdate } from "../../features/firmware/state.ts"
import { Bridge } from "../../ports/bridge.ts"
import { FirmwareImages } from "../../ports/firmware.ts"
import { CHUNK_TRIES, FIRMWARE_CHUNK_MAX_BYTES } from "../../values/limits.ts"
import { type FirmwareStop, failureOf } from "./images.ts"

/** The chunks of one image, which the native side requests one by one. */
export class Chunks {
  readonly #update: FirmwareUpdate
  #size = 0
  /** The chunk on its way, -1 for none, and how often it was sent. */
  #sent = -1
  #tries = 0
  #renewals = 0

  constructor(update: FirmwareUpdate) {
    this.#update = update
  }

  begin(size: number) {
    this.#size = size
    this.discard()
  }

  /** The native side could not use the chunk on its way, and requests it again. */
  discard() {
    this.#sent = -1
  }

  /** `isGone`: the verified image is no longer here, because another one replaced it or the disk damaged it. */
  send(next: number): Effect.Effect<{ readonly isGone: boolean }, FirmwareStop, Bridge | FirmwareImages> {
    const { device: id, build, hash } = this.#update
    return Effect.gen({ self: this }, function* () {
      // The chunk was sent already: this message is a reply to an earlier one.
      if (next === this.#sent || next * FIRMWARE_CHUNK_MAX_BYTES >= this.#size) return { isGone: false }
      this.#tries = this.#sent === -1 ? this.#tries + 1 : 1
      if (this.#tries > CHUNK_TRIES) return yield* Effect.fail<FirmwareStop>({ reason: "bridgeStorage" })
      const images = yield* FirmwareImages
      const chunk = yield* images.chunk(hash, next).pipe(
        Effect.catchIf(
          ({ reason }) => reason === "damaged",
          () => Effect.succeed(null),
        ),
        Effect.mapError(failureOf),
      )
      if (chunk === null) {
        if (this.#renewals >= CHUNK_TRIES) return yield* Effect.fail<FirmwareStop>({ reason: "storage" })
        this.#renewals += 1
        this.#tries = 0
        return { isGone: true }
      }
      const { bytes, md5 } = chunk
      this.#sent = next
      const bridge = yield* Bridge
      yield* Effect.ignore(bridge.sendChunk({ head: { type: "fw_chunk", id, build, index: next, md5 }, bytes }))
      return { isGone: false }
    })
  }
}
