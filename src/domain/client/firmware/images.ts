import { Context, Effect, Layer, Semaphore } from "effect"
import type { FirmwareFailure } from "../../features/firmware/events.ts"
import type { FirmwareError, ImageName, KeptImage } from "../../ports/firmware.ts"
import { FirmwareImages } from "../../ports/firmware.ts"
import type { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"

/** Reports the progress: first the stored chunks are checked, then the missing ones downloaded. */
export type ReportStage = (stage: "checking" | "downloading", percent: number) => Effect.Effect<void, never, Engine>

/** The reason why an update or a download ended; `httpStatus`: the HTTP error of the update server. */
export interface FirmwareStop {
  readonly reason: FirmwareFailure
  readonly httpStatus?: number
}

export const failureOf = ({ reason, httpStatus }: FirmwareError): FirmwareStop => ({
  reason: reason === "damaged" ? "storage" : reason,
  ...(httpStatus !== undefined && { httpStatus }),
})

/** Share of the stage for the download from the provider. The transfer to the native side is the rest. */
const DOWNLOAD_SHARE = 0.9

/** The images of this computer in the log. Only one is downloaded or verified at a time. */
export class ImageKeeper extends Context.Service<
  ImageKeeper,
  {
    /**
     * The native side takes one image at a time from a page, and asks for one passcode. The holder of this permit sends
     * the image.
     */
    readonly filling: Semaphore.Semaphore
    /** Returns the verified image, after downloading it if needed. Records the outcome in the log. */
    readonly obtain: (
      image: ImageName,
      report: ReportStage,
    ) => Effect.Effect<KeptImage, FirmwareError, Engine | FirmwareImages>
  }
>()("sightline/ImageKeeper") {
  static readonly layer = Layer.effect(
    ImageKeeper,
    Effect.map(Effect.all([Semaphore.make(1), Semaphore.make(1)]), ([alone, filling]) =>
      ImageKeeper.of({ filling, obtain: (image, report) => alone.withPermits(1)(obtain(image, report)) }),
    ),
  )
}

const obtain = Effect.fnUntraced(function* (image: ImageName, reportStage: ReportStage) {
  const images = yield* FirmwareImages
  const context = yield* Effect.context<Engine>()
  const fork = Effect.runForkWith(context)
  const { build, hash } = image
  const checking = images.verify(image, (percent) => void fork(reportStage("checking", percent)))
  const downloading = images.download(image, (percent, size) => {
    fork(report({ type: "RecordImageMove", hash, percent, size }))
    fork(reportStage("downloading", percent * DOWNLOAD_SHARE))
  })
  // A stored image that changed is downloaded again and never sent to a device.
  const kept = yield* Effect.catchIf(
    checking,
    ({ reason }) => reason === "damaged",
    () => Effect.andThen(report({ type: "RecordImageGone", hash }), Effect.andThen(want(image), downloading)),
  ).pipe(Effect.tapError((error) => report({ type: "RecordImageFailure", hash, ...failureOf(error) })))
  yield* report({ type: "RecordImageKept", build, hash, size: kept.size })
  return kept
})

const want = ({ build, hash }: ImageName) => report({ type: "WantImage", build, hash })
