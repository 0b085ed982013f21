import { posix } from "node:path"
import type { SourceFile } from "./files.ts"
import { readFacts } from "./syntax.ts"

/**
 * Circles of imports, types included: two files that need each other have one purpose in two places. Imports on demand
 * count too, because such a file cannot be understood or moved alone either.
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

/** The shortest path of imports from a file back to itself, if there is one. */
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

/**
 * The files that remain after removing, again and again, files without importers or imports. They contain the circles.
 */
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

function circlesIn(all: Graph): ReadonlyArray<string> {
  const graph = core(all)
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

/** One line per circle, `a.ts → b.ts → a.ts`. Each file appears in only one of them. */
export const circlesOf = (files: ReadonlyArray<SourceFile>): ReadonlyArray<string> => circlesIn(graphOf(files))

/** The same for the folders directly below `around`: each counts as one file with its whole content. */
export function folderCirclesOf(files: ReadonlyArray<SourceFile>, around: string): ReadonlyArray<string> {
  const folderOf = (path: string): string | undefined => {
    const [name, below] = path.startsWith(around) ? path.slice(around.length).split("/") : []
    return below === undefined ? undefined : name
  }
  const folders = new Map<string, Set<string>>()
  for (const [path, targets] of graphOf(files)) {
    const from = folderOf(path)
    if (from === undefined) continue
    const needed = folders.get(from) ?? new Set()
    folders.set(from, needed)
    for (const to of targets.map(folderOf)) if (to !== undefined && to !== from) needed.add(to)
  }
  return circlesIn(new Map([...folders].map(([folder, needed]) => [folder, [...needed]])))
}
