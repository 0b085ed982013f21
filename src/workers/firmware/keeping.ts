import { createMD5, type IHasher } from "hash-wasm"
import { FIRMWARE_CHUNK_MAX_BYTES } from "../../domain/values/limits.ts"
import { chunksIn, createChecksum, digestOf, goodParts } from "./chunks.ts"
import type { ImageDatabase, ImageRow } from "./database.ts"
import { readAll } from "./downloading.ts"
import { ImageError } from "./failure.ts"
import { calmly, type ReportProgress } from "./progress.ts"
import { piecesOf } from "./reading.ts"
import { ImageWriter, type Named } from "./writing.ts"

/** Downloads the missing rest of an image. */
export const download = async (
  images: ImageDatabase,
  named: Named,
  url: string,
  signal: AbortSignal,
  progress: ReportProgress,
): Promise<ImageRow> => {
  const here = await images.image(named.hash)
  if (here?.isWhole === true) return here
  const writing = await ImageWriter.begin(images, named)
  try {
    await readAll(writing, url, signal, calmly(progress))
    return await tidied(images, await writing.end())
  } catch (cause) {
    if (cause instanceof ImageError && cause.failure === "wrongHash") await writing.forget()
    else await writing.breakOff().catch(() => undefined)
    throw cause
  }
}

/** The checksums of a file's chunks, if the file is this image. */
const checksumsOf = async (
  file: Blob,
  hash: string,
  signal: AbortSignal,
  progress: ReportProgress,
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
 * Stores a file that a person has chosen, if it is the announced image. Another file is refused before anything is
 * written, because a download of the right image may be running. The file is stored in one write, which the browser
 * copies.
 */
export const keepFile = async (
  images: ImageDatabase,
  { build, hash }: Named,
  file: Blob,
  signal: AbortSignal,
  progress: ReportProgress,
): Promise<ImageRow> => {
  const checksums = await checksumsOf(file, hash, signal, calmly(progress))
  const row = { hash, build, size: file.size, chunks: checksums.length, isWhole: true }
  await images.replace(row, [{ hash, from: 0, checksums, bytes: file.slice() }])
  return tidied(images, row)
}

export const removeAll = async (images: ImageDatabase): Promise<void> => {
  for (const { hash } of await images.all()) await images.remove(hash)
}

/** Deletes all images but this one, because older ones have no use. */
const tidied = async (images: ImageDatabase, kept: ImageRow): Promise<ImageRow> => {
  for (const { hash } of await images.all()) if (hash !== kept.hash) await images.remove(hash)
  return kept
}

/** True when all bytes give the hash; false also when the disk does not return all of them. */
const isRight = async (
  images: ImageDatabase,
  row: ImageRow,
  signal: AbortSignal,
  progress: ReportProgress,
): Promise<boolean> => {
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

/** Reads every byte again. From the first damaged chunk on the image is deleted, so that a download continues there. */
export const verify = async (
  images: ImageDatabase,
  hash: string,
  signal: AbortSignal,
  progress: ReportProgress,
): Promise<ImageRow> => {
  const row = await images.image(hash)
  if (row?.isWhole !== true) throw new ImageError("damaged")
  if (await isRight(images, row, signal, calmly(progress))) return row
  const { chunks, last } = await goodParts(images, hash, () => {})
  if (chunks >= row.chunks) await images.remove(hash)
  else await images.cut({ ...row, chunks, isWhole: false }, last)
  throw new ImageError("damaged")
}

let hashers: Promise<readonly [md5: IHasher, checksum: IHasher]> | undefined

/** One pair of hashers for all requested chunks, because each chunk is hashed in one call. */
const ofChunks = (): Promise<readonly [md5: IHasher, checksum: IHasher]> => {
  hashers ??= Promise.all([createMD5(), createChecksum()])
  return hashers
}

export const readChunk = async (
  images: ImageDatabase,
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
