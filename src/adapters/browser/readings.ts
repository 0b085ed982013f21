import { Effect, Layer } from "effect"
import { Readings } from "../../domain/ports/readings.ts"
import { besideTables } from "../storage/beside.ts"

const CHANNEL = "sightline.readings"

/** Latest readings in the database beside the log; a channel tells the other tabs. */
export const readingsLayer: Layer.Layer<Readings> = Layer.effect(
  Readings,
  Effect.gen(function* () {
    const { readings } = yield* besideTables()
    const channel = yield* Effect.acquireRelease(
      Effect.sync(() => new BroadcastChannel(CHANNEL)),
      (opened) => Effect.sync(() => opened.close()),
    )
    return Readings.of({
      get: (account) =>
        Effect.orElseSucceed(
          Effect.tryPromise(() => readings.where("account").equals(account).toArray()),
          () => [],
        ),
      put: (reading) =>
        Effect.tryPromise(() =>
          readings.db.transaction("rw", readings, async () => {
            await readings.where("account").notEqual(reading.account).delete()
            await readings.put(reading)
          }),
        ).pipe(
          Effect.tap(() => Effect.sync(() => channel.postMessage(null))),
          Effect.ignore,
        ),
      erase: (account) => Effect.isSuccess(Effect.tryPromise(() => readings.where("account").equals(account).delete())),
      onForeignPut: (listener) =>
        Effect.sync(() => {
          channel.addEventListener("message", listener)
          return () => channel.removeEventListener("message", listener)
        }),
    })
  }),
)
