import { Schema } from "effect"
import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"

/** The schemas of the calls as JSON schemas, and as rows of words. */

type Struct = Schema.Struct<Schema.Struct.Fields>
export interface Fields {
  readonly type: "object"
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
}

/** JSON schemas lose patterns: a field that accepts an MD5 and no other word counts as an MD5. */
const MD5 = { type: "string", pattern: "^[0-9a-f]{32}$" }
const isMd5 = (field: Schema.Constraint): boolean => {
  const takes = Schema.is(field)
  return takes("0".repeat(32)) && !takes("word")
}

const schemaOf = (struct: Struct): Fields => {
  const fields = Object.entries(struct.fields)
  const { required } = Schema.toJsonSchemaDocument(struct).schema
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, isMd5(field) ? MD5 : Schema.toJsonSchemaDocument(field).schema]),
    ),
    required: Array.isArray(required) ? required.map(String) : [],
  }
}

export const bodySchema = (call: CallName): Fields => schemaOf(calls[call].body)
export const replySchema = (call: CallName): Fields =>
  schemaOf(Schema.Struct({ status: Schema.Int, ...calls[call].reply.fields }))

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null
const fieldOf = (schema: unknown, name: string): unknown => (isObject(schema) ? Reflect.get(schema, name) : undefined)

/** A JSON schema in a few words. The fields of its objects have rows of their own. */
const worded = (schema: unknown): string => {
  const [options, anyOf, items] = [fieldOf(schema, "enum"), fieldOf(schema, "anyOf"), fieldOf(schema, "items")]
  if (Array.isArray(options)) return options.map((value) => JSON.stringify(value)).join(" or ")
  if (Array.isArray(anyOf)) return anyOf.map(worded).join(" or ")
  if (fieldOf(schema, "properties") !== undefined) return "object"
  if (Array.isArray(fieldOf(schema, "prefixItems"))) return "a list of two numbers, from and to"
  if (items !== undefined) return fieldOf(items, "properties") === undefined ? `list of ${worded(items)}` : "list"
  if (schema === MD5) return "MD5, lower-case hexadecimal"
  const type = fieldOf(schema, "type")
  return typeof type === "string" ? type : "anything"
}

export interface FieldRow {
  readonly name: string
  readonly meaning: string
  readonly isOptional: boolean
}

/** A row for a field, followed by rows for the fields of its objects. */
export const rowsOf = (schema: unknown, prefix = ""): readonly FieldRow[] => {
  const [properties, required] = [fieldOf(schema, "properties"), fieldOf(schema, "required")]
  if (!isObject(properties)) return []
  const needed = Array.isArray(required) ? required : []
  return Object.entries(properties).flatMap(([field, inner]: readonly [string, unknown]) => {
    const name = `${prefix}${field}`
    const own = { name, meaning: worded(inner), isOptional: !needed.includes(field) }
    return [own, ...rowsOf(inner, `${name}.`), ...rowsOf(fieldOf(inner, "items"), `${name}[].`)]
  })
}

const leaves = (schema: unknown, of: (name: string) => unknown, name: string): unknown => {
  const [options, properties, items] = [
    fieldOf(schema, "enum"),
    fieldOf(schema, "properties"),
    fieldOf(schema, "items"),
  ]
  const known = of(name)
  if (known !== undefined) return known
  if (Array.isArray(options)) return options[0]
  if (isObject(properties)) return exampleOf(schema, of)
  if (items !== undefined) return [leaves(items, of, name)]
  const type = fieldOf(schema, "type")
  if (type === "boolean") return true
  return type === "integer" || type === "number" ? 0 : name
}

/** An example value for this schema. `of` gives the example for a field name. */
export const exampleOf = (schema: unknown, of: (name: string) => unknown): Readonly<Record<string, unknown>> => {
  const properties = fieldOf(schema, "properties")
  if (!isObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]: readonly [string, unknown]) => [name, leaves(inner, of, name)]),
  )
}
