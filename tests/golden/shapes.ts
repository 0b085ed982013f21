import { existsSync, readFileSync } from "node:fs"
import type * as AST from "effect/SchemaAST"
import type { EventTable } from "../../src/domain/event/event.ts"
import { GOLDEN } from "./golden.ts"

/**
 * The possible contents of each stored event version, as releases wrote them. A release reads a known version with its
 * own schema. So a schema that accepts more under the same version makes events that an older release calls damaged.
 */

export const SHAPES = `${GOLDEN}shapes.json`

/** By path of the payload, `?` behind an optional field: the values that fit, as sorted texts. */
export type Shape = Readonly<Record<string, readonly string[]>>
/** By type and version, `ActionQueued 1`. */
export type Shapes = Readonly<Record<string, Shape>>

export const readShapes = (): Shapes => (existsSync(SHAPES) ? JSON.parse(readFileSync(SHAPES, "utf8")) : {})

const checkText = (check: AST.Check<never>): string =>
  check._tag === "FilterGroup"
    ? check.checks.map(checkText).join(" ")
    : JSON.stringify(check.annotations?.representation ?? check.annotations?.expected ?? "check")

/** The kind of a value, with its further checks. */
const kindOf = (ast: AST.AST): string => {
  const kind = ast._tag === "Literal" ? JSON.stringify(ast.literal) : ast._tag
  return [kind, ...(ast.checks ?? []).map(checkText)].join(" ")
}

/**
 * A value with different stored and decoded forms has two paths: one for the stored form, and one with `=` for the
 * decoded form.
 */
const collect = (ast: AST.AST, path: string, into: Map<string, Set<string>>): void => {
  const stored = ast.encoding?.at(-1)?.to
  if (stored !== undefined) collect(stored, path, into)
  collectRead(ast, stored === undefined ? path : `${path}=`, into)
}

const collectRead = (ast: AST.AST, path: string, into: Map<string, Set<string>>): void => {
  if (ast._tag === "Union") {
    for (const type of ast.types) collect(type, path, into)
    if (ast.checks === undefined) return
  }
  into.set(path, (into.get(path) ?? new Set()).add(kindOf(ast)))
  if (ast._tag === "Arrays") for (const type of [...ast.elements, ...ast.rest]) collect(type, `${path}[]`, into)
  if (ast._tag !== "Objects") return
  for (const { name, type } of ast.propertySignatures) {
    collect(type, `${path}.${String(name)}${type.context?.isOptional === true ? "?" : ""}`, into)
  }
  for (const { type } of ast.indexSignatures) collect(type, `${path}.*`, into)
}

/** The possible contents of this release's events in their current versions. */
export const shapesOf = (table: EventTable): Shapes =>
  Object.fromEntries(
    Object.entries(table)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, { v, payload }]) => {
        const found = new Map<string, Set<string>>()
        collect(payload.ast, "", found)
        const paths = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
        return [`${type} ${v}`, Object.fromEntries(paths.map(([path, kinds]) => [path, [...kinds].sort()]))]
      }),
  )

/** True when the path is in a new optional field. */
const isNewOptional = (path: string, known: Shape): boolean =>
  [...path.matchAll(/\?/g)].some(({ index }) => known[path.slice(0, index + 1)] === undefined)

/**
 * The differences of the current schemas from the same versions before. A new optional field is no difference, because
 * older releases ignore it.
 */
export const changedShapes = (before: Shapes, today: Shapes): readonly string[] =>
  Object.entries(today).flatMap(([event, shape]) => {
    const known = before[event]
    if (known === undefined) return []
    const paths = new Set([...Object.keys(known), ...Object.keys(shape)])
    return [...paths]
      .filter((path) => !isNewOptional(path, known))
      .filter((path) => JSON.stringify(known[path]) !== JSON.stringify(shape[path]))
      .map((path) => `${event}${path}: raise its version and add an upcaster, or older releases call it damaged`)
  })
