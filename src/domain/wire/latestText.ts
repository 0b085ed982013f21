import { invalid, type Parsed } from "../values/parsed.ts"
import { LATEST_TEXT_MAX, type LatestFirmware, parseLatestFirmware } from "./firmware.ts"

/** The most bytes of such a text, in any encoding that editors use. */
const LATEST_BYTES_MAX = 4 * LATEST_TEXT_MAX

/** The decoder for the byte order mark, else for the charset of the header; an unknown charset is ignored. */
const decoderFor = ([first, second]: Uint8Array, contentType: string): TextDecoder => {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le")
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be")
  try {
    return new TextDecoder(/charset=["']?([^"';\s]+)/i.exec(contentType)?.[1])
  } catch {
    return new TextDecoder()
  }
}

interface Response {
  readonly headers: { readonly get: (name: string) => string | null }
  readonly body: ReadableStream<Uint8Array> | null
}

/**
 * Reads the text of a reply (FW-1). The rest of a longer one is never received. Rejects when the connection is lost.
 */
export const readLatestFirmware = async ({
  body,
  headers,
}: Response): Promise<Parsed<LatestFirmware, "invalidFirmwareText">> => {
  const bytes = new Uint8Array(LATEST_BYTES_MAX)
  let length = 0
  const reader = body?.getReader()
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    if (length + read.value.length > LATEST_BYTES_MAX) {
      await reader?.cancel()
      return invalid("invalidFirmwareText")
    }
    bytes.set(read.value, length)
    length += read.value.length
  }
  const text = bytes.subarray(0, length)
  return parseLatestFirmware(decoderFor(text, headers.get("content-type") ?? "").decode(text))
}
