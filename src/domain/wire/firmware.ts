import { type Build, parseBuild } from "../values/firmware.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"

/** The latest firmware as the provider publishes it (FW-1). `hash` is the MD5 of the image, lower-case hexadecimal. */
export interface LatestFirmware {
  readonly build: Build
  readonly hash: string
}

/** Longest latest-firmware text that is read, characters. */
export const LATEST_TEXT_MAX = 256

/** Reads `build|hash`; a trailing line end is accepted. */
export const parseLatestFirmware = (text: string): Parsed<LatestFirmware, "invalidFirmwareText"> => {
  if (text.length > LATEST_TEXT_MAX) return invalid("invalidFirmwareText")
  const match = /^([0-9]{1,15})\|([0-9a-f]{32})$/i.exec(text.trim())
  if (match?.[1] === undefined || match[2] === undefined) return invalid("invalidFirmwareText")
  const build = parseBuild(match[1])
  return build.ok ? valid({ build: build.value, hash: match[2].toLowerCase() }) : invalid("invalidFirmwareText")
}
