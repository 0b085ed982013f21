import { Context, Effect, Schema } from "effect"
import { firmwareFailures } from "../features/firmware/events.ts"
import type { LatestFirmware } from "../wire/firmware.ts"

/**
 * Why an image is not here: `connect` and `truncated` may be better next time; `wrongHash` and `damaged` leave nothing of
 * the image behind. `unreadable`: an answer came that is no image, or not the text of the latest build.
 */
export class FirmwareError extends Schema.TaggedError<FirmwareError>()("FirmwareError", {
  reason: Schema.Literals([...firmwareFailures, "damaged"]),
  /** Of a server that was reached, and answered with an HTTP error. */
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
  /** Of the bytes, lower-case hexadecimal. */
  readonly md5: string
}

export type ImageProgress = (percent: number, size: number) => void

/** Firmware images on this computer, and where they come from. */
export class FirmwareImages extends Context.Service<
  FirmwareImages,
  {
    /** The latest build as its provider publishes it (FW-1); a failure is `connect`, `wait` or `unreadable`. */
    readonly latest: Effect.Effect<LatestFirmware, FirmwareError>
    /**
     * Brings an image here in chunks with checksums and compares its MD5. It goes on at the last good chunk; an interruption
     * stops it there.
     */
    readonly download: (image: ImageName, progress: ImageProgress) => Effect.Effect<KeptImage, FirmwareError>
    /** The same for a file that a person has chosen: `wrongHash` when it is not that image. */
    readonly keepFile: (
      image: ImageName,
      file: Blob,
      progress: ImageProgress,
    ) => Effect.Effect<KeptImage, FirmwareError>
    /** Reads every byte again and compares the MD5: `damaged` when it is not here, or no longer what it was. */
    readonly verify: (image: ImageName, progress: ImageProgress) => Effect.Effect<KeptImage, FirmwareError>
    /** One chunk of FIRMWARE_CHUNK_MAX_BYTES, the last one shorter; its checksum is compared as it is read. */
    readonly chunk: (hash: string, index: number) => Effect.Effect<ImageChunk, FirmwareError>
    readonly removeAll: Effect.Effect<void>
  }
>()("sightline/FirmwareImages") {}

const unreached = Effect.suspend(() => Effect.fail(new FirmwareError({ reason: "connect" })))

/** For a page that can neither keep nor reach any image. */
export const noImages: FirmwareImages["Service"] = {
  latest: unreached,
  download: () => unreached,
  keepFile: () => unreached,
  verify: () => Effect.fail(new FirmwareError({ reason: "damaged" })),
  chunk: () => Effect.fail(new FirmwareError({ reason: "damaged" })),
  removeAll: Effect.void,
}
