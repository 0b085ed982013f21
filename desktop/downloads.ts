import { readFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"

/** The person's downloads folder: from the XDG user directories on Linux, as `xdg-user-dirs` writes them. */

const NAME = "XDG_DOWNLOAD_DIR"

/** A line of `user-dirs.dirs`. Desktops read it as a shell does, so `\` quotes a character. */
const LINE = /^[ \t]*XDG_DOWNLOAD_DIR="(\$HOME(?=\/|"))?((?:[^"\\]|\\.)*)"/gm

const readText = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

const inUserDirs = (text: string, home: string): string | undefined => {
  const [, inHome, path = ""] = [...text.matchAll(LINE)].at(-1) ?? []
  const plain = path.replaceAll(/\\(.)/g, "$1")
  if (inHome !== undefined) return join(home, plain)
  return isAbsolute(plain) ? plain : undefined
}

/** An absolute path. The folder may not exist. */
export const downloadsFolder = (
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string,
): string => {
  const usual = join(home, "Downloads")
  if (platform === "win32" || platform === "darwin") return usual
  const named = environment[NAME] ?? ""
  if (isAbsolute(named)) return named
  const { XDG_CONFIG_HOME: given = "" } = environment
  const config = isAbsolute(given) ? given : join(home, ".config")
  return inUserDirs(readText(join(config, "user-dirs.dirs")), home) ?? usual
}
