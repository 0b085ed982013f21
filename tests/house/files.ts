import { readdirSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { fileURLToPath } from "node:url"

export interface SourceFile {
  /** From the repository's root, with forward slashes: `src/domain/values/mac.ts`. */
  readonly path: string
  readonly source: string
}

export const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** Every path below the given folders, sorted; the folders themselves have a trailing slash. */
export function listPaths(folders: ReadonlyArray<string>): ReadonlyArray<string> {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).map((entry) => {
        const path = join(entry.parentPath, entry.name).slice(ROOT.length).split(sep).join("/")
        return entry.isDirectory() ? `${path}/` : path
      }),
    )
    .sort()
}

/** The files below the given folders whose name ends in one of the endings. */
export function readFiles(folders: ReadonlyArray<string>, endings: ReadonlyArray<string>): ReadonlyArray<SourceFile> {
  return listPaths(folders)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, source: readFileSync(join(ROOT, path), "utf8") }))
}
