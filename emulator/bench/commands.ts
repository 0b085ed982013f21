import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import type { Browser } from "playwright"
import { build } from "vite"

/** Many commands given at once, beside one bulk write of the same rows, in a page with nothing else in it. */

/** The first runs warm the browser up and do not count. */
const WARM_UP = 2
const NAME = "benchEngine"

/** The engine and its store as one script, minified as the app is. */
const script = async (): Promise<string> => {
  const entry = fileURLToPath(new URL("engine.page.ts", import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry, name: NAME, formats: ["iife"] } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output !== undefined && "output" in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error("the script of the bench was not built")
  return chunk.code
}

/** An origin of its own, so that the page has databases. */
const serve = async () => {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html>"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  const { port } = address
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

export const benchCommands = async (browser: Browser, count: number, runs: number) => {
  const [code, place] = [await script(), await serve()]
  const page = await browser.newPage()
  try {
    await page.goto(place.url)
    await page.addScriptTag({ content: code })
    const times = await page.evaluate(
      ({ name, many, times: wanted }) => Reflect.get(globalThis, name).measure(many, wanted),
      { name: NAME, many: count, times: runs + WARM_UP },
    )
    return { commands: times.commands.slice(WARM_UP), bulk: times.bulk.slice(WARM_UP) }
  } finally {
    await page.close()
    place.stop()
  }
}
