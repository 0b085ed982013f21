import { readFile } from "node:fs/promises"
import type { IncomingMessage } from "node:http"
import { fileURLToPath } from "node:url"
import { type Headers, pathOf, plain, type Reply } from "./http.ts"

/** The console page at `/emulator/` and the style that it shares with the API document: a fixed set of files. */

/** Allows only own files, no inline script or style, and no embedding (SEC-1). */
export const consoleHeaders: Headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "cache-control": "no-cache",
}

const here = (path: string): string => fileURLToPath(new URL(`../console/${path}`, import.meta.url))
/** The app's own tokens, so that both look alike. */
const tokens = fileURLToPath(new URL("../../src/app/look/tokens.css", import.meta.url))
const fonts = (path: string): string =>
  fileURLToPath(new URL(`../../node_modules/@fontsource-variable/${path}`, import.meta.url))

const scripts = [
  "api.ts",
  "cells.ts",
  "copying.ts",
  "deviceForms.ts",
  "devices.ts",
  "docs.ts",
  "dom.ts",
  "faultForm.ts",
  "forms.ts",
  "frames.ts",
  "lists.ts",
  "liveList.ts",
  "main.ts",
  "pager.ts",
  "recipes.ts",
  "requests.ts",
  "scenarios.ts",
  "theme.ts",
  "traffic.ts",
]

const files: ReadonlyMap<string, readonly [file: string, type: string]> = new Map([
  ["/emulator/", [here("index.html"), "text/html; charset=utf-8"]],
  ["/emulator/tokens.css", [tokens, "text/css; charset=utf-8"]],
  ["/emulator/fonts.css", [here("fonts.css"), "text/css; charset=utf-8"]],
  ["/emulator/docs.css", [here("docs.css"), "text/css; charset=utf-8"]],
  ["/emulator/console.css", [here("console.css"), "text/css; charset=utf-8"]],
  ["/emulator/controls.css", [here("controls.css"), "text/css; charset=utf-8"]],
  ["/emulator/tables.css", [here("tables.css"), "text/css; charset=utf-8"]],
  ["/emulator/fonts/geist-latin.woff2", [fonts("geist/files/geist-latin-wght-normal.woff2"), "font/woff2"]],
  [
    "/emulator/fonts/geist-mono-latin.woff2",
    [fonts("geist-mono/files/geist-mono-latin-wght-normal.woff2"), "font/woff2"],
  ],
])

/** Browsers need JavaScript: strips the types on the first request. */
const stripped = new Map<string, string>()
const strip = async (name: string): Promise<string> => {
  const known = stripped.get(name)
  if (known !== undefined) return known
  const { transformWithOxc } = await import("vite")
  const { code } = await transformWithOxc(await readFile(here(name), "utf8"), name)
  stripped.set(name, code)
  return code
}

export const serveConsole = async (request: IncomingMessage): Promise<Reply> => {
  if (request.method !== "GET" && request.method !== "HEAD") return plain(405, "GET only", consoleHeaders)
  const path = pathOf(request)
  if (path === "/" || path === "/emulator")
    return { status: 302, headers: { ...consoleHeaders, location: "/emulator/" }, body: "" }
  const script = scripts.find((name) => path === `/emulator/${name}`)
  if (script !== undefined)
    return { status: 200, headers: { ...consoleHeaders, "content-type": "text/javascript" }, body: await strip(script) }
  const found = files.get(path)
  if (found === undefined) return plain(404, "no such file", consoleHeaders)
  const [file, type] = found
  return { status: 200, headers: { ...consoleHeaders, "content-type": type }, body: await readFile(file) }
}
