import { Effect, Stream } from "effect"
import { Bridge } from "../../ports/bridge.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { streamOf } from "../streams.ts"
import { report } from "../sync/reporting.ts"

type Type = BridgeCallback["type"]

/** Every message of the native side. */
export const incoming: Stream.Stream<BridgeCallback, never, Bridge> = Stream.unwrap(
  Effect.map(Bridge, ({ onMessage }) => streamOf(onMessage)),
)

const isOf =
  <Name extends Type>(types: readonly Name[]) =>
  (message: BridgeCallback): message is Extract<BridgeCallback, { type: Name }> =>
    types.some((type) => type === message.type)

/** The messages of these types. */
export const incomingOf = <Name extends Type>(...types: readonly Name[]) => Stream.filter(incoming, isOf(types))

/** Lets the log observe the state of the native side, and its reports about itself (BRIDGE-1, BRIDGE-4, LAYOUT-4). */
export const followBridge = Effect.gen(function* () {
  const { onLink, onJunk } = yield* Bridge
  yield* Effect.all(
    [
      Stream.runForEach(streamOf(onLink), (link) => report({ type: "ReportBridge", link })),
      Stream.runForEach(streamOf(onJunk), (problem) =>
        report({ type: "RejectInput", source: "bridge", subject: "message", problem }),
      ),
      Stream.runForEach(incoming, ({ type, unread }) =>
        unread === undefined
          ? Effect.void
          : report({ type: "RejectInput", source: "bridge", subject: type, problem: unread.problem }),
      ),
      Stream.runForEach(incomingOf("app_version"), ({ version, latest }) =>
        report({ type: "TellAppVersion", version, ...(latest !== undefined && { latest }) }),
      ),
      Stream.runForEach(incomingOf("linux_tips"), ({ flags, path = null }) =>
        report({ type: "TellLinuxTips", flags, path }),
      ),
    ],
    { concurrency: "unbounded", discard: true },
  )
})
