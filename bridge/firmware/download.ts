import { setTimeout as sleep } from "node:timers/promises"
import { FIRMWARE_IMAGE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import { type ImageBody, readImageAnswer } from "../../src/domain/wire/firmware.ts"
import { DOWNLOAD_AGAIN_MS, DOWNLOAD_SILENCE_MS, DOWNLOAD_TRIES } from "../limits.ts"
import type { Images, Written } from "./images.ts"

/** Downloads an image into the store. After a lost connection it goes on where it stopped, by a byte range. */

export type Downloaded = { readonly ok: true } | { readonly ok: false; readonly reason: BridgeReason }

interface Part extends ImageBody {
  readonly body: ReadableStream<Uint8Array>
}

/** The image from an offset on, or all of it; undefined when the server gives no image now. */
const request = async (url: URL, from: number, signal: AbortSignal): Promise<Part | "otherImage" | undefined> => {
  const headers: Record<string, string> = {
    "accept-encoding": "identity",
    ...(from > 0 && { range: `bytes=${from}-` }),
  }
  const response = await fetch(url, { headers, cache: "no-store", credentials: "omit", signal })
  const answer = readImageAnswer(response)
  if (answer !== null && answer !== "otherImage" && response.body !== null) return { body: response.body, ...answer }
  await response.body?.cancel()
  return answer === "otherImage" ? answer : undefined
}

const store = async (
  images: Images,
  hash: string,
  part: Part,
  heard: () => void,
  progress: (percent: number) => void,
): Promise<Written> => {
  const writing = await images.begin(hash, part.size)
  try {
    await writing.cut(part.from)
    if (writing.at() !== part.from) return "more"
    for await (const bytes of part.body) {
      heard()
      const written = await writing.add(bytes)
      if (written !== "more") return written
      progress((100 * writing.at()) / part.size)
    }
    return "more"
  } finally {
    await writing.close()
  }
}

/** How much of it is there, of at most so many bytes. */
const begunBytes = async (images: Images, hash: string, most = FIRMWARE_IMAGE_MAX_BYTES): Promise<number> => {
  const writing = await images.begin(hash, FIRMWARE_IMAGE_MAX_BYTES)
  await writing.cut(most)
  await writing.close()
  return writing.at()
}

/** One try; "more" when the connection ended too early. */
const attempt = async (
  images: Images,
  url: URL,
  hash: string,
  progress: (percent: number) => void,
  until: AbortSignal,
): Promise<Written> => {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), DOWNLOAD_SILENCE_MS)
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), DOWNLOAD_SILENCE_MS)
  }
  try {
    const signal = AbortSignal.any([silence.signal, until])
    const part = await request(url, await begunBytes(images, hash), signal)
    if (part === "otherImage") await begunBytes(images, hash, 0)
    return part === undefined || part === "otherImage" ? "more" : await store(images, hash, part, heard, progress)
  } catch {
    return "more"
  } finally {
    clearTimeout(timer)
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
  for (let tries = 0; tries < DOWNLOAD_TRIES; tries += 1) {
    if (tries > 0) await sleep(DOWNLOAD_AGAIN_MS * 2 ** (tries - 1), undefined, { signal: until })
    const written = await attempt(images, url, hash, progress, until)
    until.throwIfAborted()
    if (written === "whole") return { ok: true }
    if (written === "wrong_hash" || written === "storage_failed") return { ok: false, reason: written }
    if (written === "superseded") return { ok: false, reason: "busy" }
  }
  return { ok: false, reason: "download_failed" }
}
