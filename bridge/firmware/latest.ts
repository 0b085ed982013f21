import { FIRMWARE_FETCH_TIMEOUT_MS } from "../../src/domain/values/limits.ts"
import { LATEST_TEXT_MAX, type LatestFirmware, parseLatestFirmware } from "../../src/domain/wire/firmware.ts"
import { LATEST_LIFE_MS } from "../limits.ts"

/** The latest firmware as its provider publishes it (FW-1), asked for at most once in a while. */
export interface Latest {
  /** Undefined when the provider cannot be reached, or answers something else. */
  read(): Promise<LatestFirmware | undefined>
  /** Where an image is; undefined when no provider is known. */
  imageUrl(build: number): URL | undefined
}

const fetchText = async (url: URL): Promise<string | undefined> => {
  try {
    const signal = AbortSignal.timeout(FIRMWARE_FETCH_TIMEOUT_MS)
    const response = await fetch(url, { cache: "no-store", credentials: "omit", signal })
    if (!response.ok || response.body === null) return undefined
    let text = ""
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      text += part
      if (text.length > LATEST_TEXT_MAX) return undefined
    }
    return text
  } catch {
    return undefined
  }
}

/** `url` is that of the text; undefined when no provider is known. */
export const createLatest = (url: URL | undefined): Latest => {
  let known: { readonly firmware: LatestFirmware; readonly at: number } | undefined
  let reading: Promise<LatestFirmware | undefined> | undefined

  const readNow = async (): Promise<LatestFirmware | undefined> => {
    const text = url === undefined ? undefined : await fetchText(url)
    const firmware = text === undefined ? undefined : parseLatestFirmware(text)
    reading = undefined
    if (firmware?.ok !== true) return undefined
    known = { firmware: firmware.value, at: performance.now() }
    return firmware.value
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
