import { Effect } from "effect"
import { FirmwareError, type FirmwareImages, type ImageProgress } from "../../../src/domain/ports/firmware.ts"
import { parseLatestFirmware } from "../../../src/domain/wire/firmware.ts"
import { later } from "../browser/runtime.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import { image, NEW_BUILD } from "./image.ts"

/** Images on this machine and their source, with the possible faults of both. */

export type ProviderFault = "connect" | "truncated" | "wrongHash" | "quota" | "damaged"

const STEP_MS = 120

const latest = parseLatestFirmware(`${NEW_BUILD}|${image.hash}`)

export class Provider {
  fault: ProviderFault | undefined
  #isKept = false
  /** Pages that have verified the image since it was last wrong or missing. */
  readonly #verified = new Set<Tab>()
  readonly #world: SimulatedWorld

  constructor(world: SimulatedWorld) {
    this.#world = world
  }

  isVerifiedBy(tab: Tab): boolean {
    return this.#verified.has(tab)
  }

  portFor(tab: Tab): FirmwareImages["Service"] {
    const fails = (reason: FirmwareError["reason"]) => Effect.fail(new FirmwareError({ reason }))
    const takes = (progress: ImageProgress) =>
      Effect.forEach(
        [20, 60, 100],
        (percent) =>
          Effect.andThen(
            later(this.#world, tab, STEP_MS),
            Effect.sync(() => progress(percent, image.size)),
          ),
        { discard: true },
      )
    const isRight = Effect.sync(() => {
      this.#isKept = true
      this.#verified.add(tab)
      return { build: NEW_BUILD, hash: image.hash, size: image.size }
    })
    const lose = (reason: FirmwareError["reason"]) =>
      Effect.suspend(() => {
        this.#isKept = false
        this.#verified.clear()
        return fails(reason)
      })
    return {
      latest: Effect.andThen(
        later(this.#world, tab, STEP_MS),
        Effect.suspend(() =>
          this.fault === "connect" || !latest.ok ? fails("connect") : Effect.succeed(latest.value),
        ),
      ),
      download: (_image, progress) =>
        Effect.andThen(
          takes(progress),
          Effect.suspend(() => {
            if (this.fault === undefined || this.fault === "damaged") return isRight
            return this.fault === "wrongHash" ? lose("wrongHash") : fails(this.fault)
          }),
        ),
      keepFile: () => fails("storage"),
      verify: (_image, progress) =>
        Effect.suspend(() => {
          if (!this.#isKept) return fails("damaged")
          const judged = Effect.suspend(() => (this.fault === "damaged" ? lose("damaged") : isRight))
          return Effect.andThen(takes(progress), judged)
        }),
      chunk: (_hash, index) =>
        Effect.andThen(
          later(this.#world, tab, STEP_MS),
          Effect.suspend(() => {
            const chunk = image.chunks[index]
            return this.#isKept && chunk !== undefined ? Effect.succeed(chunk) : fails("damaged")
          }),
        ),
      removeAll: Effect.sync(() => {
        this.#isKept = false
        this.#verified.clear()
      }),
    }
  }
}
