import { parseSync } from "vite"
import {
  childrenOf,
  collectBindings,
  collectExportedTypes,
  collectGiven,
  isNode,
  literalText,
  type SyntaxNode,
  textField,
} from "./tree.ts"

/**
 * The facts about one source file for the house law. They come from its syntax tree, so that comments, strings and
 * property names never count as code.
 */

export interface Located {
  /** 1-based line. */
  readonly line: number
}

export interface Import extends Located {
  readonly specifier: string
  /** Loads with the importing module: neither a type alone nor an import on demand. */
  readonly atOnce: boolean
}

export interface GlobalUse extends Located {
  /** A free name (`Date`) or, of Math, the member read (`Math.random`). */
  readonly name: string
}

export interface AsyncUse extends Located {
  readonly what: string
}

export interface SourceFacts {
  readonly imports: ReadonlyArray<Import>
  readonly globals: ReadonlyArray<GlobalUse>
  readonly asyncUses: ReadonlyArray<AsyncUse>
  /** Words in JSX that do not come from the texts of a language. */
  readonly writtenTexts: ReadonlyArray<Located & { readonly text: string }>
  /** String literals and the fixed parts of templates. */
  readonly strings: ReadonlyArray<Located & { readonly text: string }>
  /** Titles of `test(…)` and `it(…)` calls in any of their forms, up to the first placeholder. */
  readonly testTitles: ReadonlyArray<Located & { readonly title: string }>
  /** Members read from `test`, `it` and `describe` (`skip`, `only`, …). */
  readonly testModifiers: ReadonlyArray<Located & { readonly name: string }>
  readonly comments: ReadonlyArray<Located & { readonly text: string }>
  /** Names that the file defines. */
  readonly given: ReadonlyArray<GlobalUse>
  /** Types that the file declares and exports. Re-exports do not count. */
  readonly exportedTypes: ReadonlyArray<GlobalUse>
}

/** Fields whose identifier is the name of a property, not a variable. */
const NAME_FIELDS: Readonly<Record<string, ReadonlyArray<string>>> = {
  MemberExpression: ["property"],
  Property: ["key"],
  PropertyDefinition: ["key"],
  AccessorProperty: ["key"],
  MethodDefinition: ["key"],
  TSPropertySignature: ["key"],
  TSMethodSignature: ["key"],
  TSEnumMember: ["id"],
  TSQualifiedName: ["right"],
  TSImportType: ["qualifier"],
  TSNamedTupleMember: ["label"],
  ImportSpecifier: ["imported"],
  ExportSpecifier: ["exported"],
  ExportAllDeclaration: ["exported"],
  ImportAttribute: ["key"],
  LabeledStatement: ["label"],
  BreakStatement: ["label"],
  ContinueStatement: ["label"],
  MetaProperty: ["meta", "property"],
}

/** `test`, `it` or `describe` when the callee is one of them in any form: `it.effect`, `test.each(rows)`. */
function testRoot(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined
  if (callee.type === "Identifier") {
    const name = textField(callee, "name")
    return name === "test" || name === "it" || name === "describe" ? name : undefined
  }
  if (callee.type === "MemberExpression") return testRoot(callee.object)
  if (callee.type === "CallExpression") return testRoot(callee.callee)
  if (callee.type === "TaggedTemplateExpression") return testRoot(callee.tag)
  return undefined
}

const PROMISE_METHODS = new Set(["then", "catch", "finally"])

function isImportMeta(node: unknown): boolean {
  return isNode(node) && node.type === "MetaProperty"
}

/**
 * The module that a node depends on: by a static, dynamic or type import, a re-export, `new URL(…, import.meta.url)`,
 * or `import.meta.glob(…)`, whose pattern represents its files.
 */
function importedSpecifier(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
    case "TSExternalModuleReference":
      return literalText(node.source ?? node.expression)
    case "NewExpression": {
      if (textField(node.callee, "name") !== "URL" || !Array.isArray(node.arguments)) return undefined
      const [target, base]: Array<unknown> = node.arguments
      const origin = isNode(base) && base.type === "MemberExpression" ? base.object : undefined
      if (!isImportMeta(origin)) return undefined
      const text = literalText(target)
      return text !== undefined && /\.tsx?$/.test(text) ? text : undefined
    }
    case "CallExpression": {
      const { callee } = node
      const isGlob = isNode(callee) && callee.type === "MemberExpression" && isImportMeta(callee.object)
      return isGlob && Array.isArray(node.arguments) ? literalText(node.arguments[0]) : undefined
    }
    default:
      return undefined
  }
}

/** True when the module of an `importedSpecifier` loads before the code of the importing file runs. */
function isLoadedAtOnce(node: SyntaxNode): boolean {
  if (node.type === "ImportDeclaration") return node.importKind !== "type"
  return /^Export(Named|All)Declaration$/.test(node.type) && node.exportKind !== "type"
}

/** Attributes whose text a person reads or hears. */
const SPOKEN_ATTRIBUTES = new Set([
  "aria-label",
  "aria-description",
  "alt",
  "description",
  "label",
  "placeholder",
  "title",
])

/** Text written straight into a component: between tags, or in an attribute a person reads. */
function writtenText(node: SyntaxNode): string | undefined {
  const written =
    node.type === "JSXText"
      ? textField(node, "value")
      : node.type === "JSXAttribute" && SPOKEN_ATTRIBUTES.has(textField(node.name, "name") ?? "")
        ? literalText(node.value)
        : undefined
  return written !== undefined && /\p{L}{2}/u.test(written) ? written.trim() : undefined
}

class Reader {
  readonly imports: Array<Import> = []
  readonly globals: Array<GlobalUse> = []
  readonly asyncUses: Array<AsyncUse> = []
  readonly writtenTexts: Array<Located & { text: string }> = []
  readonly strings: Array<Located & { text: string }> = []
  readonly testTitles: Array<Located & { title: string }> = []
  readonly testModifiers: Array<Located & { name: string }> = []
  readonly bound: ReadonlySet<string>
  readonly lineOf: (offset: number) => number

  constructor(bound: ReadonlySet<string>, lineOf: (offset: number) => number) {
    this.bound = bound
    this.lineOf = lineOf
  }

  visit(node: SyntaxNode): void {
    const line = this.lineOf(node.start)
    const specifier = importedSpecifier(node)
    if (specifier !== undefined) this.imports.push({ specifier, atOnce: isLoadedAtOnce(node), line })
    const text = literalText(node)
    if (text !== undefined) this.strings.push({ text, line })
    const written = writtenText(node)
    if (written !== undefined) this.writtenTexts.push({ text: written, line })
    this.readAsync(node, line)
    this.readTests(node, line)
    if (this.readName(node, line)) return
    // `export { Name } from "./x.ts"` names a definition of another file.
    if (node.type === "ExportNamedDeclaration" && isNode(node.source)) return
    const names = node.computed === true ? [] : (NAME_FIELDS[node.type] ?? [])
    for (const [field, child] of childrenOf(node)) {
      if (!(names.includes(field) && child.type === "Identifier")) this.visit(child)
    }
  }

  /** True when the node was a name and needs no further visit. */
  private readName(node: SyntaxNode, line: number): boolean {
    if (node.type === "MemberExpression" && node.computed !== true && textField(node.object, "name") === "Math") {
      this.globals.push({ name: `Math.${textField(node.property, "name")}`, line })
      return true
    }
    if (node.type !== "Identifier") return false
    const name = textField(node, "name")
    if (name !== undefined && !this.bound.has(name)) this.globals.push({ name, line })
    // The type of a parameter is a child of its identifier.
    for (const [, child] of childrenOf(node)) this.visit(child)
    return true
  }

  private readAsync(node: SyntaxNode, line: number): void {
    if (node.async === true) this.asyncUses.push({ what: "async", line })
    if (node.type === "AwaitExpression" || node.await === true) this.asyncUses.push({ what: "await", line })
    if (node.type !== "CallExpression" || !isNode(node.callee) || node.callee.type !== "MemberExpression") return
    const method = textField(node.callee.property, "name")
    if (method !== undefined && PROMISE_METHODS.has(method)) this.asyncUses.push({ what: `.${method}(`, line })
  }

  private readTests(node: SyntaxNode, line: number): void {
    if (node.type === "MemberExpression" && testRoot(node.object) !== undefined) {
      const name = textField(node.property, "name")
      if (name !== undefined) this.testModifiers.push({ name, line })
    }
    if (node.type !== "CallExpression" || !Array.isArray(node.arguments)) return
    const root = testRoot(node.callee)
    if (root !== "test" && root !== "it") return
    const title = literalText(node.arguments[0])
    if (title !== undefined) this.testTitles.push({ title, line })
  }
}

/** Returns the function that maps an offset to its 1-based line, by binary search over the starts of lines. */
function lineFinder(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Time limit of the first test of a run that parses all files of the project, on a busy machine, ms. */
export const PARSED_WITHIN_MS = 120_000

const known = new Map<string, { readonly source: string; readonly facts: SourceFacts }>()

/**
 * Throws an Error with the file name when the source does not parse. `path` decides the dialect (.ts, .tsx). All laws
 * share one parse of a file.
 */
export function readFacts(path: string, source: string): SourceFacts {
  const before = known.get(path)
  if (before?.source === source) return before.facts
  const facts = factsOf(path, source)
  known.set(path, { source, facts })
  return facts
}

function factsOf(path: string, source: string): SourceFacts {
  const { program, errors, comments } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const lineOf = lineFinder(source)
  const root: unknown = program
  if (!isNode(root)) throw new Error(`${path} has no syntax tree`)
  const bound = new Set<string>()
  collectBindings(root, bound)
  const reader = new Reader(bound, lineOf)
  reader.visit(root)
  const given: Array<GlobalUse> = []
  collectGiven(root, (name, start) => given.push({ name, line: lineOf(start) }))
  const exportedTypes: Array<GlobalUse> = []
  collectExportedTypes(root, (name, start) => exportedTypes.push({ name, line: lineOf(start) }))
  return {
    imports: reader.imports,
    globals: reader.globals,
    asyncUses: reader.asyncUses,
    writtenTexts: reader.writtenTexts,
    strings: reader.strings,
    testTitles: reader.testTitles,
    testModifiers: reader.testModifiers,
    given,
    exportedTypes,
    comments: comments.map((comment) => ({ text: comment.value, line: lineOf(comment.start) })),
  }
}
