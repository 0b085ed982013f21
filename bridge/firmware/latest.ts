import { FIRMWARE_FETCH_TIMEOUT_MS } from "../../src/domain/values/limits.ts"
import type { LatestFirmware } from "../../src/domain/wire/firmware.ts"
import { readLatestFirmware } from "../../src/domain/wire/latestText.ts"
import { LATEST_LIFE_MS } from "../limits.ts"

/** The latest firmware that the provider publishes (FW-1). The bridge asks at most once in a while. */
export interface Latest {
  /** Undefined when the provider cannot be reached, or its answer is no firmware text. */
  read(): Promise<LatestFirmware | undefined>
  /** The address of an image. Undefined when no provider is known. */
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

/** `url` is the address of the firmware text. Undefined when no provider is known. */
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
