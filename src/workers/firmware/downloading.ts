import { createPace, type DownloadPace, PACE_TICK_MS } from "../../domain/values/downloadPace.ts"
import { askedWaitMs } from "../../domain/values/httpTime.ts"
import { FIRMWARE_IMAGE_MAX_BYTES, FIRMWARE_PARTS_MAX, FIRMWARE_RANGE_BYTES } from "../../domain/values/limits.ts"
import { readImageAnswer } from "../../domain/wire/firmware.ts"
import { httpStatusOf, ImageError, WaitError } from "./failure.ts"
import type { ReportProgress } from "./progress.ts"
import { piecesOf } from "./reading.ts"
import type { ImageWriter } from "./writing.ts"

/**
 * Downloads the bytes of an image. The lengths and ranges that a server reports are only hints: the hash decides
 * (FW-7). When the joined ranges are not the image, it is downloaded once more in one piece, before it counts as
 * another image.
 */

/** Bytes of an image as they arrive. Lengths are hints from the server (FW-7). */
interface Source {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** The first byte of the body. */
  readonly from: number
  /** The first byte after the range; null when the body extends to the end of the image. */
  readonly until: number | null
  /** Size of the whole image; null when the server does not report it. */
  readonly size: number | null
}

/**
 * `pastEnd`: no bytes follow the requested position. `unfit`: an unusable range. `tooLarge`: more than an image can
 * have.
 */
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

/** Requests the whole image in one reply. */
const fetchWhole = async (url: string, signal: AbortSignal): Promise<Asked> => ask(url, 0, {}, signal)

/**
 * Requests a range of the image from this byte on. Ranges bound the memory: a browser keeps bytes that come faster than
 * the disk takes them.
 */
const fetchFrom = async (url: string, from: number, signal: AbortSignal): Promise<Asked> =>
  ask(url, from, { range: `bytes=${from}-${from + FIRMWARE_RANGE_BYTES - 1}` }, signal)

/**
 * Number of attempts without a new byte after which the provider counts as unreachable, and the wait before each retry,
 * ms.
 */
const TRIES = 3
const AGAIN_MS = 1_000
/** The longest wait that a server may ask for, ms, and how often. Beyond that, the download ends. */
const WAITED_MAX_MS = 60_000
const WAITS = 3
/** A download without new bytes for this long is requested again, ms. */
const SILENCE_MS = 15_000

/**
 * `ranges`: range by range. `whole`: one reply, skipping the bytes that are stored. `restart`: one reply, from the start.
 */
type Way = "ranges" | "whole" | "restart"

/**
 * `further`: the range has arrived. `short`: the reply ended too early. `unfit`: the reply is unusable; `tooLarge`: it
 * names more than an image can have. `mixed`: all bytes have come, from several replies, and are not the image.
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

/**
 * Stores the body of one reply; calls `came` with the number of bytes of each piece. Returns false when the body is
 * longer than announced.
 */
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

/** When a provider allows no range request at all, requests the whole image. */
const asked = async (writing: ImageWriter, url: string, way: Way, signal: AbortSignal): Promise<Asked> => {
  if (way !== "ranges") return fetchWhole(url, signal)
  try {
    return await fetchFrom(url, writing.at, signal)
  } catch (cause) {
    if (signal.aborted || writing.at > 0 || cause instanceof WaitError) throw cause
    return fetchWhole(url, signal)
  }
}

/** Reads one reply. */
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

/**
 * True unless the connection was lost, by a network failure or our own time-out. Any other failure ends the download.
 */
const isFinal = (cause: unknown): boolean => {
  if (cause instanceof ImageError) return cause.failure !== "connect"
  return !(cause instanceof TypeError || (cause instanceof DOMException && cause.name === "AbortError"))
}

/** The next way to download; null when there is none. Stored bytes are discarded only when together they were wrong. */
const wayAfter = (way: Way, came: Came | "lost", isSpent: boolean, isAnswered: boolean): Way | null => {
  if (came === "mixed") return way === "restart" ? null : "restart"
  const isUnfit = came === "unfit" || came === "tooLarge"
  if (way !== "ranges") return isUnfit || isSpent ? null : way
  // A server that does not answer would not answer another kind of request either.
  if (isUnfit || (isSpent && isAnswered)) return "whole"
  return isSpent ? null : way
}

/** The failure of an attempt that did not complete the image. */
const failureOf = (came: Came | "lost", cause: unknown): ImageError => {
  if (came === "mixed") return new ImageError("wrongHash")
  if (came === "short") return new ImageError("truncated")
  if (came === "tooLarge") return new ImageError("tooLarge")
  if (came !== "lost") return new ImageError("unreadable")
  const isSilent = cause instanceof DOMException && cause.name === "AbortError"
  return new ImageError(isSilent ? "noAnswer" : "connect", httpStatusOf(cause).httpStatus)
}

/** Reads replies until the image is complete. */
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
    if (next === "restart") await writing.restart()
    way = next
    tries = 0
  }
}
