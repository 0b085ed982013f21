import type { IncomingMessage } from "node:http"
import { plain, type Reply } from "./http.ts"

export const serveDocs = (_request: IncomingMessage): Reply => plain(404, "not here")
