import { createMD5, type IHasher } from "hash-wasm"
import { FIRMWARE_CHUNK_MAX_BYTES } from "../../domain/values/limits.ts"
import { chunksIn, createChecksum, digestOf, goodParts } from "./chunks.ts"
import type { ImageRow, Images } from "./database.ts"
import { ImageError } from "./failure.ts"
import { piecesOf } from "./reading.ts"
import { fetchFrom } from "./source.ts"
import { type Named, Writing } from "./writing.ts"

/** Tries without a new byte after which the provider counts as away, and the wait before each further one, ms. */
const TRIES = 3
const AGAIN_MS = 1_000
/** A download that brings nothing for this long is asked for again, ms. */
const SILENCE_MS = 15_000

export type Progress = (percent: number, size: number) => void

/** Progress is told this often at most: each telling crosses to the page. */
const TOLD_EVERY_MS = 100

const calmly = (progress: Progress): Progress => {
  let told = Number.NEGATIVE_INFINITY
  return (percent, size) => {
    const now = performance.now()
    if (percent < 100 && now - told < TOLD_EVERY_MS) return
    told = now
    progress(percent, size)
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(new ImageError("cancelled"))
    })
  })

/** Reads one answer; false when it broke off before its end. */
const readOnce = async (writing: Writing, url: string, signal: AbortSignal, progress: Progress): Promise<boolean> => {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  try {
    const source = await fetchFrom(url, writing.at, AbortSignal.any([signal, silent.signal]))
    writing.sized(source.size)
    let skip = source.skip
    for await (const value of piecesOf(source.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENCE_MS)
      const fresh = value.subarray(Math.min(skip, value.length))
      skip -= value.length - fresh.length
      if (writing.at + fresh.length > source.size) throw new ImageError("wrongHash")
      await writing.add(fresh)
      progress((100 * writing.at) / source.size, source.size)
    }
    return writing.at === source.until
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

const readAll = async (writing: Writing, url: string, signal: AbortSignal, progress: Progress): Promise<void> => {
  let lost: "connect" | "truncated" = "connect"
  for (let tries = 0; !writing.isFull; ) {
    if (tries >= TRIES) throw new ImageError(lost)
    if (tries > 0) await wait(AGAIN_MS * 2 ** (tries - 1), signal)
    const before = writing.at
    try {
      if (await readOnce(writing, url, signal, progress)) {
        tries = 0
        continue
      }
      lost = "truncated"
    } catch (cause) {
      if (signal.aborted) throw new ImageError("cancelled")
      if (isFinal(cause)) throw cause
    }
    await writing.breakOff()
    tries = writing.at > before ? 1 : tries + 1
  }
}

/** Downloads what is not here yet. */
export const download = async (
  images: Images,
  named: Named,
  url: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<ImageRow> => {
  const here = await images.image(named.hash)
  if (here?.isWhole === true) return here
  const writing = await Writing.begin(images, named)
  try {
    await readAll(writing, url, signal, calmly(progress))
    return await tidied(images, await writing.end())
  } catch (cause) {
    if (cause instanceof ImageError && cause.failure === "wrongHash") await writing.forget()
    else await writing.breakOff().catch(() => undefined)
    throw cause
  }
}

/** The checksums of a file's chunks, if it is this image. */
const checksumsOf = async (
  file: Blob,
  hash: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<readonly string[]> => {
  const [whole, single] = await Promise.all([createMD5(), createChecksum()])
  whole.init()
  const checksums: string[] = []
  let at = 0
  for await (const chunk of chunksIn(file)) {
    if (signal.aborted) throw new ImageError("cancelled")
    whole.update(chunk)
    checksums.push(digestOf(single, chunk))
    at += chunk.length
    progress((100 * at) / file.size, file.size)
  }
  if (whole.digest("hex") !== hash) throw new ImageError("wrongHash")
  return checksums
}

/**
 * Keeps a file that a person has chosen, if it is the announced image. Another file is refused before anything is
 * written, because a download of the right image may be under way. It is one write, which the browser copies.
 */
export const keepFile = async (
  images: Images,
  { build, hash }: Named,
  file: Blob,
  signal: AbortSignal,
  progress: Progress,
): Promise<ImageRow> => {
  const checksums = await checksumsOf(file, hash, signal, calmly(progress))
  const row = { hash, build, size: file.size, chunks: checksums.length, isWhole: true }
  await images.replace(row, [{ hash, from: 0, checksums, bytes: file.slice() }])
  return tidied(images, row)
}

export const removeAll = async (images: Images): Promise<void> => {
  for (const { hash } of await images.all()) await images.remove(hash)
}

/** One image is kept, because nobody needs an older one. */
const tidied = async (images: Images, kept: ImageRow): Promise<ImageRow> => {
  for (const { hash } of await images.all()) if (hash !== kept.hash) await images.remove(hash)
  return kept
}

/** Whether all of it gives the hash; false also when the disk does not give all of it. */
const isRight = async (images: Images, row: ImageRow, signal: AbortSignal, progress: Progress): Promise<boolean> => {
  const whole = await createMD5()
  whole.init()
  let at = 0
  try {
    for (const { bytes } of await images.parts(row.hash)) {
      for await (const piece of piecesOf(bytes.stream())) {
        if (signal.aborted) break
        whole.update(piece)
        at += piece.length
        progress(Math.min(100, (100 * at) / row.size), row.size)
      }
    }
  } catch (cause) {
    if (cause instanceof ImageError) throw cause
    return false
  }
  if (signal.aborted) throw new ImageError("cancelled")
  return whole.digest("hex") === row.hash
}

/** Reads every byte again. What is not what it was is forgotten from there on, so that a download goes on there. */
export const verify = async (
  images: Images,
  hash: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<ImageRow> => {
  const row = await images.image(hash)
  if (row?.isWhole !== true) throw new ImageError("damaged")
  if (await isRight(images, row, signal, calmly(progress))) return row
  const { parts, chunks } = await goodParts(images, hash, () => {})
  if (chunks >= row.chunks) await images.remove(hash)
  else await images.replace({ ...row, chunks, isWhole: false }, parts)
  throw new ImageError("damaged")
}

let hashers: Promise<readonly [md5: IHasher, checksum: IHasher]> | undefined

/** One pair for all chunks that are asked for: each of them is hashed in one go. */
const ofChunks = (): Promise<readonly [md5: IHasher, checksum: IHasher]> => {
  hashers ??= Promise.all([createMD5(), createChecksum()])
  return hashers
}

export const readChunk = async (
  images: Images,
  hash: string,
  index: number,
): Promise<{ readonly bytes: ArrayBuffer; readonly md5: string }> => {
  const part = await images.part(hash, index)
  if (part === undefined) throw new ImageError("damaged")
  const start = (index - part.from) * FIRMWARE_CHUNK_MAX_BYTES
  const slice = part.bytes.slice(start, start + FIRMWARE_CHUNK_MAX_BYTES)
  const bytes = await slice.arrayBuffer().catch(() => new ArrayBuffer(0))
  const [md5, checksum] = await ofChunks()
  const chunk = new Uint8Array(bytes)
  if (digestOf(checksum, chunk) !== part.checksums[index - part.from]) throw new ImageError("damaged")
  return { bytes, md5: digestOf(md5, chunk) }
}
