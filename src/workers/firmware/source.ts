import { askedWaitMs } from "../../domain/values/httpTime.ts"
import { FIRMWARE_RANGE_BYTES } from "../../domain/values/limits.ts"
import { readImageAnswer } from "../../domain/wire/firmware.ts"
import { ImageError, WaitError } from "./failure.ts"

/** Bytes of an image, as they come. Lengths are what the server says: hints (FW-7). */
export interface Source {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** The first byte of the body. */
  readonly from: number
  /** The first byte after the range; null when the body goes to the end of the image. */
  readonly until: number | null
  /** Of the whole image; null when the server does not say. */
  readonly size: number | null
}

/** `pastEnd`: there is nothing from this byte on. `unfit`: a part that cannot be used. */
export type Asked = Source | "pastEnd" | "unfit"

const ask = async (
  url: string,
  from: number,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Asked> => {
  const response = await fetch(url, {
    headers,
    signal,
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  })
  const { body } = response
  const answer = readImageAnswer(response)
  if (body !== null && answer?.kind === "whole") return { body, from: 0, until: null, size: answer.size }
  if (body !== null && answer?.kind === "part" && answer.from <= from && answer.until > from) {
    const { from: first, until, size } = answer
    return { body, from: first, until, size }
  }
  await body?.cancel()
  if (answer?.kind === "pastEnd") return "pastEnd"
  if (response.ok) return "unfit"
  const waitMs = askedWaitMs(response, Date.now())
  if (waitMs !== null) throw new WaitError(waitMs)
  throw new ImageError("connect", response.status)
}

/** All of the image in one answer. */
export const fetchWhole = async (url: string, signal: AbortSignal): Promise<Asked> => ask(url, 0, {}, signal)

/** The image from this byte on: a range of it, because a browser keeps in memory what comes faster than the disk takes it. */
export const fetchFrom = async (url: string, from: number, signal: AbortSignal): Promise<Asked> =>
  ask(url, from, { range: `bytes=${from}-${from + FIRMWARE_RANGE_BYTES - 1}` }, signal)
