import { homedir } from "node:os"
import { join } from "node:path"

/** Where this person's settings of the bridge are kept, by the custom of each system. */
const configFolder = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string => {
  if (platform === "win32") return join(environment.APPDATA ?? join(homedir(), "AppData", "Roaming"), "Sightline")
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "Sightline")
  return join(environment.XDG_CONFIG_HOME || join(homedir(), ".config"), "sightline")
}

/** Where images are kept that can be had again. */
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
  /** Where scans have found devices. */
  readonly scannedFile: string
  /** Key of emulated devices: it lasts as long as the keys that this bridge has trusted. */
  readonly emulatedKeyFile: string
  /** What the viewer leaves behind when it fails. */
  readonly dumpFile: string
  readonly imageFolder: string
}

/** Where the bridge keeps what it knows; all in one folder when one is given. */
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
