/** The syntax tree of a source file, walked without knowledge of its node kinds, and the names that a file binds. */

/** A node of the syntax tree (ESTree with TypeScript), seen without its exact kind. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
}

/** The child nodes by field. It runs for each node of the project, so it allocates nothing extra. */
export function childrenOf(node: SyntaxNode): ReadonlyArray<readonly [string, SyntaxNode]> {
  const children: Array<readonly [string, SyntaxNode]> = []
  for (const field in node) {
    const value = node[field]
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) children.push([field, each])
    } else if (isNode(value)) children.push([field, value])
  }
  return children
}

export function textField(node: unknown, field: string): string | undefined {
  if (!isNode(node)) return undefined
  const value = node[field]
  return typeof value === "string" ? value : undefined
}

/** The text of a string literal, or of a template up to its first placeholder. */
export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === "Literal") return textField(node, "value")
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis)) return undefined
  const first: unknown = node.quasis[0]
  if (!isNode(first) || typeof first.value !== "object" || first.value === null) return undefined
  return "cooked" in first.value && typeof first.value.cooked === "string" ? first.value.cooked : undefined
}

/** Fields whose identifier (also inside patterns) defines a name in this file. */
const BINDING_FIELDS: Readonly<Record<string, ReadonlyArray<string>>> = {
  VariableDeclarator: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ArrowFunctionExpression: ["params"],
  TSFunctionType: ["params"],
  TSMethodSignature: ["params"],
  TSDeclareFunction: ["id", "params"],
  ClassDeclaration: ["id"],
  ClassExpression: ["id"],
  CatchClause: ["param"],
  ImportSpecifier: ["local"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
  TSTypeAliasDeclaration: ["id"],
  TSInterfaceDeclaration: ["id"],
  TSTypeParameter: ["name"],
  TSIndexSignature: ["parameters"],
  TSMappedType: ["key"],
}

function collectPatternNames(pattern: SyntaxNode, into: Set<string>): void {
  if (pattern.type === "Identifier") {
    const name = textField(pattern, "name")
    if (name !== undefined) into.add(name)
    return
  }
  for (const [field, child] of childrenOf(pattern)) {
    const isDefault = pattern.type === "AssignmentPattern" && field === "right"
    const isKey = pattern.type === "Property" && field === "key"
    if (!isDefault && !isKey && field !== "typeAnnotation") collectPatternNames(child, into)
  }
}

/** Fields whose identifier names a member of a type, a class or an object type. */
const MEMBER_KEYS = new Set(["PropertyDefinition", "MethodDefinition", "TSPropertySignature", "TSMethodSignature"])

/** Every name that this file defines, members and literals of types included. Imports keep the names of others. */
export function collectGiven(node: SyntaxNode, note: (name: string, start: number) => void): void {
  const fields = node.type.startsWith("Import") ? [] : (BINDING_FIELDS[node.type] ?? [])
  for (const [field, child] of childrenOf(node)) {
    if (fields.includes(field)) {
      const names = new Set<string>()
      collectPatternNames(child, names)
      for (const name of names) note(name, child.start)
    }
    if (field === "key" && MEMBER_KEYS.has(node.type)) {
      const name = textField(child, "name")
      if (name !== undefined) note(name, child.start)
    }
    const literal = node.type === "TSLiteralType" ? literalText(child) : undefined
    if (literal !== undefined) note(literal, child.start)
    collectGiven(child, note)
  }
}

/** Every name that this file defines, without members of types. */
export function collectBindings(node: SyntaxNode, into: Set<string>): void {
  const fields = BINDING_FIELDS[node.type] ?? []
  for (const [field, child] of childrenOf(node)) {
    if (fields.includes(field)) collectPatternNames(child, into)
    collectBindings(child, into)
  }
}

const TYPE_DECLARATIONS = new Set([
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSEnumDeclaration",
  "ClassDeclaration",
])

/** Every interface, type, enum and class that the file declares and exports, in one statement or in two. */
export function collectExportedTypes(root: SyntaxNode, note: (name: string, start: number) => void): void {
  const declared = new Map<string, number>()
  const exported = new Set<string>()
  const declare = (node: SyntaxNode): string | undefined => {
    const name = TYPE_DECLARATIONS.has(node.type) ? textField(node.id, "name") : undefined
    if (name !== undefined) declared.set(name, node.start)
    return name
  }
  for (const [field, statement] of childrenOf(root)) {
    if (field !== "body") continue
    declare(statement)
    if (!/^Export(Named|Default)Declaration$/.test(statement.type) || isNode(statement.source)) continue
    for (const [part, child] of childrenOf(statement)) {
      const name = part === "specifiers" && isNode(child) ? textField(child.local, "name") : declare(child)
      if (name !== undefined) exported.add(name)
    }
  }
  for (const [name, start] of declared) if (exported.has(name)) note(name, start)
}
