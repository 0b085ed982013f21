import type { IncomingMessage } from "node:http"
import { type CallName, callNames, calls } from "../../src/domain/wire/cloud.ts"
import { catalogue, statusesOf } from "../model/cloud/catalogue.ts"
import { consoleHeaders } from "./console.ts"
import { docsPage } from "./docs/page.ts"
import { bodySchema, replySchema } from "./docs/schemas.ts"
import { json, pathOf, plain, type Reply } from "./http.ts"

/** The API document, made from the wire table (CALL-1): a page at `/docs`, OpenAPI at `/docs/openapi.json`. */

const operation = (call: CallName) => ({
  operationId: call,
  summary: catalogue[call].about,
  description: statusesOf(call)
    .map(({ status, meaning }) => `${status}: ${meaning}`)
    .join("\n\n"),
  requestBody: { required: true, content: { "application/json": { schema: bodySchema(call) } } },
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

let made: { readonly page: string; readonly openApi: unknown } | undefined

export const serveDocs = (request: IncomingMessage): Reply => {
  const path = pathOf(request)
  made ??= { page: docsPage(), openApi: openApi() }
  if (path === "/docs/openapi.json") return json(200, made.openApi, { "access-control-allow-origin": "*" })
  if (path !== "/docs" && path !== "/docs/") return plain(404, "no such document", consoleHeaders)
  return { status: 200, headers: { ...consoleHeaders, "content-type": "text/html; charset=utf-8" }, body: made.page }
}
