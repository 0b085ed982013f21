import { Effect } from "effect"
import { ManualTrigger, until } from "./triggers.ts"

/**
 * Values that callers leave for one loop, which takes them in order. It replaces Effect's `Queue`, which would take a
 * tenth of the size budget of the engine: callers use an inbox before its loop is loaded.
 */
export class Inbox<Value extends object> {
  readonly #left: Value[] = []
  readonly #filled = new ManualTrigger()

  readonly offer = (value: Value): Effect.Effect<void> =>
    Effect.suspend(() => {
      this.#left.push(value)
      return this.#filled.fire
    })

  /** Waits for the next one. */
  readonly take: Effect.Effect<Value> = Effect.suspend(() => {
    const first = this.#left.shift()
    if (first !== undefined) return Effect.succeed(first)
    return Effect.andThen(
      until([this.#filled.trigger], () => this.#left.length > 0),
      this.take,
    )
  })
}
