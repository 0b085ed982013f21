import { Context, Effect, Layer, Scope } from "effect"
import { Digest } from "../../domain/ports/platform.ts"
import { Subnets } from "../../domain/ports/subnets.ts"

/**
 * What asks workers comes after the engine: it is fetched at once and awaited by whoever is faster, so that the log
 * opens without it. While the network is away, the fetch is tried again.
 */
const AGAIN_MS = 5_000

/** A part of the app that comes after the engine; `again`: how long to wait before it is fetched once more, ms. */
export const fetched = <Part>(fetch: () => Promise<Part>, again = AGAIN_MS): Effect.Effect<Part> =>
  Effect.catch(Effect.tryPromise(fetch), () => Effect.andThen(Effect.sleep(again), fetched(fetch, again)))

/** The service once its code is here; built once. */
const laterService = <Identifier, Service>(
  key: Context.Key<Identifier, Service>,
  fetch: () => Promise<Layer.Layer<Identifier>>,
) =>
  Effect.gen(function* () {
    const scope = yield* Scope.Scope
    const layer = fetch()
    layer.catch(() => {})
    const built = fetched(async () => layer.catch(fetch)).pipe(
      Effect.flatMap((found) => Layer.buildWithScope(found, scope)),
      Effect.map((context) => Context.get(context, key)),
    )
    return yield* Effect.cached(built)
  })

export const laterDigest: Layer.Layer<Digest> = Layer.effect(
  Digest,
  Effect.map(
    laterService(Digest, () => import("./digest.ts").then(({ digestLayer }) => digestLayer())),
    (digest) =>
      Digest.of({
        md5: (text) => Effect.flatMap(digest, ({ md5 }) => md5(text)),
        sha256: (parts) => Effect.flatMap(digest, ({ sha256 }) => sha256(parts)),
      }),
  ),
)

export const laterSubnets: Layer.Layer<Subnets> = Layer.effect(
  Subnets,
  Effect.map(
    laterService(Subnets, () => import("./subnets.ts").then(({ subnetsLayer }) => subnetsLayer())),
    (subnets) =>
      Subnets.of({
        hosts: (targets, from, count) => Effect.flatMap(subnets, ({ hosts }) => hosts(targets, from, count)),
      }),
  ),
)
