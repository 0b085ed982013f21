import { Context, Effect, Layer, Scope } from "effect"
import { Erasure } from "../domain/client/accounts/accountErasure.ts"
import { Bridge } from "../domain/ports/bridge.ts"
import { Digest } from "../domain/ports/platform.ts"
import { Subnets } from "../domain/ports/subnets.ts"

/** Services whose code is fetched after the engine has started. The domain knows nothing of this. */

/** The wait before another attempt to fetch code, ms. */
const AGAIN_MS = 5_000

/** Fetches again as long as the network is away and the cache has no copy. */
export const fetched = <Part>(load: () => Promise<Part>): Effect.Effect<Part> =>
  Effect.catch(Effect.tryPromise(load), () => Effect.andThen(Effect.sleep(AGAIN_MS), fetched(load)))

/**
 * Returns the same promise to all callers, so that they continue in the order of their calls. Of two imports of the
 * same code, the first waits for the files that Vite preloads for it, and the second does not. After a failure it
 * fetches again.
 */
export const importedOnce = <Part>(load: () => Promise<Part>): (() => Promise<Part>) => {
  let loading: Promise<Part> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

type Call<Service> = <Args extends readonly unknown[], A, E, R>(
  method: (service: Service) => (...args: Args) => Effect.Effect<A, E, R>,
) => (...args: Args) => Effect.Effect<A, E, R>

/** A service that is fetched and built at its first call. `forward` passes each call on. */
const lazyService = <Identifier, Service>(
  tag: Context.Key<Identifier, Service>,
  load: () => Promise<Layer.Layer<Identifier>>,
  forward: (call: Call<Service>, service: Effect.Effect<Service>) => Service,
): Layer.Layer<Identifier> =>
  Layer.effect(
    tag,
    Effect.gen(function* () {
      const scope = yield* Scope.Scope
      const built = Effect.flatMap(fetched(load), (layer) => Layer.buildWithScope(layer, scope))
      const service = yield* Effect.cached(Effect.map(built, (context) => Context.get(context, tag)))
      return forward(
        (method) =>
          (...args) =>
            Effect.flatMap(service, (found) => method(found)(...args)),
        service,
      )
    }),
  )

/**
 * The bridge as a lazy service. `own` is the address of the bridge that the server of this deployment runs, or null.
 */
export const lazyBridge = (own: string | null) =>
  lazyService(
    Bridge,
    () => import("../adapters/bridge/native.ts").then(({ nativeLayer }) => nativeLayer(own)),
    (call, bridge) => ({
      onLink: call(({ onLink }) => onLink),
      onMessage: call(({ onMessage }) => onMessage),
      onJunk: call(({ onJunk }) => onJunk),
      send: call(({ send }) => send),
      sendChunk: call(({ sendChunk }) => sendChunk),
      leave: Effect.flatMap(bridge, ({ leave }) => leave),
      viewerProtocols: Effect.flatMap(bridge, ({ viewerProtocols }) => viewerProtocols),
      askPairing: Effect.flatMap(bridge, ({ askPairing }) => askPairing),
      pair: call(({ pair }) => pair),
    }),
  )

export const lazyDigest = lazyService(
  Digest,
  () => import("../adapters/workers/digest.ts").then(({ digestLayer }) => digestLayer()),
  (call) => ({ md5: call(({ md5 }) => md5), sha256: call(({ sha256 }) => sha256) }),
)

export const lazySubnets = lazyService(
  Subnets,
  () => import("../adapters/workers/subnets.ts").then(({ subnetsLayer }) => subnetsLayer()),
  (call) => ({ hosts: call(({ hosts }) => hosts) }),
)

export const lazyErasure = lazyService(
  Erasure,
  () => import("../domain/client/accounts/erasing.ts").then(({ erasure }) => Layer.succeed(Erasure, erasure)),
  (_call, erasure) => ({ erase: Effect.flatMap(erasure, ({ erase }) => erase) }),
)
