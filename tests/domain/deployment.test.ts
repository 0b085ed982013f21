import { afterEach, expect, test, vi } from "vitest"
import { loadDeployment, noDeployment, parseDeployment } from "../../src/app/client/deployment.ts"
import { readServer } from "../../src/app/screens/auth/server.ts"

const privately = (serverUrl: string) => ({ serverType: "private", serverUrl }) as const
const publicly = { serverType: "public", serverUrl: "https://another.example" } as const

test.each(["https://cloud.example", "http://127.0.0.1:9300", "https://cloud.example/below"])(
  "[CALL-3] the public cloud is what the settings of the deployment name: %s",
  (url) => {
    const deployment = parseDeployment({ publicCloud: { url, name: "Cloud" } })
    expect(readServer(publicly, deployment)).toEqual({ server: url })
    expect(readServer(privately("https://own.example"), deployment)).toEqual({ server: "https://own.example" })
  },
)

test.each([undefined, null, "junk", {}, { publicCloud: { url: "ftp://cloud.example" } }, { publicCloud: { url: 7 } }])(
  "[CALL-3] settings without a good address name no public cloud, and the code names none either: %j",
  (settings) => {
    const deployment = parseDeployment(settings)
    expect(deployment.publicCloud).toBe(noDeployment.publicCloud)
    expect(readServer(publicly, deployment)).toEqual({ problem: { server: "auth.server.noPublic" } })
    expect(readServer(privately("https://own.example"), deployment)).toEqual({ server: "https://own.example" })
  },
)

/** The patience of a page whose server never answers. */
const PATIENCE_MS = 30
const CLOUD = "https://cloud.example"
const SETTINGS = JSON.stringify({ publicCloud: { url: CLOUD } })

/** A browser that has read the settings before. */
const keptBefore = () => {
  let kept = SETTINGS
  const put = async (_address: string, response: Response) => {
    kept = await response.text()
  }
  vi.stubGlobal("caches", { open: async () => ({ put }), match: async () => new Response(kept) })
  return () => kept
}

afterEach(() => vi.unstubAllGlobals())

type Serve = (address: string, init: RequestInit) => Promise<Response>

/** A server that answers as `serve` does, until the page gives up. */
const until =
  (serve: (signal: AbortSignal) => Promise<Response>): Serve =>
  (_address, { signal }) => {
    if (!signal) throw new Error("nothing ends the request")
    const aborted = new Promise<never>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason)),
    )
    return Promise.race([serve(signal), aborted])
  }

const endless = (signal: AbortSignal) =>
  new ReadableStream({
    start: (drops) => {
      drops.enqueue(new TextEncoder().encode("{"))
      signal.addEventListener("abort", () => drops.error(signal.reason))
    },
  })

test.each<readonly [string, Serve]>([
  ["the page of a portal", async () => new Response("<!doctype html><title>Log in</title>")],
  ["half of the file", async () => new Response(SETTINGS.slice(0, 20))],
  ["a list", async () => new Response("[]")],
  ["nothing", async () => new Response(null, { status: 204 })],
  ["502", async () => new Response("{}", { status: 502 })],
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["an answer that does not come", until(() => new Promise(() => undefined))],
  ["an answer that does not end", until(async (signal) => new Response(endless(signal)))],
])("[CALL-3] %s in place of the settings takes none of those that were read before", async (_name, serve) => {
  const kept = keptBefore()
  vi.stubGlobal("fetch", serve)
  expect((await loadDeployment(PATIENCE_MS)).publicCloud?.url).toBe(CLOUD)
  expect(kept()).toBe(SETTINGS)
})

test("[CALL-3] settings with a byte order mark are read, and those that are gone are none", async () => {
  const kept = keptBefore()
  vi.stubGlobal("fetch", async () => new Response(`\ufeff{"publicCloud":{"url":"https://new.example"}}`))
  expect((await loadDeployment()).publicCloud?.url).toBe("https://new.example")
  await vi.waitFor(() => expect(kept()).toContain("new.example"))
  vi.stubGlobal("fetch", async () => new Response("gone", { status: 404 }))
  expect(await loadDeployment()).toBe(noDeployment)
})
