import { setTimeout as sleep } from "node:timers/promises"
import { askedWaitMs } from "../../src/domain/values/httpTime.ts"
import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import { type ImageAnswer, readImageAnswer } from "../../src/domain/wire/firmware.ts"
import {
  DOWNLOAD_AGAIN_MS,
  DOWNLOAD_SILENCE_MS,
  DOWNLOAD_TRIES,
  DOWNLOAD_WAITED_MAX_MS,
  DOWNLOAD_WAITS,
} from "../limits.ts"
import type { Images, Writing, Written } from "./images.ts"

/**
 * Downloads an image into the store. After a lost connection it goes on where it stopped, by a byte range. What a server says of
 * lengths and ranges is a hint (FW-7): the hash judges what came, and parts that do not give the image are asked for once more as
 * one answer.
 */

export type Downloaded =
  | { readonly ok: true }
  /** `httpStatus`: the HTTP error that the server answered with last. */
  | { readonly ok: false; readonly reason: BridgeReason; readonly httpStatus?: number }

/**
 * `further`: a range came to its end, and more follows. `unfit`: the ranges of this server do not give the image. `away`: it gives
 * no image now.
 */
type Came = Written | "further" | "unfit" | "away"

/** The provider asks to be left alone for so long, ms. */
interface Wait {
  readonly waitMs: number
}

/** The provider answers with an HTTP error. */
interface Refused {
  readonly httpStatus: number
}

type Part = Exclude<ImageAnswer, { kind: "pastEnd" }> & { readonly body: ReadableStream<Uint8Array> }

/** The image from an offset on, or all of it. */
const request = async (
  url: URL,
  from: number,
  signal: AbortSignal,
): Promise<Part | Wait | Refused | "pastEnd" | "unfit" | "away"> => {
  const headers: Record<string, string> = {
    "accept-encoding": "identity",
    ...(from > 0 && { range: `bytes=${from}-` }),
  }
  const response = await fetch(url, { headers, cache: "no-store", credentials: "omit", signal })
  const answer = readImageAnswer(response)
  if (answer !== null && answer.kind !== "pastEnd" && response.body !== null) return { ...answer, body: response.body }
  await response.body?.cancel()
  if (answer?.kind === "pastEnd") return "pastEnd"
  const waitMs = askedWaitMs(response, Date.now())
  if (waitMs !== null) return { waitMs }
  return response.ok ? "unfit" : { httpStatus: response.status }
}

/** Judges what is here at the end of an answer: a wrong whole of one single answer is another image. */
const judged = async (writing: Writing, isSingle: boolean): Promise<Came> => {
  const written = await writing.judge()
  return written === "wrong_hash" && !isSingle ? "unfit" : written
}

const ended = (writing: Writing, part: Part): Promise<Came> | Came => {
  const at = writing.at()
  const isFull = part.size !== null && at >= part.size
  if (part.kind === "part") {
    if (at < part.until) return "more"
    return isFull ? judged(writing, part.from === 0) : "further"
  }
  if (part.size === null || isFull) return judged(writing, true)
  // Either its length was wrong, or it ended too early.
  return writing.judge().then((written) => (written === "wrong_hash" ? "more" : written))
}

const store = async (
  writing: Writing,
  part: Part,
  came: () => void,
  progress: (percent: number) => void,
): Promise<Came> => {
  const { from, until } = part.kind === "part" ? part : { from: 0, until: Number.POSITIVE_INFINITY }
  if (writing.at() < from) return "unfit"
  await writing.cut(from)
  for await (const bytes of part.body) {
    came()
    // More than the range that it names: then nothing that it names can be relied on.
    if (writing.at() + bytes.length > until) return "unfit"
    const written = await writing.add(bytes)
    if (written !== "more") return written
    if (part.size !== null) progress(Math.min(100, (100 * writing.at()) / part.size))
  }
  return ended(writing, part)
}

/** One try; "more" when the answer ended too early. */
const attempt = async (
  writing: Writing,
  url: URL,
  from: number,
  progress: (percent: number) => void,
  until: AbortSignal,
): Promise<Came | Wait | Refused> => {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), DOWNLOAD_SILENCE_MS)
  const came = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), DOWNLOAD_SILENCE_MS)
  }
  const signal = AbortSignal.any([silence.signal, until])
  try {
    const part = await request(url, from, signal).catch((): "away" => "away")
    if (part === "pastEnd") return await judged(writing, false)
    if (typeof part === "string" || "waitMs" in part || "httpStatus" in part) return part
    return await store(writing, part, came, progress)
  } catch {
    return "more"
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

const failures: Partial<Readonly<Record<Came, BridgeReason>>> = {
  wrong_hash: "wrong_hash",
  storage_failed: "storage_failed",
  superseded: "busy",
}

const downloadInto = async (
  writing: Writing,
  url: URL,
  progress: (percent: number) => void,
  until: AbortSignal,
): Promise<Downloaded> => {
  let usesRanges = true
  let waits = 0
  for (let tries = 0; ; tries += 1) {
    if (tries > 0) await sleep(DOWNLOAD_AGAIN_MS * 2 ** (tries - 1), undefined, { signal: until })
    const before = writing.at()
    const answer = await attempt(writing, url, usesRanges ? before : 0, progress, until)
    until.throwIfAborted()
    if (typeof answer !== "string" && "waitMs" in answer) {
      waits += 1
      if (answer.waitMs > DOWNLOAD_WAITED_MAX_MS || waits > DOWNLOAD_WAITS)
        return { ok: false, reason: "download_failed" }
      await sleep(answer.waitMs, undefined, { signal: until })
      tries = -1
      continue
    }
    const came = typeof answer === "string" ? answer : "away"
    if (came === "whole") return { ok: true }
    const reason = failures[came]
    if (reason !== undefined) {
      if (reason === "wrong_hash") await writing.cut(0)
      return { ok: false, reason }
    }
    const isAhead = usesRanges && writing.at() > before
    const isLast = came !== "further" && !isAhead && tries === DOWNLOAD_TRIES - 1
    const isUnfit = came === "unfit" || (isLast && came === "more")
    if (isUnfit && usesRanges) {
      usesRanges = false
      tries = -1
    } else if (isUnfit || isLast)
      return {
        ok: false,
        reason: "download_failed",
        ...(typeof answer !== "string" && { httpStatus: answer.httpStatus }),
      }
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
): Promise<Downloaded> => {
  const writing = await images.begin(hash)
  try {
    return await downloadInto(writing, url, progress, until)
  } finally {
    await writing.close()
  }
}
