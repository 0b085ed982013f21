import type { Area } from "../../../src/domain/wire/rfb/clientMessage.ts"

/** Rows that share one span of changed pixels. */
const BAND = 16

/**
 * The parts of a screen that changed since a viewer last got them: one span for each band of rows, so memory never
 * grows.
 */
export class ChangedBands {
  readonly #width: number
  readonly #height: number
  readonly #from: Int32Array
  readonly #to: Int32Array

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    const bands = Math.ceil(height / BAND)
    this.#from = new Int32Array(bands).fill(width)
    this.#to = new Int32Array(bands)
  }

  add({ x, y, width, height }: Area): void {
    const bottom = Math.min(this.#height, y + height)
    for (let band = Math.floor(y / BAND); band * BAND < bottom; band += 1) {
      this.#from[band] = Math.min(this.#from[band] ?? 0, Math.max(0, x))
      this.#to[band] = Math.max(this.#to[band] ?? 0, Math.min(this.#width, x + width))
    }
  }

  all(): void {
    this.add({ x: 0, y: 0, width: this.#width, height: this.#height })
  }

  get isEmpty(): boolean {
    return this.#to.every((to, band) => to <= (this.#from[band] ?? 0))
  }

  /** Returns and clears the changed areas. Joins bands with the same span. */
  take(): readonly Area[] {
    const areas: Area[] = []
    for (let band = 0; band < this.#to.length; band += 1) {
      const from = this.#from[band] ?? 0
      const to = this.#to[band] ?? 0
      if (to <= from) continue
      const height = Math.min(BAND, this.#height - band * BAND)
      const before = areas.at(-1)
      const isJoined =
        before !== undefined &&
        before.x === from &&
        before.width === to - from &&
        before.y + before.height === band * BAND
      if (isJoined) areas[areas.length - 1] = { ...before, height: before.height + height }
      else areas.push({ x: from, y: band * BAND, width: to - from, height })
    }
    this.#from.fill(this.#width)
    this.#to.fill(0)
    return areas
  }
}
