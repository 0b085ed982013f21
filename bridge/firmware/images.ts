import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { IMAGES_KEPT } from "../limits.ts"

/**
 * Images on this machine, by their MD5. An image grows until it is as long as announced. Then its MD5 is compared,
 * and only a fitting image is handed out, so a wrong one never reaches a device (FW-7). What was begun stays for the
 * next time.
 */
export interface Images {
  /** The whole image; undefined while there is none. */
  whole(hash: string): Promise<Image | undefined>
  /** Goes on with an image where it stopped. Whoever wrote it before can no longer. */
  begin(hash: string, size: number): Promise<Writing>
}

export interface Image {
  readonly path: string
  readonly size: number
}

export type Written = "more" | "whole" | "wrong_hash" | "superseded" | "storage_failed"

export interface Writing {
  /** Bytes that are there. */
  at(): number
  /** Adds bytes at the end; after the last ones the whole is judged. A wrong whole is thrown away. */
  add(bytes: Uint8Array): Promise<Written>
  /** Forgets what is there beyond so many bytes. */
  cut(size: number): Promise<void>
  close(): Promise<void>
}

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const WHOLE = ".bin"
const BEGUN = ".part"

export const md5OfFile = async (path: string): Promise<string> => {
  const hash = createHash("md5")
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest("hex")
}

const sizeOf = async (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )

/** The oldest make room; the one that is about to be written stays. */
const tidy = async (folder: string, kept: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(WHOLE) || name.endsWith(BEGUN))
  const dated = await Promise.all(
    names
      .filter((name) => !name.startsWith(kept))
      .map(async (name) => ({
        name,
        at: await stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      })),
  )
  const old = dated.sort((a, b) => b.at - a.at).slice(IMAGES_KEPT - 1)
  for (const { name } of old) await rm(join(folder, name), { force: true })
}

export const openImages = (folder: string): Images => {
  const writers = new Map<string, object>()
  /** What is still being done to a file, by the hash of its image. */
  const under = new Map<string, Promise<unknown>>()

  /** Whoever begins finds the file as the last one has left it, with all that was still being written. */
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

  const begin = async (hash: string, size: number): Promise<Writing> => {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
    await tidy(folder, hash)
    const begun = join(folder, `${hash}${BEGUN}`)
    const me = {}
    writers.set(hash, me)
    const file: FileHandle = await open(begun, "a+", FILE_MODE)
    let at = (await file.stat()).size
    const cut = async (to: number): Promise<void> => {
      if (at <= to) return
      await file.truncate(to)
      at = to
    }
    // Of another image with this hash, or of one that was announced longer.
    if (at > size) await cut(0)
    const judge = async (): Promise<Written> => {
      await file.sync()
      if ((await md5OfFile(begun)) !== hash) {
        await cut(0)
        return "wrong_hash"
      }
      await rename(begun, join(folder, `${hash}${WHOLE}`))
      return "whole"
    }
    const add = async (bytes: Uint8Array): Promise<Written> => {
      if (writers.get(hash) !== me) return "superseded"
      try {
        if (at + bytes.length > size) return "wrong_hash"
        await file.appendFile(bytes)
        at += bytes.length
        return at < size ? "more" : await judge()
      } catch {
        return "storage_failed"
      }
    }
    return {
      at: () => at,
      cut: (to) => inTurn(hash, () => cut(to)),
      add: (bytes) => inTurn(hash, () => add(bytes)),
      close: async () => {
        if (writers.get(hash) === me) writers.delete(hash)
        await inTurn(hash, () => file.close())
      },
    }
  }

  return {
    whole: async (hash) => {
      const path = join(folder, `${hash}${WHOLE}`)
      const size = await sizeOf(path)
      if (size === undefined) return undefined
      // The file may have been touched since it was judged.
      if ((await md5OfFile(path)) === hash) return { path, size }
      await rm(path, { force: true })
      return undefined
    },
    begin: (hash, size) => inTurn(hash, () => begin(hash, size)),
  }
}
