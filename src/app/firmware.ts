import { Effect } from "effect"
import { watchSides } from "../adapters/browser/sides.ts"
import { firmwareLayer } from "../adapters/workers/firmware.ts"
import { checkLatest, keepFile, runFirmware } from "../domain/client/firmware/running.ts"
import { Engine } from "../domain/client/log/engine.ts"
import { supervised } from "../domain/client/supervision.ts"
import type { FileReading, Refused } from "./client/handle.ts"

/** All code about images and updates that runs beside the engine. A script of its own, loaded last. */

/** Records an image that the browser has deleted as gone, and downloads an image of an older release again. */
const followSides = Effect.flatMap(Engine, (engine) =>
  Effect.sync(() => {
    const gone = (hash: string) => engine.dispatch({ type: "RecordImageGone", hash })
    watchSides({
      imageHash: () => {
        const { image } = engine.state().firmware
        return image?.status === "kept" ? image.hash : null
      },
      imageGone: (hash) => Effect.runFork(Effect.ignore(gone(hash))),
      imageOutdated: (hash) => {
        const build = engine.state().firmware.image?.build ?? 0
        Effect.runFork(Effect.ignore(Effect.andThen(gone(hash), engine.dispatch({ type: "WantImage", build, hash }))))
      },
    })
  }),
)

/** Runs the updates that are under way according to the log, as long as the page lives. */
export const firmwareLoop = (latestUrl: string | null) =>
  Effect.andThen(followSides, Effect.provide(supervised("firmware", runFirmware), firmwareLayer({ latestUrl })))

export const checkFirmware = (latestUrl: string | null) => Effect.provide(checkLatest, firmwareLayer({ latestUrl }))

const whenStopped = (stopped: AbortSignal) =>
  Effect.callback<null>((resume) => stopped.addEventListener("abort", () => resume(Effect.succeed(null))))

export const keepFirmwareFile = (latestUrl: string | null, { file, report, stopped }: FileReading) =>
  Effect.raceFirst(keepFile(file, report), whenStopped(stopped)).pipe(
    Effect.provide(firmwareLayer({ latestUrl })),
    Effect.flatMap((failure) => {
      if (failure === null) return Effect.void
      return Effect.fail<Refused>(failure === "wrongHash" ? "wrongImage" : "imageNotKept")
    }),
  )
