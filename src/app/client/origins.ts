import { Effect, Stream } from "effect"
import { streamOf } from "../../domain/client/streams.ts"
import { Bridge } from "../../domain/ports/bridge.ts"
import type { BridgeMessage, PairedOrigin } from "../../domain/wire/bridge.ts"

/** The origins that may use the bridge (BRIDGE-5). Only the bridge knows them: the log stores nothing about them. */

const send = (message: BridgeMessage) => Effect.flatMap(Bridge, (bridge) => Effect.ignore(bridge.send(message)))

/** Receives the list until the caller interrupts it. Asks each bridge for the list that says hello. */
export const followOrigins = (report: (origins: readonly PairedOrigin[]) => void, refused: () => void) =>
  Effect.scoped(
    Effect.gen(function* () {
      const bridge = yield* Bridge
      const hears = bridge.onMessage((message) => {
        if (message.type === "origins") report(message.origins)
        if (message.type === "error" && message.about === "revoke_origin") refused()
      })
      yield* Effect.acquireRelease(hears, (stop) => Effect.sync(stop))
      yield* Stream.runForEach(streamOf(bridge.onLink), ({ state }) =>
        state === "connected" ? send({ type: "list_origins" }) : Effect.void,
      )
    }),
  )

export const revokeOrigin = (origin: string) => send({ type: "revoke_origin", origin })
