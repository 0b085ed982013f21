import { Effect } from "effect"
import { expect, test } from "vitest"
import { Bridge } from "../../src/domain/ports/bridge.ts"
import { TestBrowser } from "./tabs.ts"

test("[HOUSE-2] a tab that stays subscribed after its end fails the test that it runs in", async () => {
  const listening = (stops: boolean) =>
    new TestBrowser().gen(function* () {
      const bridge = yield* Bridge
      const stop = yield* bridge.onLink(() => {})
      yield* Effect.sync(() => (stops ? stop() : undefined))
    })
  await expect(listening(true)).resolves.toBeUndefined()
  await expect(listening(false)).rejects.toThrow("subscriptions of a closed tab")
})
