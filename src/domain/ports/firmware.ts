import { Context, Effect, Schema } from "effect"
import { firmwareFailures } from "../features/firmware/events.ts"
import type { LatestFirmware } from "../wire/firmware.ts"

/**
 * Why an image is not available. `connect` and `truncated` may succeed later. After `wrongHash` and `damaged` nothing
 * of the image is kept. `unreadable`: the answer is no image, or not the text of the latest build.
 */
export class FirmwareError extends Schema.TaggedError<FirmwareError>()("FirmwareError", {
  reason: Schema.Literals([...firmwareFailures, "damaged"]),
  /** The HTTP error with which a reached server answered. */
  httpStatus: Schema.optionalKey(Schema.Int),
}) {}

/** `build` names the image for the provider, `hash` its bytes. */
export interface ImageName {
  readonly build: number
  readonly hash: string
}

export interface KeptImage extends ImageName {
  /** Bytes. */
  readonly size: number
}

export interface ImageChunk {
  readonly bytes: Uint8Array
  /** MD5 of the bytes, lower-case hexadecimal. */
  readonly md5: string
}

export type ImageProgress = (percent: number, size: number) => void

/** Firmware images on this computer, and their provider. */
export class FirmwareImages extends Context.Service<
  FirmwareImages,
  {
    /** The latest build as its provider publishes it (FW-1); a failure is `connect`, `wait` or `unreadable`. */
    readonly latest: Effect.Effect<LatestFirmware, FirmwareError>
    /**
     * Downloads an image in chunks with checksums and compares its MD5. It continues at the last good chunk, and
     * interrupting the effect stops the download.
     */
    readonly download: (image: ImageName, progress: ImageProgress) => Effect.Effect<KeptImage, FirmwareError>
    /** The same for a file that a person has chosen. Fails with `wrongHash` when the file is another image. */
    readonly keepFile: (
      image: ImageName,
      file: Blob,
      progress: ImageProgress,
    ) => Effect.Effect<KeptImage, FirmwareError>
    /** Reads every byte again and compares the MD5. Fails with `damaged` when the image is missing or has changed. */
    readonly verify: (image: ImageName, progress: ImageProgress) => Effect.Effect<KeptImage, FirmwareError>
    /** One chunk of FIRMWARE_CHUNK_MAX_BYTES, the last one shorter. Reading compares its checksum. */
    readonly chunk: (hash: string, index: number) => Effect.Effect<ImageChunk, FirmwareError>
    readonly removeAll: Effect.Effect<void>
  }
>()("sightline/FirmwareImages") {}

const unreached = Effect.suspend(() => Effect.fail(new FirmwareError({ reason: "connect" })))

/** For a page that can neither store nor download images. */
export const noImages: FirmwareImages["Service"] = {
  latest: unreached,
  download: () => unreached,
  keepFile: () => unreached,
  verify: () => Effect.fail(new FirmwareError({ reason: "damaged" })),
  chunk: () => Effect.fail(new FirmwareError({ reason: "damaged" })),
  removeAll: Effect.void,
}
