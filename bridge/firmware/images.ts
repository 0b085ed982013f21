import { createHash } from "node:crypto"
import { type FileHandle, lstat, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { FIRMWARE_IMAGE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { IMAGES_KEPT } from "../limits.ts"
import { makeOwnFolder, openOwn, openOwnToAppend } from "./ownFile.ts"

/**
 * Images on this machine, by their MD5. An image grows up to its announced length. Then the store compares its MD5 and
 * gives out only a fitting image, so a wrong one never reaches a device (FW-7). A partial image stays for the next try.
 */
export interface Images {
  /** The whole image; undefined while there is none. */
  whole(hash: string): Promise<Image | undefined>
  /**
   * Resumes an image where it stopped, and takes the access from the writer before. `size` in bytes; undefined when
   * only the end of a download shows it, and then the caller must call `judge`.
   */
  begin(hash: string, size?: number): Promise<ImageWriting>
}

export interface Image {
  readonly path: string
  readonly size: number
}

/** `too_large`: larger than an image of unknown size may be. */
export type Written = "more" | "whole" | "wrong_hash" | "too_large" | "superseded" | "storage_failed"

export interface ImageWriting {
  /** Bytes stored so far. */
  at(): number
  /** Adds bytes at the end. At the announced size it checks the hash of the whole, and deletes a wrong image. */
  add(bytes: Uint8Array): Promise<Written>
  /** Checks the hash of the stored bytes as the whole image. Keeps the bytes of a wrong one. */
  judge(): Promise<Written>
  /** Deletes the bytes after this size. */
  cut(size: number): Promise<void>
  close(): Promise<void>
}

const WHOLE = ".bin"
const BEGUN = ".part"
/**
 * Files of the store: by the MD5 of their image. The person may have chosen the folder, so the store touches no other
 * file.
 */
const OWN = /^[0-9a-f]{32}\.(?:bin|part)$/

/** The hash of the whole file, from its first byte on. */
const md5Of = async (file: FileHandle): Promise<string> => {
  const hash = createHash("md5")
  for await (const part of file.createReadStream({ start: 0, autoClose: false })) hash.update(part)
  return hash.digest("hex")
}

/** Deletes the oldest images. Keeps the one that the caller is about to write. */
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
  /** Running work on a file, by the hash of its image. */
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
    // The stored bytes belong to another image with this hash, or to one with a longer announced size.
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
        // The file may have changed since its last check.
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
