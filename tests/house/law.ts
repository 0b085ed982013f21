import { posix } from "node:path"
import type { SourceFile } from "./files.ts"
import {
  IMPORT_EXCEPTIONS,
  IMPURE_NAMES,
  LAYERS,
  type Layer,
  LONG_FILES,
  MAXIMUM_LINES,
  NAMELESS,
  PACKAGE_HOMES,
} from "./layers.ts"
import { type Import, readFacts, type SourceFacts } from "./syntax.ts"

/** Applies the law of `layers.ts` to single files. A violation is one line: `path:line what is wrong`. */

const FORBIDDEN_TEST_MODIFIERS = new Set(["skip", "only", "todo", "fails", "skipIf", "runIf"])
const COMPILER_SILENCER = /@ts-(ignore|nocheck|expect-error)/

function holds({ folder, shallow }: Layer, path: string): boolean {
  return path.startsWith(folder) && !(shallow && path.slice(folder.length).includes("/"))
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.filter((layer) => holds(layer, path)).sort((a, b) => b.folder.length - a.folder.length)[0]
}

function isUnder(path: string, folders: ReadonlyArray<string>): boolean {
  return folders.some((folder) => path.startsWith(folder))
}

/** `@scope/name/deep` → `@scope/name`, `node:fs` → `node:`, `effect/Schema` → `effect`. */
function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return "node:"
  const parts = specifier.split("/")
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/")
}

function packageViolation(path: string, layer: Layer | undefined, specifier: string): string | undefined {
  if (specifier.startsWith("effect/unstable")) return "imports an unstable part of effect"
  if (layer === undefined) return undefined
  if (layer.namesParts && specifier === "effect") return `${layer.name} must name the part of effect: effect/Schema`
  const name = packageOf(specifier)
  if (layer.packages !== undefined && !layer.packages.includes(name)) return `${layer.name} must not import ${name}`
  if (layer.without?.includes(name)) return `${layer.name} must not import ${name}`
  const homes = PACKAGE_HOMES[name]
  if (homes !== undefined && !isUnder(path, homes)) return `${name} belongs to ${homes.join(", ")} only`
  return undefined
}

function relativeViolation(path: string, layer: Layer | undefined, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, "")
  if (!/\.(ts|tsx|json|css|svg|png|woff2|html|txt)$/.test(bare))
    return `import of ${specifier} lacks its file extension`
  if (layer === undefined) return undefined
  const target = posix.normalize(posix.join(posix.dirname(path), bare))
  const targetLayer = layerOf(target)
  if (targetLayer === undefined) return `${layer.name} must not import ${target}, which is outside every layer`
  if (layer.sees.has(targetLayer.name)) return undefined
  if (IMPORT_EXCEPTIONS.some(({ from, to }) => path.startsWith(from) && target.startsWith(to))) return undefined
  // A stylesheet in the app contains no product code, and every component builds on the look.
  if (layer.name.startsWith("app/") && target.startsWith("src/app/look/") && target.endsWith(".css")) return undefined
  return `${layer.name} must not see ${targetLayer.name} (${target})`
}

function importViolation(path: string, layer: Layer | undefined, { specifier }: Import): string | undefined {
  return specifier.startsWith(".")
    ? relativeViolation(path, layer, specifier)
    : packageViolation(path, layer, specifier)
}

function nameViolations(layer: Layer | undefined, facts: SourceFacts): ReadonlyArray<{ line: number; text: string }> {
  if (!layer?.pure) return []
  return facts.globals
    .filter(({ name }) => IMPURE_NAMES.has(name))
    .map(({ name, line }) => ({ line, text: `${layer.name} is pure and must not use ${name}` }))
}

function asyncViolations(layer: Layer | undefined, facts: SourceFacts): ReadonlyArray<{ line: number; text: string }> {
  if (!layer?.synchronous) return []
  const promises = facts.globals.filter(({ name }) => name === "Promise")
  return [
    ...facts.asyncUses.map(({ what, line }) => ({ what, line })),
    ...promises.map(({ line }) => ({ what: "Promise", line })),
  ].map(({ what, line }) => ({ line, text: `${layer.name} is synchronous and must not use ${what}` }))
}

function shapeViolations({ path, source }: SourceFile, layer: Layer | undefined): ReadonlyArray<string> {
  const lines = source.trimEnd().split("\n").length
  const isDeclaration = path.endsWith(".d.ts")
  const isTest = path.startsWith("tests/")
  const maximum = isTest ? MAXIMUM_LINES.tests : MAXIMUM_LINES.product
  return [
    ...(layer === undefined && !isTest && !isDeclaration ? [`${path}:1 lies in no layer of the house`] : []),
    ...(lines > maximum && !LONG_FILES.some((long) => long.path === path)
      ? [`${path}:${maximum} has ${lines} lines, more than ${maximum}`]
      : []),
  ]
}

/** The violations of one TypeScript file. `path` decides its layer; nothing is read from disk. */
export function violationsOf(file: SourceFile): ReadonlyArray<string> {
  const { path, source } = file
  const layer = layerOf(path)
  const facts = readFacts(path, source)
  const found = [
    ...facts.imports.flatMap((one) => {
      const text = importViolation(path, layer, one)
      return text === undefined ? [] : [{ line: one.line, text }]
    }),
    ...nameViolations(layer, facts),
    ...asyncViolations(layer, facts),
    ...facts.writtenTexts
      .filter(() => path.startsWith("src/"))
      .map(({ text, line }) => ({ line, text: `writes text into code: ${text}` })),
    ...facts.comments
      .filter(({ text }) => COMPILER_SILENCER.test(text))
      .map(({ line }) => ({ line, text: "silences the compiler" })),
    ...facts.testModifiers
      .filter(({ name }) => path.startsWith("tests/") && FORBIDDEN_TEST_MODIFIERS.has(name))
      .map(({ name, line }) => ({ line, text: `a test must run: .${name}` })),
  ]
  const inOrder = found.sort((a, b) => a.line - b.line).map(({ line, text }) => `${path}:${line} ${text}`)
  return [...shapeViolations(file, layer), ...inOrder]
}

/** Paths with a name that says nothing. Folders end in `/`. */
export function namelessPaths(paths: ReadonlyArray<string>): ReadonlyArray<string> {
  return paths.filter((path) => {
    const last = path.replace(/\/$/, "").split("/").at(-1) ?? ""
    const stem = last.split(".")[0] ?? ""
    return NAMELESS.has(stem.toLowerCase())
  })
}
