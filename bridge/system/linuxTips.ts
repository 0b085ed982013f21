import { execFile } from "node:child_process"
import { access, readdir } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

/** The parts that a Linux system lacks and the viewer needs (MSG-6). The bridge looks for the libraries. */

export interface LinuxTips {
  readonly flags: number
  /** The file that flag 8 names. */
  readonly path?: string
}

export const TIP_MEDIA = 1
export const TIP_H264 = 2
export const TIP_SOUND = 4
export const TIP_DUMP = 8
export const TIP_FONTS = 256

const LDCONFIG_TIMEOUT_MS = 5_000

/** Each tip, and its libraries, of which one is enough. */
const libraries: readonly (readonly [flag: number, names: readonly string[]])[] = [
  [TIP_MEDIA, ["libavcodec.so", "libgstreamer-1.0.so"]],
  // FFmpeg has a decoder of its own; the others are decoders only.
  [TIP_H264, ["libavcodec.so", "libopenh264.so", "libgstopenh264.so", "libgstlibav.so"]],
  [TIP_SOUND, ["libasound.so", "libpulse.so", "libpipewire-0.3.so"]],
  [TIP_FONTS, ["libfontconfig.so"]],
]

const folders = ["/usr/lib", "/usr/lib64", "/lib", "/usr/local/lib"]

/** A line looks like `\tlibasound.so.2 (libc6,x86-64) => /lib/x86_64-linux-gnu/libasound.so.2`. */
const namesOfCache = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => /^\s+(\S+\.so\S*)\s/.exec(line)?.[1] ?? [])

const run = promisify(execFile)

/** Systems with musl have no cache. Their libraries are in known folders, at most one level deep. */
const namesInFolders = async (): Promise<readonly string[]> => {
  const read = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const folder of folders)
    for (const entry of await read(folder)) {
      if (!entry.isDirectory()) found.push(entry.name)
      else if (entry.name.endsWith("-linux-gnu") || entry.name.startsWith("gstreamer"))
        found.push(...(await read(join(folder, entry.name))).map(({ name }) => name))
    }
  return found
}

const installed = async (): Promise<readonly string[]> => {
  for (const command of ["ldconfig", "/sbin/ldconfig"]) {
    const names = await run(command, ["-p"], { timeout: LDCONFIG_TIMEOUT_MS }).then(
      ({ stdout }) => namesOfCache(stdout),
      () => [],
    )
    if (names.length > 0) return names
  }
  return namesInFolders()
}

/** The flags of the libraries that are not among these names. */
export const missingAmong = (names: readonly string[]): number => {
  const isThere = (wanted: string): boolean => names.some((name) => name === wanted || name.startsWith(`${wanted}.`))
  return libraries.reduce((flags, [flag, wanted]) => (wanted.some(isThere) ? flags : flags | flag), 0)
}

export const probeLinux = async (dumpFile: string): Promise<LinuxTips> => {
  const isDumped = await access(dumpFile).then(
    () => true,
    () => false,
  )
  const flags = missingAmong(await installed())
  return isDumped ? { flags: flags | TIP_DUMP, path: dumpFile } : { flags }
}
