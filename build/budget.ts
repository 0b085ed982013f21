import { gzipSync } from "node:zlib"
import type { Plugin, Rolldown } from "vite"

/** Largest scripts that a person waits for, in KiB of gzip (docs/decisions/0011-first-load.md). */
const SIGN_IN_LIMIT_KIB = 150
const ENGINE_LIMIT_KIB = 128
const ALL_LIMIT_KIB = 700
/** Most script files until the sign-in form works. */
const FILES_LIMIT = 12
/** Files in addition to the chunks of the build: `first-paint.js`, and the texts of one language. */
const FILES_BESIDE = 2

const BYTES_PER_KIB = 1024

/** The modules whose chunks represent the parts of the app. */
const parts = {
  entry: /\/src\/app\/main\.tsx$/,
  signIn: /\/src\/app\/screens\/SignIn\.tsx$/,
  engine: /\/src\/app\/runtime\.ts$/,
}

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const chunksOf = (bundle: Bundle): ReadonlyArray<Chunk> =>
  Object.values(bundle).filter((file): file is Chunk => file.type === "chunk")

/** A chunk and everything it imports statically. */
const closure = (bundle: Bundle, roots: ReadonlyArray<Chunk>): ReadonlySet<Chunk> => {
  const seen = new Set<Chunk>()
  const visit = (chunk: Chunk): void => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) {
      const next = bundle[name]
      if (next?.type === "chunk") visit(next)
    }
  }
  roots.forEach(visit)
  return seen
}

const gzipKib = (texts: Iterable<string | Uint8Array>): number => {
  let bytes = 0
  for (const text of texts) bytes += gzipSync(text, { level: 9 }).byteLength
  return bytes / BYTES_PER_KIB
}

const codes = (chunks: Iterable<Chunk>) => Array.from(chunks, (chunk) => chunk.code)

/** Locales are data in the form of scripts: the browser loads one of them, and the app compiles none. */
const isLocale = (chunk: Chunk): boolean => chunk.facadeModuleId?.includes("/locales/") ?? false

const partOf = (bundle: Bundle, part: RegExp): ReadonlyArray<Chunk> =>
  chunksOf(bundle).filter((chunk) => chunk.moduleIds.some((id) => part.test(id)))

interface Budget {
  readonly name: string
  readonly figure: number
  readonly limit: number
  readonly unit: "KiB" | "files"
}

const kib = (name: string, figure: number, limit: number): Budget => ({ name, figure, limit, unit: "KiB" })
const shown = ({ name, figure, limit, unit }: Budget): string =>
  `${name} ${unit === "KiB" ? figure.toFixed(1) : figure} of ${limit} ${unit}`

/** Figures of a finished bundle, or the name of the part that is missing from it. */
const measure = (bundle: Bundle): ReadonlyArray<Budget> | { readonly missing: string } => {
  const entry = partOf(bundle, parts.entry)
  const signIn = partOf(bundle, parts.signIn)
  const engine = partOf(bundle, parts.engine)
  if (entry.length === 0) return { missing: "src/app/main.tsx" }
  if (signIn.length === 0) return { missing: "src/app/screens/SignIn.tsx" }
  if (engine.length === 0) return { missing: "src/app/runtime.ts" }
  const first = closure(bundle, [...entry, ...signIn])
  const second = Array.from(closure(bundle, engine)).filter((chunk) => !first.has(chunk))
  const workers = Object.values(bundle).flatMap((file) =>
    file.type === "asset" && /\.m?js$/.test(file.fileName) ? [file.source] : [],
  )
  const all = chunksOf(bundle).filter((chunk) => !isLocale(chunk))
  return [
    kib("sign-in screen", gzipKib(codes(first)), SIGN_IN_LIMIT_KIB),
    kib("engine", gzipKib(codes(second)), ENGINE_LIMIT_KIB),
    kib("all without locales", gzipKib([...codes(all), ...workers]), ALL_LIMIT_KIB),
    { name: "before the form", figure: first.size + second.length + FILES_BESIDE, limit: FILES_LIMIT, unit: "files" },
  ]
}

/** Fails a build whose scripts exceed their budget. Prints the figures of every build on one line. */
export const budget = (): Plugin => ({
  name: "sightline:budget",
  apply: "build",
  writeBundle(_options, bundle) {
    const figures = measure(bundle)
    if ("missing" in figures) this.error(`budget: no chunk contains ${figures.missing}`)
    const line = figures.map(shown).join(", ")
    const over = figures.filter(({ figure, limit }) => figure > limit)
    if (over.length > 0) this.error(`budget exceeded (gzip): ${line}`)
    this.info(`budget (gzip): ${line}`)
  },
})
