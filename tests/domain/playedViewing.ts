import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { answerTo } from "../../src/domain/client/answering.ts"
import { followModes } from "../../src/domain/client/bridge/switching.ts"
import { followViewing } from "../../src/domain/client/bridge/viewing.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import type { ClientRequest } from "../../src/domain/client/requests.ts"
import { report } from "../../src/domain/client/sync/reporting.ts"
import type { BridgeLink } from "../../src/domain/features/bridge/feature.ts"
import { tabSessionOf } from "../../src/domain/features/deviceSession/feature.ts"
import { BridgeError, noBridge } from "../../src/domain/ports/bridge.ts"
import type { BridgeCallback, BridgeMessage } from "../../src/domain/wire/bridge.ts"
import { TestBrowser } from "./tabs.ts"

const CAPABILITIES: readonly string[] = ["viewer", "set_mode"]

/** A browser with a native side that the test plays. */
export const played = ({ isKnown = true, capabilities = CAPABILITIES } = {}) => {
  const browser = new TestBrowser()
  const sent: BridgeMessage[] = []
  const hears = new Set<(message: BridgeCallback) => void>()
  const links = new Set<(link: BridgeLink) => void>()
  const native = { isThere: true, left: 0 }
  const connected: BridgeLink = { state: "connected", version: "1", os: "linux", capabilities }
  browser.bridge = {
    ...noBridge,
    leave: Effect.sync(() => {
      native.left += 1
    }),
    onMessage: (listener) =>
      Effect.sync(() => {
        hears.add(listener)
        return () => hears.delete(listener)
      }),
    onLink: (listener) =>
      Effect.sync(() => {
        links.add(listener)
        if (isKnown) listener(connected)
        return () => links.delete(listener)
      }),
    send: (message) =>
      Effect.suspend(() => {
        if (!native.isThere) return Effect.fail(new BridgeError({ reason: "away" }))
        sent.push(message)
        return Effect.void
      }),
  }
  /** Runs everything that is due, in far less time than any wait lasts. */
  const settle = Effect.andThen(
    Effect.forEach(Array.from({ length: 60 }), () => Effect.yieldNow, { discard: true }),
    TestClock.adjust(1),
  )
  const say = (...messages: readonly BridgeCallback[]) =>
    Effect.andThen(
      Effect.sync(() => {
        for (const message of messages) for (const hear of hears) hear(message)
      }),
      settle,
    )
  const ask = (request: ClientRequest) => Effect.andThen(answerTo(request, true), settle)
  const reach = Effect.map(Engine, (engine) => tabSessionOf(engine.state().reach, "tab-1"))
  const cut = Effect.andThen(
    Effect.sync(() => {
      native.isThere = false
      for (const tell of links) tell({ state: "away" })
    }),
    settle,
  )
  const mend = Effect.andThen(
    Effect.sync(() => {
      native.isThere = true
      for (const tell of links) tell(connected)
    }),
    settle,
  )
  const greet = Effect.andThen(report({ type: "ReportBridge", link: connected }), settle)
  const run = <A>(steps: () => ReturnType<Parameters<typeof browser.gen<A>>[0]>): Promise<A> =>
    browser.gen(function* () {
      yield* Effect.forkScoped(followViewing)
      yield* Effect.forkScoped(followModes)
      yield* settle
      return yield* Effect.gen(steps)
    })
  return { browser, native, sent, say, ask, reach, cut, mend, run, settle, greet }
}
