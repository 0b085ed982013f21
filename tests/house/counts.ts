import { parseSync } from "vite"
import type { FlatTexts } from "./locales.ts"
import { childrenOf, isNode, literalText, type SyntaxNode, textField } from "./tree.ts"

/** A value that a text formats as a number must be a number: a string would show as NaN. */

const FORMATTED = /\{\{\s*(\w+),\s*number\s*\}\}/g

/** Functions that turn a number into text, by the last name of the call. */
const MAKES_TEXT = new Set(["number", "formatNumber", "percent", "share", "bytes", "String", "toString"])

export interface HandedOver {
  /** Number of `{{name, number}}` values that the check can see in the source. */
  readonly met: number
  /** Values that are text, one line each. */
  readonly violations: readonly string[]
}

/** A node and all nodes below it, each parent before its children. */
function nodesOf(root: SyntaxNode): readonly SyntaxNode[] {
  const nodes: SyntaxNode[] = []
  const collect = (node: SyntaxNode): void => {
    nodes.push(node)
    for (const [, child] of childrenOf(node)) collect(child)
  }
  collect(root)
  return nodes
}

/** The constants of a file by name; of two with one name, the last. */
function constantsOf(nodes: readonly SyntaxNode[]): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>()
  for (const node of nodes) {
    const name = node.type === "VariableDeclarator" ? textField(node.id, "name") : undefined
    if (name !== undefined && isNode(node.init)) found.set(name, node.init)
  }
  return found
}

/** The keys that a call may name. A template matches every key with its beginning. */
function textsOf(key: unknown, english: FlatTexts): readonly string[] {
  if (!isNode(key)) return []
  if (key.type === "ConditionalExpression")
    return [...textsOf(key.consequent, english), ...textsOf(key.alternate, english)]
  const start = literalText(key)
  if (start === undefined) return []
  const isMeant = (name: string) =>
    key.type === "TemplateLiteral" ? name.startsWith(start) : name === start || name.startsWith(`${start}_`)
  return [...english].filter(([name]) => isMeant(name)).map(([, text]) => text)
}

export function handedOver(path: string, source: string, english: FlatTexts): HandedOver {
  if (!source.includes("t(")) return { met: 0, violations: [] }
  const root: unknown = parseSync(path, source).program
  if (!isNode(root)) throw new Error(`${path} has no syntax tree`)
  const nodes = nodesOf(root)
  const constants = constantsOf(nodes)
  const meant = (node: unknown): SyntaxNode | undefined => {
    if (!isNode(node)) return undefined
    return node.type === "Identifier" ? (constants.get(textField(node, "name") ?? "") ?? node) : node
  }
  const fieldsOf = (node: unknown): ReadonlyArray<readonly [string, SyntaxNode | undefined]> => {
    const object = meant(node)
    if (object?.type !== "ObjectExpression") return []
    return childrenOf(object).flatMap(([, field]) =>
      field.type === "SpreadElement"
        ? fieldsOf(field.argument)
        : [[textField(field.key, "name") ?? "", meant(field.value)] as const],
    )
  }
  const isText = (node: SyntaxNode): boolean => {
    if (node.type === "TemplateLiteral") return true
    if (node.type === "Literal") return typeof node.value === "string"
    if (node.type !== "CallExpression" || !isNode(node.callee)) return false
    return MAKES_TEXT.has(textField(node.callee, "name") ?? textField(node.callee.property, "name") ?? "")
  }
  let met = 0
  const violations: string[] = []
  for (const node of nodes) {
    if (node.type !== "CallExpression" || textField(node.callee, "name") !== "t") continue
    if (!Array.isArray(node.arguments)) continue
    const [key, values]: unknown[] = node.arguments
    const texts = textsOf(key, english)
    const wanted = new Set(texts.flatMap((text) => [...text.matchAll(FORMATTED)].map(([, name]) => name)))
    for (const [name, value] of fieldsOf(values)) {
      if (!wanted.has(name) || value === undefined) continue
      met += 1
      if (isText(value)) violations.push(`${path} hands over ${name} as text, which "${texts[0]}" formats`)
    }
  }
  return { met, violations }
}
