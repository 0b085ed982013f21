import { createServer } from "node:http"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { ANSWER_MS } from "../../src/adapters/bridge/access.ts"
import { pairingAt } from "../../src/adapters/bridge/pairing.ts"

/** A bridge that accepts connections and never answers. With `begins`, it starts an answer and never ends it. */
const hanging = async (begins: boolean) => {
  const asked = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    if (begins) response.writeHead(200, { "content-type": "application/json" }).write("{")
    asked.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the bridge has no port")
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { service: pairingAt(`ws://127.0.0.1:${address.port}`), asked: asked.promise, close }
}

test.each([
  ["askPairing", false],
  ["askPairing", true],
  ["pair", false],
  ["pair", true],
] as const)(
  "[BRIDGE-5] %s of a bridge that never answers ends in time (answer begun: %s)",
  async (question, begins) => {
    const { service, asked, close } = await hanging(begins)
    const outcome = Effect.gen(function* () {
      const asking: Effect.Effect<unknown, { readonly reason: string }> =
        question === "pair" ? service.pair("123456") : service.askPairing
      const fiber = yield* Effect.forkChild(
        Effect.match(asking, { onSuccess: () => "answered", onFailure: ({ reason }) => reason }),
      )
      yield* Effect.promise(() => asked)
      yield* TestClock.adjust(ANSWER_MS - 1)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      return yield* Fiber.join(fiber)
    })
    try {
      expect(await Effect.runPromise(Effect.provide(outcome, TestClock.layer()))).toBe("away")
    } finally {
      close()
    }
  },
)
