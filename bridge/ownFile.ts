import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Files of the bridge, which only their owner may read. The bridge writes them whole or not at all. Bridges of one
 * person share them: each reads a file again before it writes, and changes only its own entries.
 */

const FOLDER_OWNER_ONLY = 0o700
const OWNER_ONLY = 0o600

/** `missing`: the file does not exist yet. */
export type ReadText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable" }

export const readOwnFile = (path: string): ReadText => {
  try {
    return { kind: "text", text: readFileSync(path, "utf8") }
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT"
    return { kind: isMissing ? "missing" : "unreadable" }
  }
}

/** Changes with each write of the file, also by another bridge of the same person. Undefined while there is none. */
export const versionOf = (path: string): string | undefined => {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch {
    return undefined
  }
}

/** False when the file cannot be written. The old file then stays. */
export const writeOwnFile = (path: string, content: unknown): boolean => {
  const next = `${path}.${process.pid}.new`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_OWNER_ONLY })
    writeFileSync(next, `${JSON.stringify(content, null, 2)}\n`, { mode: OWNER_ONLY })
    renameSync(next, path)
    return true
  } catch {
    rmSync(next, { force: true })
    return false
  }
}
