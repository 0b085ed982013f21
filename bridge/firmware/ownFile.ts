import { constants } from "node:fs"
import { type FileHandle, lstat, mkdir, open, rm, stat } from "node:fs/promises"

/**
 * Files in a folder of this person, and nothing else (SEC-2): no link, soft or hard, leads from there to another file,
 * and no other user may own or change them.
 */

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const GROUP_OR_OTHERS_WRITE = 0o022
/** Windows has neither flag. Opening a pipe would block until its other end opens. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants
const READ = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
const APPEND = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK

interface Owned {
  readonly uid: number
  readonly mode: number
}

const isOwn = ({ uid }: Pick<Owned, "uid">): boolean => process.getuid === undefined || uid === process.getuid()
const isForOwner = (owned: Owned): boolean =>
  isOwn(owned) && (process.getuid === undefined || (owned.mode & GROUP_OR_OTHERS_WRITE) === 0)

/** Rejects when the folder cannot be made, or another person may change what is in it. */
export const makeOwnFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  // The owner may link the folder to another disk.
  if (!isOwn(await lstat(folder)) || !isForOwner(await stat(folder))) throw new Error(`others may change ${folder}`)
}

const judged = async (file: FileHandle, path: string): Promise<FileHandle> => {
  try {
    const stats = await file.stat()
    if (stats.isFile() && stats.nlink === 1 && isForOwner(stats)) return file
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  throw new Error(`${path} is not a file of its own`)
}

/** Rejects when the file is missing, or is not a regular file of this person. */
export const openOwn = async (path: string): Promise<FileHandle> => judged(await open(path, READ), path)

/** Opens the file for adding at its end. Removes anything else of this name, and never follows a link. */
export const openOwnToAppend = async (path: string): Promise<FileHandle> => {
  try {
    return await judged(await open(path, APPEND, FILE_MODE), path)
  } catch {
    await rm(path, { force: true, recursive: true })
    return judged(await open(path, APPEND | O_EXCL, FILE_MODE), path)
  }
}
