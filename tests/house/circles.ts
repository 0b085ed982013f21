import { posix } from "node:path"
import type { SourceFile } from "./files.ts"
import { readFacts } from "./syntax.ts"

/**
 * Circles of imports, types included: two files that need each other are one purpose in two places. What is fetched on
 * demand counts as well, since its file cannot be understood or moved alone either.
 */

type Graph = ReadonlyMap<string, ReadonlyArray<string>>

function graphOf(files: ReadonlyArray<SourceFile>): Graph {
  const paths = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, source }) => {
      const targets = readFacts(path, source).imports.map(({ specifier }) =>
        posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ""))),
      )
      return [path, targets.filter((target) => paths.has(target))] as const
    }),
  )
}

/** The way from a file back to itself over the fewest files, or nothing. */
function shortestCircle(graph: Graph, start: string): ReadonlyArray<string> | undefined {
  const cameFrom = new Map<string, string>()
  const open = [start]
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    for (const target of graph.get(path) ?? []) {
      if (target === start) {
        const way = [start]
        for (let at = path; at !== start; at = cameFrom.get(at) ?? start) way.unshift(at)
        return [start, ...way]
      }
      if (cameFrom.has(target)) continue
      cameFrom.set(target, path)
      open.push(target)
    }
  }
  return undefined
}

/** The files that are left when each file that nobody needs, or that needs nobody, is taken away: they hold the circles. */
function core(graph: Graph): Graph {
  let rest = graph
  for (;;) {
    const needed = new Set([...rest.values()].flat())
    const next = new Map(
      [...rest]
        .map(([path, targets]) => [path, targets.filter((target) => rest.has(target))] as const)
        .filter(([path, targets]) => targets.length > 0 && needed.has(path)),
    )
    if (next.size === rest.size) return next
    rest = next
  }
}

/** One line a circle, `a.ts → b.ts → a.ts`; each file is named in one of them. */
export function circlesOf(files: ReadonlyArray<SourceFile>): ReadonlyArray<string> {
  const graph = core(graphOf(files))
  const named = new Set<string>()
  const circles: Array<string> = []
  for (const path of [...graph.keys()].sort()) {
    const circle = named.has(path) ? undefined : shortestCircle(graph, path)
    if (circle === undefined) continue
    for (const one of circle) named.add(one)
    circles.push(circle.join(" → "))
  }
  return circles
}
