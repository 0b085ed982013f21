import { posix } from "node:path"
import type { SourceFile } from "./files.ts"
import { readFacts } from "./syntax.ts"

/** The packages that load together with some files, each with the files on the shortest path to it. */
export function packagesLoadedWith(
  files: ReadonlyArray<SourceFile>,
  roots: ReadonlyArray<string>,
): ReadonlyMap<string, ReadonlyArray<string>> {
  const sources = new Map(files.map(({ path, source }) => [path, source]))
  const packages = new Map<string, ReadonlyArray<string>>()
  const seen = new Set(roots)
  const open = roots.map((root) => [root])
  for (let way = open.shift(); way !== undefined; way = open.shift()) {
    const path = way.at(-1) ?? ""
    for (const { specifier, atOnce } of readFacts(path, sources.get(path) ?? "").imports) {
      if (!atOnce) continue
      if (!specifier.startsWith(".")) {
        if (!packages.has(specifier)) packages.set(specifier, way)
        continue
      }
      const target = posix.normalize(posix.join(posix.dirname(path), specifier))
      if (seen.has(target) || !sources.has(target)) continue
      seen.add(target)
      open.push([...way, target])
    }
  }
  return packages
}
