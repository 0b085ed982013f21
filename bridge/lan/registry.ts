import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type DeviceRegistry,
  decodeRegistry,
  isRegistryFile,
  registryFolder,
} from "../../src/domain/wire/device/registry.ts"

/**
 * Reads the registries that emulators on this machine write about their devices. Skips files of other users and of
 * ended processes.
 */

const GROUP_OR_OTHERS_WRITE = 0o022n
/** Room for 100,000 devices. */
const FILE_MAX_BYTES = 32 * 1_024 * 1_024

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The last content read, by path. The bridge does not read a file of 10,000 devices again in every round. */
const read = new Map<string, { readonly version: string; readonly registry: DeviceRegistry | undefined }>()

/** Checks the open file, not its name: another process could exchange the file in between. */
const readOwn = (file: number, path: string): DeviceRegistry | undefined => {
  const { uid, mode, size, ino, mtimeNs } = fstatSync(file, { bigint: true })
  const version = `${ino} ${size} ${mtimeNs} ${mode} ${uid}`
  const known = read.get(path)
  if (known?.version === version) return known.registry
  const isOthers =
    process.getuid !== undefined && (Number(uid) !== process.getuid() || (mode & GROUP_OR_OTHERS_WRITE) !== 0n)
  const decoded = isOthers || size > FILE_MAX_BYTES ? undefined : decodeRegistry(readFileSync(file))
  const registry = decoded?.ok === true ? decoded.value : undefined
  read.set(path, { version, registry })
  return registry
}

/** Each start of an emulator has its own file. Forgets the content of files that are gone. */
const forgetAllBut = (paths: readonly string[]): void => {
  for (const path of read.keys()) if (!paths.includes(path)) read.delete(path)
}

const readRegistry = (path: string): readonly DeviceRegistry[] => {
  let file: number | undefined
  try {
    file = openSync(path, "r")
    const registry = readOwn(file, path)
    return registry !== undefined && isAlive(registry.pid) ? [registry] : []
  } catch {
    read.delete(path)
    return []
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** The folder to which emulators of this user write (emulator/node/devices/registryFile.ts). */
export const defaultRegistryFolder = (): string => join(tmpdir(), registryFolder(String(process.getuid?.() ?? "user")))

/** `place` is one file, or undefined for all files in the folder of this user. */
export const readRegistries = (place: string | undefined): readonly DeviceRegistry[] => {
  if (place !== undefined) return readRegistry(place)
  const folder = defaultRegistryFolder()
  try {
    const paths = readdirSync(folder)
      .filter(isRegistryFile)
      .map((name) => join(folder, name))
    forgetAllBut(paths)
    return paths.flatMap(readRegistry)
  } catch {
    return []
  }
}
