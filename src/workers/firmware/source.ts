import { FIRMWARE_RANGE_BYTES } from "../../domain/values/limits.ts"
import { type ImageBody, readImageAnswer } from "../../domain/wire/firmware.ts"
import { ImageError } from "./failure.ts"

/** Bytes of an image from an offset on, as they come. */
export interface Source extends Omit<ImageBody, "from"> {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Bytes at the beginning of the body that are known already. */
  readonly skip: number
}

const ask = async (
  url: string,
  from: number,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Source> => {
  const response = await fetch(url, {
    headers,
    signal,
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  })
  const answer = readImageAnswer(response)
  if (answer !== null && answer !== "otherImage" && response.body !== null) {
    const { size, until } = answer
    if (answer.from <= from && until > from) return { size, until, body: response.body, skip: from - answer.from }
  }
  await response.body?.cancel()
  throw new ImageError(answer === "otherImage" ? "wrongHash" : "connect")
}

/**
 * The image from this byte on: a range of it, because a browser keeps in memory what comes faster than the disk takes it. A provider
 * that gives no ranges gives all of it, and so does one whose ranges another origin may not read: also after a cut, because a
 * download that it broke off could never end otherwise. Where nobody answers, asking for all of it brings nothing.
 */
export const fetchFrom = async (url: string, from: number, signal: AbortSignal): Promise<Source> => {
  const headers = { range: `bytes=${from}-${from + FIRMWARE_RANGE_BYTES - 1}` }
  try {
    return await ask(url, from, headers, signal)
  } catch (cause) {
    const isUnreadable = cause instanceof ImageError && cause.failure === "connect"
    if (signal.aborted || (from > 0 && !isUnreadable)) throw cause
    return ask(url, from, {}, signal)
  }
}
