import { createHash } from "node:crypto"
import { type FileHandle, lstat, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { FIRMWARE_IMAGE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { IMAGES_KEPT } from "../limits.ts"
import { makeOwnFolder, openOwn, openOwnToAppend } from "./ownFile.ts"

/**
 * Images on this machine, by their MD5. An image grows until it is as long as announced. Then its MD5 is compared,
 * and only a fitting image is handed out, so a wrong one never reaches a device (FW-7). What was begun stays for the
 * next time.
 */
export interface Images {
  /** The whole image; undefined while there is none. */
  whole(hash: string): Promise<Image | undefined>
  /**
   * Resumes an image where it stopped; the writer before loses its access. `size` in bytes; undefined when it is known only at
   * the end of a download, and then the caller must call `judge`.
   */
  begin(hash: string, size?: number): Promise<ImageWriting>
}

export interface Image {
  readonly path: string
  readonly size: number
}

/** `too_large`: more than an image of unknown size can have. */
export type Written = "more" | "whole" | "wrong_hash" | "too_large" | "superseded" | "storage_failed"

export interface ImageWriting {
  /** Bytes that are there. */
  at(): number
  /** Adds bytes at the end; after the last ones of an announced size the whole is judged. A wrong whole is thrown away. */
  add(bytes: Uint8Array): Promise<Written>
  /** Judges what is there as the whole; of a wrong one the bytes stay. */
  judge(): Promise<Written>
  /** Forgets what is there beyond so many bytes. */
  cut(size: number): Promise<void>
  close(): Promise<void>
}

const WHOLE = ".bin"
const BEGUN = ".part"
/** Files of the store: by the MD5 of their image. The folder may be a person's own, so no other file is touched. */
const OWN = /^[0-9a-f]{32}\.(?:bin|part)$/

/** Of all of it, from its first byte on. */
const md5Of = async (file: FileHandle): Promise<string> => {
  const hash = createHash("md5")
  for await (const part of file.createReadStream({ start: 0, autoClose: false })) hash.update(part)
  return hash.digest("hex")
}

/** The oldest make room; the one that is about to be written stays. */
const tidy = async (folder: string, kept: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => OWN.test(name))
  const dated = await Promise.all(
    names
      .filter((name) => !name.startsWith(kept))
      .map(async (name) => ({
        name,
        at: await lstat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      })),
  )
  const old = dated.sort((a, b) => b.at - a.at).slice(IMAGES_KEPT - 1)
  for (const { name } of old) await rm(join(folder, name), { force: true, recursive: true })
}

export const openImages = (folder: string): Images => {
  const writers = new Map<string, object>()
  /** What is still being done to a file, by the hash of its image. */
  const under = new Map<string, Promise<unknown>>()

  /** Runs one piece of work at a time for each image, so that each finds the file as the last one left it. */
  const inTurn = <Done>(hash: string, work: () => Promise<Done>): Promise<Done> => {
    const mine = (under.get(hash) ?? Promise.resolve()).then(work)
    const settled = mine
      .catch(() => {})
      .finally(() => {
        if (under.get(hash) === settled) under.delete(hash)
      })
    under.set(hash, settled)
    return mine
  }

  const begin = async (hash: string, size?: number): Promise<ImageWriting> => {
    await makeOwnFolder(folder)
    await tidy(folder, hash)
    const begun = join(folder, `${hash}${BEGUN}`)
    const me = {}
    writers.set(hash, me)
    const file: FileHandle = await openOwnToAppend(begun)
    let at = (await file.stat()).size
    const cut = async (to: number): Promise<void> => {
      if (at <= to) return
      await file.truncate(to)
      at = to
    }
    // Of another image with this hash, or of one that was announced longer.
    const most = size ?? FIRMWARE_IMAGE_MAX_BYTES
    if (at > most) await cut(0)
    const judge = async (): Promise<Written> => {
      if (writers.get(hash) !== me) return "superseded"
      await file.sync()
      if ((await md5Of(file)) !== hash) return "wrong_hash"
      await rename(begun, join(folder, `${hash}${WHOLE}`))
      return "whole"
    }
    const add = async (bytes: Uint8Array): Promise<Written> => {
      if (writers.get(hash) !== me) return "superseded"
      try {
        if (at + bytes.length > most) return size === undefined ? "too_large" : "wrong_hash"
        await file.appendFile(bytes)
        at += bytes.length
        if (size === undefined || at < size) return "more"
        const written = await judge()
        if (written === "wrong_hash") await cut(0)
        return written
      } catch {
        return "storage_failed"
      }
    }
    return {
      at: () => at,
      cut: (to) => inTurn(hash, () => cut(to)),
      add: (bytes) => inTurn(hash, () => add(bytes)),
      judge: () => inTurn(hash, () => judge().catch((): Written => "storage_failed")),
      close: async () => {
        if (writers.get(hash) === me) writers.delete(hash)
        await inTurn(hash, () => file.close())
      },
    }
  }

  return {
    whole: async (hash) => {
      const path = join(folder, `${hash}${WHOLE}`)
      const file = await openOwn(path).catch(() => undefined)
      try {
        // The file may have been touched since it was judged.
        if (file !== undefined && (await md5Of(file)) === hash) return { path, size: (await file.stat()).size }
      } finally {
        await file?.close()
      }
      await rm(path, { force: true, recursive: true }).catch(() => undefined)
      return undefined
    },
    begin: (hash, size) => inTurn(hash, () => begin(hash, size)),
  }
}
