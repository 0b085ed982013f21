import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type DeviceRegistry, registryFile, registryFolder } from "../../../src/domain/wire/device/registry.ts"

/** The file from which bridges on this machine learn the endpoints of devices. */

const OWNER_ONLY = 0o600
const FOLDER_OWNER_ONLY = 0o700

const ownUid = (): number | undefined => process.getuid?.()

/** Folder of the registries of this user. The bridge has the same line; decision 1 has the reason. */
export const defaultRegistryFolder = (): string => join(tmpdir(), registryFolder(String(ownUid() ?? "user")))

/** False for a folder of that name which another person has created: we must not write there. */
const isOwn = (folder: string): boolean => {
  const found = lstatSync(folder)
  return found.isDirectory() && (ownUid() === undefined || found.uid === ownUid())
}

export interface RegistryFile {
  write(registry: DeviceRegistry): void
  remove(): void
}

/** Rejects with one clear line when the folder belongs to another person. */
export const openRegistryFile = (folder: string, cloudPort: number): RegistryFile => {
  mkdirSync(folder, { recursive: true, mode: FOLDER_OWNER_ONLY })
  if (!isOwn(folder)) throw new Error(`${folder} belongs to somebody else`)
  chmodSync(folder, FOLDER_OWNER_ONLY)
  const path = join(folder, registryFile(cloudPort))
  return {
    write: (registry) => {
      const next = `${path}.${process.pid}.new`
      writeFileSync(next, JSON.stringify(registry), { mode: OWNER_ONLY })
      renameSync(next, path)
    },
    remove: () => rmSync(path, { force: true }),
  }
}
