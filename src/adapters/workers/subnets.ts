import { Effect, Layer } from "effect"
import { Subnets, SubnetsError } from "../../domain/ports/subnets.ts"
import type { Leaves } from "../../workers/leaves.worker.ts"
import { askWorker } from "./link.ts"

/** The only place with the worker's file name, because the bundler needs exactly this form. */
const startSubnetsWorker = (): Worker =>
  new Worker(new URL("../../workers/leaves.worker.ts", import.meta.url), { type: "module", name: "subnets" })

export const subnetsLayer = (startWorker: () => Worker = startSubnetsWorker): Layer.Layer<Subnets> =>
  Layer.effect(
    Subnets,
    Effect.map(askWorker<Leaves>(startWorker), (ask) =>
      Subnets.of({
        hosts: (targets, from, count) =>
          Effect.mapError(
            ask((remote) => remote.hosts([...targets], from, count)),
            () => new SubnetsError({ reason: "broken" }),
          ),
      }),
    ),
  )
