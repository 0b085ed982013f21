import type { SourceFile } from "./files.ts"
import { readFacts } from "./syntax.ts"

/**
 * Compares docs/requirements.md with the titles of the tests. A title begins with the rows that it proves,
 * `[FW-6][FW-7] resumes…`; a row lists the files of its tests.
 */

export const REQUIREMENTS_FILE = "docs/requirements.md"

const ROW = /^\| (?<id>[A-Z][A-Z0-9]*-\d+) \| (?<text>.*) \| (?<proof>[^|]*) \|$/
const TITLE_START = /^(?:\[[^\]]+\])+/
const UNPROVEN = "not yet"
const NOTE = "; in part:"

export interface RequirementRow {
  readonly id: string
  readonly text: string
  /** The test files that the row names. */
  readonly claimed: ReadonlyArray<string>
  /** The missing part of the row, written by hand. Empty when nothing is missing. */
  readonly note: string
}

/** File paths by the ID that a test title in them names. */
export type Proofs = ReadonlyMap<string, ReadonlyArray<string>>

function readRow(line: string): RequirementRow | undefined {
  const groups = ROW.exec(line)?.groups
  if (groups?.id === undefined || groups.text === undefined || groups.proof === undefined) return undefined
  const [files = "", ...note] = groups.proof.split(NOTE)
  const claimed = files
    .split(",")
    .map((file) => file.trim())
    .filter((file) => file !== "" && file !== UNPROVEN)
  return { id: groups.id, text: groups.text, claimed, note: note.join(NOTE).trim() }
}

export function readRows(document: string): ReadonlyArray<RequirementRow> {
  return document.split("\n").flatMap((line) => readRow(line) ?? [])
}

/** IDs at the start of a title. This function does not check them. */
function namedIds(title: string): ReadonlyArray<string> {
  const start = TITLE_START.exec(title)?.[0] ?? ""
  return [...start.matchAll(/\[([^\]]+)\]/g)].flatMap(([, id]) => id ?? [])
}

export function collectProofs(tests: ReadonlyArray<SourceFile>): Proofs {
  const proofs = new Map<string, Array<string>>()
  for (const { path, source } of tests) {
    const ids = new Set(readFacts(path, source).testTitles.flatMap(({ title }) => namedIds(title)))
    for (const id of ids) proofs.set(id, [...(proofs.get(id) ?? []), path].sort())
  }
  return proofs
}

/** The differences between table and titles, one line each. */
export function disagreements(rows: ReadonlyArray<RequirementRow>, proofs: Proofs): ReadonlyArray<string> {
  const ids = rows.map((row) => row.id)
  const known = new Set(ids)
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has two rows`)
  const unknown = [...proofs].flatMap(([id, files]) =>
    known.has(id) ? [] : [`${id}, named by ${files.join(", ")}, is no requirement`],
  )
  const differing = rows.flatMap(({ id, claimed, note }) => {
    const proving = proofs.get(id) ?? []
    return [
      ...claimed
        .filter((file) => !proving.includes(file))
        .map((file) => `${id} claims ${file}, where no title names it`),
      ...proving
        .filter((file) => !claimed.includes(file))
        .map((file) => `${id} is named in ${file}, which its row omits`),
      ...(note !== "" && proving.length === 0 ? [`${id} is called met in part, but no test names it`] : []),
    ]
  })
  return [...repeated, ...unknown, ...differing]
}

/** The document with a new last column, made from the titles. */
export function withProofs(document: string, proofs: Proofs): string {
  return document
    .split("\n")
    .map((line) => {
      const row = readRow(line)
      if (row === undefined) return line
      const files = proofs.get(row.id) ?? []
      const proof = files.length === 0 ? UNPROVEN : files.join(", ")
      const note = row.note === "" || files.length === 0 ? "" : `${NOTE} ${row.note}`
      return `| ${row.id} | ${row.text} | ${proof}${note} |`
    })
    .join("\n")
}
