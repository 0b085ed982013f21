import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContext, Page } from "playwright"
import { build } from "vite"

/** A page that contains only one script of the product, minified like the app. */

const scriptOf = async (file: string, name: string): Promise<string> => {
  const entry = fileURLToPath(new URL(file, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry, name, formats: ["iife"] } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output !== undefined && "output" in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error("the script of the bench was not built")
  return chunk.code
}

/** A separate origin, so that the page has databases. */
const serve = async () => {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html>"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  const { port } = address
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** The page has the exports of the script under `name`. */
export const inBarePage = async <Value>(
  browser: Browser | BrowserContext,
  { file, name }: { readonly file: string; readonly name: string },
  use: (page: Page) => Promise<Value>,
): Promise<Value> => {
  const [code, place] = [await scriptOf(file, name), await serve()]
  try {
    const page = await browser.newPage()
    await page.goto(place.url)
    await page.addScriptTag({ content: code })
    const value = await use(page)
    await page.close()
    return value
  } finally {
    place.stop()
  }
}
