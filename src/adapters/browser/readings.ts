import { Effect, Layer } from "effect"
import { Readings } from "../../domain/ports/readings.ts"
import { type BesideNames, besideTables } from "../storage/beside.ts"
import { unkept } from "./unkept.ts"

const CHANNEL = "sightline.readings"

/** Latest readings in the database beside the log. A channel notifies the other tabs. */
export const readingsAt = (place: BesideNames = {}): Layer.Layer<Readings> =>
  Layer.effect(
    Readings,
    Effect.gen(function* () {
      const beside = yield* besideTables(place)
      const channel = yield* Effect.acquireRelease(
        Effect.sync(() => new BroadcastChannel(CHANNEL)),
        (opened) => Effect.sync(() => opened.close()),
      )
      return Readings.of({
        get: (account) =>
          Effect.orElseSucceed(
            beside("readings", "r", (readings) => readings.where("account").equals(account).toArray()),
            () => [],
          ),
        put: (reading) =>
          beside("readings", "rw", async (readings) => {
            await readings.where("account").notEqual(reading.account).delete()
            await readings.put(reading)
          }).pipe(
            Effect.match({
              onSuccess: () => {
                unkept.clear("readings")
                channel.postMessage(null)
              },
              onFailure: ({ reason }) => unkept.note("readings", reason),
            }),
          ),
        erase: (account) =>
          Effect.isSuccess(beside("readings", "rw", (readings) => readings.where("account").equals(account).delete())),
        onForeignPut: (listener) =>
          Effect.sync(() => {
            channel.addEventListener("message", listener)
            return () => channel.removeEventListener("message", listener)
          }),
      })
    }),
  )

export const readingsLayer = readingsAt()
