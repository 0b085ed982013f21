import { setTimeout as sleep } from "node:timers/promises"
import { createPace, type DownloadPace, PACE_TICK_MS } from "../../src/domain/values/downloadPace.ts"
import { askedWaitMs } from "../../src/domain/values/httpTime.ts"
import { FIRMWARE_PARTS_MAX } from "../../src/domain/values/limits.ts"
import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import { type ImageAnswer, readImageAnswer } from "../../src/domain/wire/firmware.ts"
import {
  DOWNLOAD_AGAIN_MS,
  DOWNLOAD_SILENCE_MS,
  DOWNLOAD_TRIES,
  DOWNLOAD_WAITED_MAX_MS,
  DOWNLOAD_WAITS,
} from "../limits.ts"
import type { Images, ImageWriting, Written } from "./images.ts"

/**
 * Downloads an image into the store. After a lost connection the download resumes by a byte range. The lengths and
 * ranges of a server are hints (FW-7): only the hash decides. If ranges do not give the image, the bridge asks once
 * more for the whole in one answer.
 */

export type Downloaded =
  | { readonly ok: true }
  /** `httpStatus`: the last HTTP error of the server. */
  | { readonly ok: false; readonly reason: BridgeReason; readonly httpStatus?: number }

/** `further`: the range is complete, and more ranges follow. */
type Came = Written | "further"

/**
 * A failed try, and its meaning for the next one. `more`: an answer ended too early. `unfit`: the ranges of this server
 * do not give the image. `away`: the server gives no image now.
 */
interface Missed {
  readonly came: "more" | "unfit" | "away"
  readonly reason: BridgeReason
  readonly httpStatus?: number
}
const cut: Missed = { came: "more", reason: "download_cut" }
const unreadable: Missed = { came: "unfit", reason: "download_unreadable" }
const tooLarge: Missed = { came: "unfit", reason: "download_too_large" }

/** The provider asks for a pause of this length, ms. */
interface Wait {
  readonly waitMs: number
}

type Part = Extract<ImageAnswer, { kind: "whole" | "part" }> & { readonly body: ReadableStream<Uint8Array> }

/** Requests the image from an offset on, or all of it. */
const request = async (url: URL, from: number, signal: AbortSignal): Promise<Part | Wait | Missed | "pastEnd"> => {
  const headers: Record<string, string> = {
    "accept-encoding": "identity",
    ...(from > 0 && { range: `bytes=${from}-` }),
  }
  const response = await fetch(url, { headers, cache: "no-store", credentials: "omit", signal })
  const answer = readImageAnswer(response)
  if ((answer?.kind === "whole" || answer?.kind === "part") && response.body !== null)
    return { ...answer, body: response.body }
  await response.body?.cancel()
  if (answer?.kind === "pastEnd") return "pastEnd"
  if (answer?.kind === "tooLarge") return tooLarge
  const waitMs = askedWaitMs(response, Date.now())
  if (waitMs !== null) return { waitMs }
  return response.ok ? unreadable : { came: "away", reason: "download_failed", httpStatus: response.status }
}

/** Compares the hash at the end of an answer. After one single answer a wrong hash means another image. */
const judged = async (writing: ImageWriting, isSingle: boolean): Promise<Came | Missed> => {
  const written = await writing.judge()
  return written === "wrong_hash" && !isSingle ? unreadable : written
}

const ended = async (writing: ImageWriting, part: Part): Promise<Came | Missed> => {
  const at = writing.at()
  const isFull = part.size !== null && at >= part.size
  if (part.kind === "part") {
    if (at < part.until) return cut
    return isFull ? judged(writing, part.from === 0) : "further"
  }
  if (part.size === null || isFull) return judged(writing, true)
  // A wrong hash means here that the length was wrong or the answer ended too early.
  const written = await writing.judge()
  return written === "wrong_hash" ? cut : written
}

const store = async (
  writing: ImageWriting,
  part: Part,
  came: (bytes: number) => void,
  progress: (percent: number) => void,
): Promise<Came | Missed> => {
  const { from, until } = part.kind === "part" ? part : { from: 0, until: Number.POSITIVE_INFINITY }
  if (writing.at() < from) return unreadable
  await writing.cut(from)
  for await (const bytes of part.body) {
    came(bytes.length)
    // The server sent more than the range that it named, so its ranges are unreliable.
    if (writing.at() + bytes.length > until) return unreadable
    const written = await writing.add(bytes)
    if (written !== "more") return written
    if (part.size !== null) progress(Math.min(100, (100 * writing.at()) / part.size))
  }
  return ended(writing, part)
}

/** The longest silence of a server, the pause before the first retry, and a tick of its pace, ms. */
interface Patience {
  readonly silenceMs: number
  readonly againMs: number
  readonly tickMs: number
}

/** One attempt: requests the image from an offset on, and stores the answer. */
const attempt = async (
  writing: ImageWriting,
  url: URL,
  from: number,
  progress: (percent: number) => void,
  until: AbortSignal,
  silenceMs: number,
  pace: DownloadPace,
): Promise<Came | Wait | Missed> => {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  const came = (bytes: number): void => {
    pace.came(bytes)
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  const signal = AbortSignal.any([silence.signal, until])
  const lost = (came: "away" | "more"): Missed => ({
    came,
    reason: silence.signal.aborted ? "download_timed_out" : "download_failed",
  })
  try {
    const part = await request(url, from, signal).catch(() => lost("away"))
    if (part === "pastEnd") return await judged(writing, false)
    if ("waitMs" in part || "came" in part) return part
    return await store(writing, part, came, progress)
  } catch {
    return lost("more")
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

const failures: Partial<Readonly<Record<Came, BridgeReason>>> = {
  wrong_hash: "wrong_hash",
  storage_failed: "storage_failed",
  too_large: "download_too_large",
  superseded: "busy",
}

const downloadInto = async (
  writing: ImageWriting,
  url: URL,
  progress: (percent: number) => void,
  until: AbortSignal,
  { silenceMs, againMs }: Patience,
  pace: DownloadPace,
): Promise<Downloaded> => {
  let usesRanges = true
  let waits = 0
  let parts = 0
  for (let tries = 0; ; tries += 1) {
    if (tries > 0) await sleep(againMs * 2 ** (tries - 1), undefined, { signal: until })
    const before = writing.at()
    const answer = await attempt(writing, url, usesRanges ? before : 0, progress, until, silenceMs, pace)
    until.throwIfAborted()
    if (typeof answer !== "string" && "waitMs" in answer) {
      waits += 1
      if (answer.waitMs > DOWNLOAD_WAITED_MAX_MS || waits > DOWNLOAD_WAITS)
        return { ok: false, reason: "download_wait" }
      pace.restart()
      await sleep(answer.waitMs, undefined, { signal: until })
      pace.restart()
      tries = -1
      continue
    }
    if (answer === "whole") return { ok: true }
    const final = typeof answer === "string" ? failures[answer] : undefined
    if (final !== undefined) {
      if (final === "wrong_hash" || final === "download_too_large") await writing.cut(0)
      return { ok: false, reason: final }
    }
    const isAhead = usesRanges && writing.at() > before
    if (answer === "further") parts += 1
    const isEndless = answer === "further" && (!isAhead || parts === FIRMWARE_PARTS_MAX)
    // Parts without an announced end may already be the whole image.
    if (isEndless && (await writing.judge()) === "whole") return { ok: true }
    const missing = isEndless ? unreadable : answer
    const { came, ...missed } = typeof missing === "string" ? { came: missing, reason: cut.reason } : missing
    const isLast = came !== "further" && !isAhead && tries === DOWNLOAD_TRIES - 1
    const isUnfit = came === "unfit" || (isLast && came === "more")
    if (isUnfit && usesRanges) {
      usesRanges = false
      tries = -1
    } else if (isUnfit || isLast) return { ok: false, ...missed }
    else if (isAhead) tries = came === "further" ? -1 : 0
  }
}

/** Rejects when the signal is aborted. */
export const downloadImage = async (
  images: Images,
  url: URL,
  hash: string,
  progress: (percent: number) => void,
  until: AbortSignal,
  patience: Patience = { silenceMs: DOWNLOAD_SILENCE_MS, againMs: DOWNLOAD_AGAIN_MS, tickMs: PACE_TICK_MS },
): Promise<Downloaded> => {
  const writing = await images.begin(hash)
  const pace = createPace()
  const slow = new AbortController()
  const ticking = setInterval(() => {
    if (pace.isTooSlow()) slow.abort()
  }, patience.tickMs)
  try {
    return await downloadInto(writing, url, progress, AbortSignal.any([until, slow.signal]), patience, pace)
  } catch (cause) {
    if (until.aborted || !slow.signal.aborted) throw cause
    return { ok: false, reason: "download_timed_out" }
  } finally {
    clearInterval(ticking)
    await writing.close()
  }
}
