import { FIRMWARE_FETCH_TIMEOUT_MS } from "../../src/domain/values/limits.ts"
import type { LatestFirmware } from "../../src/domain/wire/firmware.ts"
import { readLatestFirmware } from "../../src/domain/wire/latestText.ts"
import { LATEST_LIFE_MS } from "../limits.ts"

/** The latest firmware as its provider publishes it (FW-1), asked for at most once in a while. */
export interface Latest {
  /** Undefined when the provider cannot be reached, or answers something else. */
  read(): Promise<LatestFirmware | undefined>
  /** Where an image is; undefined when no provider is known. */
  imageUrl(build: number): URL | undefined
}

const fetchLatest = async (url: URL): Promise<LatestFirmware | undefined> => {
  try {
    const signal = AbortSignal.timeout(FIRMWARE_FETCH_TIMEOUT_MS)
    const response = await fetch(url, { cache: "no-store", credentials: "omit", signal })
    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }
    const read = await readLatestFirmware(response)
    return read.ok ? read.value : undefined
  } catch {
    return undefined
  }
}

/** `url` is that of the text; undefined when no provider is known. */
export const createLatest = (url: URL | undefined): Latest => {
  let known: { readonly firmware: LatestFirmware; readonly at: number } | undefined
  let reading: Promise<LatestFirmware | undefined> | undefined

  const readNow = async (): Promise<LatestFirmware | undefined> => {
    const firmware = url === undefined ? undefined : await fetchLatest(url)
    reading = undefined
    if (firmware !== undefined) known = { firmware, at: performance.now() }
    return firmware
  }

  return {
    read: () => {
      if (known !== undefined && performance.now() - known.at < LATEST_LIFE_MS) return Promise.resolve(known.firmware)
      reading ??= readNow()
      return reading
    },
    imageUrl: (build) => (url === undefined ? undefined : new URL(`${build}.bin`, url)),
  }
}
