import { readImageAnswer } from "../../domain/wire/firmware.ts"
import { ImageError } from "./failure.ts"

/** Bytes of an image from an offset on, as they come. */
export interface Source {
  readonly size: number
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Bytes at the beginning of the body that are known already. */
  readonly skip: number
}

/** The image from this byte on, or all of it. */
export const fetchFrom = async (url: string, from: number, signal: AbortSignal): Promise<Source> => {
  const headers = from > 0 ? { range: `bytes=${from}-` } : {}
  const response = await fetch(url, {
    headers,
    signal,
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  })
  const answer = readImageAnswer(response)
  if (answer !== null && answer !== "otherImage" && response.body !== null && answer.from <= from)
    return { size: answer.size, body: response.body, skip: from - answer.from }
  await response.body?.cancel()
  throw new ImageError(answer === "otherImage" ? "wrongHash" : "connect")
}
