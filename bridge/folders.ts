import { homedir } from "node:os"
import { join } from "node:path"

/** The folder for this person's settings of the bridge, by the custom of each system. */
const configFolder = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string => {
  if (platform === "win32") return join(environment.APPDATA ?? join(homedir(), "AppData", "Roaming"), "Sightline")
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "Sightline")
  return join(environment.XDG_CONFIG_HOME || join(homedir(), ".config"), "sightline")
}

/** The folder for images, which the bridge can download again. */
const cacheFolder = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string => {
  if (platform === "win32") return join(environment.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "Sightline")
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "Sightline")
  return join(environment.XDG_CACHE_HOME || join(homedir(), ".cache"), "sightline")
}

export interface BridgeFiles {
  /** Paired origins. */
  readonly originFile: string
  /** Keys of devices. */
  readonly pinFile: string
  /** Endpoints at which scans found devices. */
  readonly scannedFile: string
  /** The key of emulated devices. It lasts as long as the keys that this bridge has trusted. */
  readonly emulatedKeyFile: string
  /** The dump that the viewer leaves when it fails. */
  readonly dumpFile: string
  readonly imageFolder: string
}

/** The files of the bridge; all in one folder when the caller gives one. */
export const bridgeFiles = (folder?: string): BridgeFiles => {
  const config = folder ?? configFolder(process.platform, process.env)
  return {
    originFile: join(config, "bridge-origins.json"),
    pinFile: join(config, "bridge-devices.json"),
    scannedFile: join(config, "bridge-scanned.json"),
    emulatedKeyFile: join(config, "device-key.json"),
    dumpFile: join(config, "dump_info.dat"),
    imageFolder: join(folder ?? cacheFolder(process.platform, process.env), "firmware"),
  }
}
