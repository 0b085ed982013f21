import { Effect } from "effect"
import { firmwareLayer } from "../adapters/workers/firmware.ts"
import { checkLatest, keepFile, runFirmware } from "../domain/client/firmware/running.ts"
import { supervised } from "../domain/client/supervision.ts"
import type { Refused } from "./client/handle.ts"

/** Everything about images and updates that runs beside the engine; a part of its own, which nobody waits for. */

/** Runs what the log says is under way, for as long as the page lives. */
export const firmwareLoop = (latestUrl: string | null) =>
  Effect.provide(supervised("firmware", runFirmware), firmwareLayer({ latestUrl }))

export const checkFirmware = (latestUrl: string | null) => Effect.provide(checkLatest, firmwareLayer({ latestUrl }))

export const keepFirmwareFile = (latestUrl: string | null, file: Blob) =>
  Effect.provide(keepFile(file), firmwareLayer({ latestUrl })).pipe(
    Effect.flatMap((failure) => {
      if (failure === null) return Effect.void
      return Effect.fail<Refused>(failure === "wrongHash" ? "wrongImage" : "imageNotKept")
    }),
  )
