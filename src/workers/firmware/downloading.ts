import { createPace, type DownloadPace, PACE_TICK_MS } from "../../domain/values/downloadPace.ts"
import { askedWaitMs } from "../../domain/values/httpTime.ts"
import { FIRMWARE_IMAGE_MAX_BYTES, FIRMWARE_PARTS_MAX, FIRMWARE_RANGE_BYTES } from "../../domain/values/limits.ts"
import { readImageAnswer } from "../../domain/wire/firmware.ts"
import { httpStatusOf, ImageError, WaitError } from "./failure.ts"
import type { ReportProgress } from "./progress.ts"
import { piecesOf } from "./reading.ts"
import type { ImageWriter } from "./writing.ts"

/**
 * Brings the bytes of an image. What a server says of lengths and ranges is a hint: the hash judges what came (FW-7). Parts that do
 * not give the image are asked for once more as one answer, before the image counts as another one.
 */

/** Bytes of an image, as they come. Lengths are what the server says: hints (FW-7). */
interface Source {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** The first byte of the body. */
  readonly from: number
  /** The first byte after the range; null when the body goes to the end of the image. */
  readonly until: number | null
  /** Of the whole image; null when the server does not say. */
  readonly size: number | null
}

/** `pastEnd`: there is nothing from this byte on. `unfit`: a part that cannot be used. `tooLarge`: more than an image can have. */
type Asked = Source | "pastEnd" | "unfit" | "tooLarge"

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
  if (answer?.kind === "pastEnd" || answer?.kind === "tooLarge") return answer.kind
  if (response.ok) return "unfit"
  const waitMs = askedWaitMs(response, Date.now())
  if (waitMs !== null) throw new WaitError(waitMs)
  throw new ImageError("connect", response.status)
}

/** All of the image in one answer. */
const fetchWhole = async (url: string, signal: AbortSignal): Promise<Asked> => ask(url, 0, {}, signal)

/** The image from this byte on: a range of it, because a browser keeps in memory what comes faster than the disk takes it. */
const fetchFrom = async (url: string, from: number, signal: AbortSignal): Promise<Asked> =>
  ask(url, from, { range: `bytes=${from}-${from + FIRMWARE_RANGE_BYTES - 1}` }, signal)

/** Tries without a new byte after which the provider counts as away, and the wait before each further one, ms. */
const TRIES = 3
const AGAIN_MS = 1_000
/** A server that asks to wait no longer than this is asked again after it, so many times in all; else the download ends, ms. */
const WAITED_MAX_MS = 60_000
const WAITS = 3
/** A download that brings nothing for this long is asked for again, ms. */
const SILENCE_MS = 15_000

/** `ranges`: part by part. `whole`: one answer, of which the bytes that are here are passed over. `anew`: one answer, all of it. */
type Way = "ranges" | "whole" | "anew"

/**
 * `further`: the part has come. `short`: the answer ended before its end. `unfit`: the answer cannot be used; `tooLarge`, because
 * it names more than an image can have. `mixed`: all has come, from several answers, and is not the image.
 */
type Came = "right" | "further" | "short" | "unfit" | "tooLarge" | "mixed"

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(new ImageError("cancelled"))
    })
  })

/** Stores the body of one answer; `came` is called for each piece, with its bytes. False when it has more than it names. */
const takeBody = async (
  writing: ImageWriter,
  source: Source,
  came: (bytes: number) => void,
  progress: ReportProgress,
): Promise<boolean> => {
  let at = source.from
  for await (const piece of piecesOf(source.body)) {
    came(piece.length)
    const fresh = piece.subarray(Math.min(Math.max(0, writing.at - at), piece.length))
    at += piece.length
    if (source.until !== null && at > source.until) return false
    if (at > FIRMWARE_IMAGE_MAX_BYTES) throw new ImageError("tooLarge")
    await writing.add(fresh)
    if (source.size !== null) progress(Math.min(100, (100 * writing.at) / source.size), source.size)
  }
  return true
}

const judged = (writing: ImageWriter, { from, until, size }: Source, isSingle: boolean): Came => {
  const { at } = writing
  if (until !== null && at < until) return "short"
  if (until !== null && size !== null && at < size) return "further"
  if (writing.isRight) return "right"
  if (until !== null && size === null) return "further"
  if (size !== null && at < size) return "short"
  if (isSingle && from === 0) throw new ImageError("wrongHash")
  return "mixed"
}

/** Whatever the way, a provider that lets no range be asked for at all gives the whole. */
const asked = async (writing: ImageWriter, url: string, way: Way, signal: AbortSignal): Promise<Asked> => {
  if (way !== "ranges") return fetchWhole(url, signal)
  try {
    return await fetchFrom(url, writing.at, signal)
  } catch (cause) {
    if (signal.aborted || writing.at > 0 || cause instanceof WaitError) throw cause
    return fetchWhole(url, signal)
  }
}

/** Reads one answer. */
const readOnce = async (
  writing: ImageWriter,
  url: string,
  way: Way,
  signal: AbortSignal,
  progress: ReportProgress,
  answered: (bytes: number) => void,
): Promise<Came> => {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  const came = (bytes: number) => {
    answered(bytes)
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), SILENCE_MS)
  }
  try {
    const isSingle = writing.at === 0
    const source = await asked(writing, url, way, AbortSignal.any([signal, silent.signal]))
    if (source === "unfit" || source === "tooLarge") return source
    if (source === "pastEnd") return writing.isRight ? "right" : "mixed"
    if (!(await takeBody(writing, source, came, progress))) return "unfit"
    return judged(writing, source, isSingle && source.until === null)
  } finally {
    clearTimeout(timer)
    silent.abort()
  }
}

/** Everything except a lost connection ends a download: a network that fails, or our own time-out after silence. */
const isFinal = (cause: unknown): boolean => {
  if (cause instanceof ImageError) return cause.failure !== "connect"
  return !(cause instanceof TypeError || (cause instanceof DOMException && cause.name === "AbortError"))
}

/** The way after this one, null when there is none. Bytes are given up only where all of them were wrong together. */
const wayAfter = (way: Way, came: Came | "lost", isSpent: boolean, isAnswered: boolean): Way | null => {
  if (came === "mixed") return way === "anew" ? null : "anew"
  const isUnfit = came === "unfit" || came === "tooLarge"
  if (way !== "ranges") return isUnfit || isSpent ? null : way
  // A server that does not answer would not answer another kind of request either.
  if (isUnfit || (isSpent && isAnswered)) return "whole"
  return isSpent ? null : way
}

/** What a try that did not bring the image says of its server. */
const failureOf = (came: Came | "lost", cause: unknown): ImageError => {
  if (came === "mixed") return new ImageError("wrongHash")
  if (came === "short") return new ImageError("truncated")
  if (came === "tooLarge") return new ImageError("tooLarge")
  if (came !== "lost") return new ImageError("unreadable")
  const isSilent = cause instanceof DOMException && cause.name === "AbortError"
  return new ImageError(isSilent ? "noAnswer" : "connect", httpStatusOf(cause).httpStatus)
}

/** Reads answers until all of it is here. */
export const readAll = async (
  writing: ImageWriter,
  url: string,
  signal: AbortSignal,
  progress: ReportProgress,
): Promise<void> => {
  const pace = createPace()
  const slow = new AbortController()
  const ticking = setInterval(() => {
    if (pace.isTooSlow()) slow.abort()
  }, PACE_TICK_MS)
  try {
    await readOn(writing, url, AbortSignal.any([signal, slow.signal]), progress, pace)
  } catch (cause) {
    throw slow.signal.aborted && !signal.aborted ? new ImageError("noAnswer") : cause
  } finally {
    clearInterval(ticking)
  }
}

const readOn = async (
  writing: ImageWriter,
  url: string,
  signal: AbortSignal,
  progress: ReportProgress,
  pace: DownloadPace,
): Promise<void> => {
  let way: Way = "ranges"
  let isAnswered = false
  let waits = 0
  let parts = 0
  const answered = (bytes: number) => {
    isAnswered = true
    pace.came(bytes)
  }
  for (let tries = 0; !(writing.isFull && writing.isRight); ) {
    if (tries > 0) await wait(AGAIN_MS * 2 ** (tries - 1), signal)
    const before = writing.at
    let came: Came | "lost" = "lost"
    let lost: unknown
    try {
      came = await readOnce(writing, url, way, signal, progress, answered)
    } catch (cause) {
      if (signal.aborted) throw new ImageError("cancelled")
      if (cause instanceof WaitError && cause.waitMs <= WAITED_MAX_MS && waits < WAITS) {
        waits += 1
        pace.restart()
        await wait(cause.waitMs, signal)
        pace.restart()
        continue
      }
      if (isFinal(cause)) throw cause
      lost = cause
    }
    if (came === "right") return
    if (came === "further" && writing.at > before) {
      parts += 1
      tries = 0
      if (parts % FIRMWARE_PARTS_MAX !== 0) continue
      came = "unfit"
    }
    await writing.breakOff()
    tries = writing.at > before ? 1 : tries + 1
    const next = wayAfter(way, came, tries >= TRIES, isAnswered)
    if (next === null) throw failureOf(came, lost)
    if (next === way) continue
    if (next === "anew") await writing.restart()
    way = next
    tries = 0
  }
}
