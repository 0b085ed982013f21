import { Effect, Layer } from "effect"
import { Bridge } from "../../domain/ports/bridge.ts"

const TRY_AGAIN_MS = 5_000

/**
 * The port, whose code is fetched after the engine has started: nobody waits for it. `own` is the address of the bridge that
 * the server of this deployment runs, null when it runs none.
 */
export const bridgeLayer = (own: string | null): Layer.Layer<Bridge> =>
  Layer.sync(Bridge, () => {
    let opening: Promise<Bridge["Service"]> | undefined
    const open = () => {
      opening ??= import("./native.ts").then(({ openNative }) => openNative(own))
      opening.catch(() => {
        opening = undefined
      })
      return opening
    }
    const native: Effect.Effect<Bridge["Service"]> = Effect.catch(
      Effect.tryPromise(open),
      // Without a network and without a copy in the cache, the code comes when there is one.
      () => Effect.andThen(Effect.sleep(TRY_AGAIN_MS), native),
    )
    return Bridge.of({
      onLink: (listener) => Effect.flatMap(native, ({ onLink }) => onLink(listener)),
      onMessage: (listener) => Effect.flatMap(native, ({ onMessage }) => onMessage(listener)),
      onJunk: (listener) => Effect.flatMap(native, ({ onJunk }) => onJunk(listener)),
      send: (message) => Effect.flatMap(native, ({ send }) => send(message)),
      sendChunk: (chunk) => Effect.flatMap(native, ({ sendChunk }) => sendChunk(chunk)),
      leave: Effect.flatMap(native, ({ leave }) => leave),
      viewerProtocols: Effect.flatMap(native, ({ viewerProtocols }) => viewerProtocols),
      askPairing: Effect.flatMap(native, ({ askPairing }) => askPairing),
      pair: (code) => Effect.flatMap(native, ({ pair }) => pair(code)),
    })
  })
