import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import type { OpenWindow, Window, WindowReports, WindowShape } from "../../desktop/window.ts"
import { BRIDGE_FRAME_MAX_BYTES } from "../../src/domain/values/limits.ts"

/** The contract of every window, for any engine (DESK-2). */

const PATIENCE = { timeout: 60_000 }

export interface OpenedWindow {
  readonly window: Window
  readonly messages: readonly unknown[]
  /** Bytes of each message, also of unread ones. */
  readonly judged: readonly number[]
  readonly links: readonly string[]
  readonly shapes: readonly unknown[]
  readonly closed: readonly (string | undefined)[]
  /** Name and error of each file that the page tried to save. */
  readonly saved: readonly (readonly [name: string, error: string | undefined])[]
  /** Crashes of the page's process, with `true` for one soon after another. */
  readonly crashes: readonly boolean[]
  readonly downloads: string
}

/** A script that runs without a person's action. */
const alone = (other: string): string => `
  const link = Object.assign(document.createElement("a"), { href: "${other}/link", target: "_blank" })
  const form = Object.assign(document.createElement("form"), { action: "${other}/form", method: "post" })
  document.body.append(link, form)
  setTimeout(() => {
    open("${other}/open")
    link.click()
    form.submit()
    location.href = "mailto:a@example.com"
    location.href = "${other}/script"
    setTimeout(() => { document.title = "tried" })
  })`

interface TestPages {
  readonly origin: string
  /** The requests to the other origin. */
  readonly foreign: readonly (string | undefined)[]
}

/**
 * Pages of two origins: the window's own, and one that must never show, not even through the redirect at `/away`. The
 * page `/alone` tries all ways there without a person.
 */
export const serve = async (): Promise<TestPages> => {
  const foreign: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const other = `http://${(request.headers.host ?? "").replace("127.0.0.1", "localhost")}`
    if (request.headers.host?.startsWith("localhost")) foreign.push(request.url)
    if (request.url === "/away") {
      response.writeHead(302, { location: `${other}/foreign` }).end()
      return
    }
    response.setHeader("content-type", "text/html")
    const from = request.headers.host
    const script = request.url === "/alone" ? `<script>${alone(other)}</script>` : ""
    response.end(`<!doctype html><title>Page ${request.url}</title><body>${from}${request.url}${script}</body>`)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { origin: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`, foreign }
}

const SHAPE: WindowShape = { width: 640, height: 480, maximized: false, zoom: 1 }

export const openForTest = async (open: OpenWindow, url: string, shape = SHAPE): Promise<OpenedWindow> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-window-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [messages, links, shapes, closed]: [unknown[], string[], unknown[], (string | undefined)[]] = [[], [], [], []]
  const saved: [string, string | undefined][] = []
  const crashes: boolean[] = []
  const judged: number[] = []
  const reports: WindowReports = {
    judge: (bytes) => {
      judged.push(bytes)
      return bytes > BRIDGE_FRAME_MAX_BYTES ? "large" : "read"
    },
    message: (message) => messages.push(message),
    link: (address) => links.push(address),
    saved: (name, error) => saved.push([name, error]),
    shape: (shape) => shapes.push(shape),
    crashed: (again) => crashes.push(again),
    closed: (problem) => closed.push(problem),
  }
  const folders = { data: join(folder, "data"), cache: join(folder, "cache"), downloads: join(folder, "downloads") }
  const window = await open({ url, shape, ...folders }, reports)
  onTestFinished(() => window.close())
  return { window, judged, messages, links, shapes, closed, saved, crashes, downloads: folders.downloads }
}

export const windowContract = (name: string, open: OpenWindow, post: (message: unknown) => string) => {
  const start = async () => {
    const { origin, foreign } = await serve()
    const opened = await openForTest(open, `${origin}/first`)
    await expect.poll(() => opened.window.evaluate("location.href"), PATIENCE).toBe(`${origin}/first`)
    return { origin, foreign, ...opened }
  }

  describe(`window: ${name}`, () => {
    test("[DESK-2] it names its engine, and carries messages both ways, junk included", async () => {
      const { window, messages } = await start()
      expect(window.engine).not.toBe("")
      for (const message of [{ type: "ready" }, [1, "é\u2028"], "junk", null]) await window.evaluate(post(message))
      await expect.poll(() => messages, PATIENCE).toEqual([{ type: "ready" }, [1, "é\u2028"], "junk", null])
      await window.evaluate("window.heard = []; window.sightlineReceive = (message) => { heard.push(message) }; 0")
      window.post(JSON.stringify({ type: "hello", text: "</script>\u2028'\"`" }))
      await expect
        .poll(() => window.evaluate("window.heard"), PATIENCE)
        .toEqual([{ type: "hello", text: "</script>\u2028'\"`" }])
    })

    test("[DESK-2][BRIDGE-6] a message that no bridge would read is left out, and the next one is read", async () => {
      const { window, messages, judged } = await start()
      const large = 2 * BRIDGE_FRAME_MAX_BYTES
      await window.evaluate(post("@").replace("@", `" + "x".repeat(${large}) + "`))
      await window.evaluate(post({ type: "ready" }))
      await expect.poll(() => messages, PATIENCE).toEqual([{ type: "ready" }])
      expect(judged[0]).toBeGreaterThanOrEqual(large)
    })

    test("[DESK-2][DESK-3] it shows another address of its origin, and none of another", async () => {
      const { window, origin, foreign, closed } = await start()
      window.load(`${origin}/second`)
      await expect.poll(() => window.evaluate("location.href"), PATIENCE).toBe(`${origin}/second`)
      const other = origin.replace("127.0.0.1", "localhost")
      window.load(`${other}/foreign`)
      window.load("file:///etc/passwd")
      await window.evaluate(`location.href = ${JSON.stringify(`${other}/foreign`)}; 0`)
      await window.evaluate("window.open('about:blank') === null ? 1 : 0")
      await expect.poll(() => window.evaluate("document.body.innerText"), PATIENCE).toContain("/second")
      expect(await window.evaluate("location.href")).toBe(`${origin}/second`)
      expect(foreign).toEqual([])
      expect(closed).toEqual([])
    })

    test("[DESK-2] it is brought forward, closes once, and reports no failure", async () => {
      const { window, closed } = await start()
      window.present()
      await window.close()
      await window.close()
      await expect.poll(() => closed, PATIENCE).toEqual([undefined])
    })
  })
}
