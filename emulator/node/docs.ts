import type { IncomingMessage } from "node:http"
import { Schema } from "effect"
import { type CallName, callNames, calls } from "../../src/domain/wire/cloud.ts"
import { statusesOf } from "../model/cloud/catalogue.ts"
import { rateOf } from "../model/limits.ts"
import { pageHeaders } from "./console.ts"
import { controlSection } from "./controlDocs.ts"
import { json, pathOf, plain, type Reply } from "./http.ts"

/** The API document, made from the wire table (CALL-1): a page at `/docs`, OpenAPI at `/docs/openapi.json`. */

type Struct = Schema.Struct<Schema.Struct.Fields>
interface Fields {
  readonly type: "object"
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
}

/** Patterns do not survive the way to a JSON schema: a field that takes an MD5 and no other word is one. */
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

const replySchema = (call: CallName) => schemaOf(Schema.Struct({ status: Schema.Int, ...calls[call].reply.fields }))

const operation = (call: CallName) => ({
  operationId: call,
  summary: calls[call].about,
  description: statusesOf(call)
    .map(({ status, meaning }) => `${status}: ${meaning}`)
    .join("\n\n"),
  requestBody: { required: true, content: { "application/json": { schema: schemaOf(calls[call].body) } } },
  responses: {
    200: {
      description: "Status 0 with the fields below; any other status comes without them.",
      content: { "application/json": { schema: replySchema(call) } },
    },
    400: { description: "The body is not what the call takes: status -1 and an error that names the field." },
    404: { description: "No such call." },
    413: { description: "The body is too large." },
  },
})

export const openApi = () => ({
  openapi: "3.1.0",
  info: { title: "Sightline cloud", version: "2", description: "Every call is a POST with a JSON body." },
  paths: Object.fromEntries(callNames.map((call) => [calls[call].path, { post: operation(call) }])),
})

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "")

/** A JSON schema in a few words. */
const worded = (schema: unknown): string => {
  if (typeof schema !== "object" || schema === null) return "anything"
  if ("enum" in schema && Array.isArray(schema.enum))
    return schema.enum.map((value) => JSON.stringify(value)).join(" or ")
  if ("anyOf" in schema && Array.isArray(schema.anyOf)) return schema.anyOf.map(worded).join(" or ")
  if ("properties" in schema && typeof schema.properties === "object" && schema.properties !== null)
    return `{${Object.entries(schema.properties)
      .map(([name, field]) => `${name}: ${worded(field)}`)
      .join(", ")}}`
  if ("items" in schema) return `list of ${worded(schema.items)}`
  if (schema === MD5) return "MD5, lower-case hexadecimal"
  return "type" in schema && typeof schema.type === "string" ? schema.type : "anything"
}

const rows = (title: string, cells: readonly (readonly [name: string, meaning: string])[]): string =>
  cells
    .map(([name, meaning], at) => {
      const head = at === 0 ? `<th scope="rowgroup" rowspan="${cells.length}">${title}</th>` : ""
      return `<tr>${head}<td class="mono num">${escaped(name)}</td><td>${meaning}</td></tr>`
    })
    .join("")

const fieldRows = (title: string, schema: Fields): string =>
  rows(
    title,
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      `${escaped(worded(field))}${schema.required.includes(name) ? "" : ' <span class="faint">may be missing</span>'}`,
    ]),
  )

const statusRows = (call: CallName): string =>
  rows(
    "Status",
    statusesOf(call).map(({ status, meaning }) => [String(status), escaped(meaning)]),
  )

const section = (call: CallName): string => {
  const { path, about, body } = calls[call]
  const { burst, perSecond } = rateOf(call)
  return `<section id="${call}"><h2>${call} <span class="mono faint">POST ${escaped(path)}</span></h2>
<p>${escaped(about)} Up to ${burst} at once for an account, then ${perSecond} a second.</p>
<div class="scroll"><table><tbody>${fieldRows("Body", schemaOf(body))}${fieldRows("Reply", replySchema(call))}${statusRows(call)}</tbody></table></div></section>`
}

const page = (): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light"><title>API document, Sightline</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/emulator/tokens.css"><link rel="stylesheet" href="/emulator/fonts.css">
<link rel="stylesheet" href="/emulator/console.css"></head>
<body><main class="page doc"><header class="page-head"><h1>Sightline cloud</h1>
<span class="faint">${callNames.length} calls</span></header>
<p>Every call is a POST with a JSON body; each answer carries a status. Times are milliseconds since 1970. The same as
<a href="/docs/openapi.json">OpenAPI</a>; the <a href="/emulator/">console</a> shows what happens.</p>
<div class="row">${callNames.map((call) => `<a class="small" href="#${call}">${call}</a>`).join(" ")}
<a class="small" href="#control">Emulator control</a></div>
${callNames.map(section).join("\n")}
${controlSection()}
</main></body></html>`

let made: { readonly page: string; readonly openApi: unknown } | undefined

export const serveDocs = (request: IncomingMessage): Reply => {
  const path = pathOf(request)
  made ??= { page: page(), openApi: openApi() }
  if (path === "/docs/openapi.json") return json(200, made.openApi, { "access-control-allow-origin": "*" })
  if (path !== "/docs" && path !== "/docs/") return plain(404, "no such document", pageHeaders)
  return { status: 200, headers: { ...pageHeaders, "content-type": "text/html; charset=utf-8" }, body: made.page }
}
