import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as fc from "fast-check"
import { expect, onTestFinished, test } from "vitest"
import { chooseEngine } from "../../desktop/engines.ts"
import { createHost } from "../../desktop/host.ts"
import { openInstance } from "../../desktop/instance.ts"
import { mayOpenOutside, pathOfLink } from "../../desktop/links.ts"
import { openProfile, shapeOf } from "../../desktop/profile.ts"
import { type ProgramOptions, startProgram } from "../../desktop/program.ts"
import { settingsIn } from "../../desktop/serve.ts"
import type { WindowEngine, WindowReports } from "../../desktop/window.ts"
import { wryLack } from "../../desktop/wryWindow.ts"

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-profile-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test("[DESK-1] a profile keeps the port of its first start, and refuses another one", () => {
  const folder = join(newFolder(), "a", "b")
  expect(openProfile(folder, 5_001).port).toBe(5_001)
  expect(openProfile(folder, undefined).port).toBe(5_001)
  expect(openProfile(folder, 5_001).port).toBe(5_001)
  expect(() => openProfile(folder, 5_002)).toThrow(/belongs to port 5001.*--port 5001/)
})

test("[DESK-1] a profile of a newer program is refused and left as it is", () => {
  const folder = newFolder()
  const file = join(folder, "profile.json")
  writeFileSync(file, '{"version":2,"port":5001,"later":true}')
  expect(() => openProfile(folder, undefined)).toThrow(
    /made by a newer Sightline \(profile version 2, this one reads 1\)/,
  )
  expect(readFileSync(file, "utf8")).toBe('{"version":2,"port":5001,"later":true}')
})

test("[DESK-1] a profile that cannot be made or written is one sentence that names it", () => {
  const file = join(newFolder(), "file")
  writeFileSync(file, "")
  expect(() => openProfile(join(file, "profile"), undefined)).toThrow(
    /profile.*cannot be made: a part of the path is no folder/,
  )
  expect(() => openProfile("/proc/none", undefined)).toThrow(/\/proc\/none cannot be made/)
  const folder = newFolder()
  mkdirSync(join(folder, "profile.json.next"))
  expect(() => openProfile(folder, undefined)).toThrow(/cannot be written: it is a folder/)
})

test("[DESK-5] whatever the window says of its shape, a usable one is kept", () => {
  fc.assert(
    fc.property(fc.anything(), (said) => {
      const { width, height, zoom, maximized } = shapeOf(said)
      expect(width >= 200 && height >= 200 && zoom >= 0.25 && zoom <= 5 && typeof maximized === "boolean").toBe(true)
    }),
  )
  const profile = openProfile(newFolder(), undefined)
  const shape = { x: -5, y: 7, width: 900, height: 700, maximized: false, zoom: 1.21 }
  expect(profile.keepShape(shapeOf(shape))).toBe(true)
  expect(openProfile(profile.folder, undefined).shape()).toEqual(shape)
  mkdirSync(join(profile.folder, "window.json.next"))
  expect(profile.keepShape(shape)).toBe(false)
})

test("[DESK-1] a second start shows the first and hands over its link; what a killed one left is no obstacle", async () => {
  const folder = newFolder()
  const first = await openInstance(folder, null)
  const shown: (string | null)[] = []
  expect(await openInstance(folder, "sightline://devices/d1")).toBeUndefined()
  first?.onShow((link) => shown.push(link))
  expect(await openInstance(folder, null)).toBeUndefined()
  expect(shown).toEqual(["sightline://devices/d1", null])
  first?.close()
  writeFileSync(join(folder, "instance.sock"), "")
  const next = await openInstance(folder, null)
  expect(next).toBeDefined()
  next?.close()
})

test("[DESK-5] links open the screens that they name, and nothing else", () => {
  expect(pathOfLink("sightline://devices/d1")).toBe("/devices/d1")
  expect(pathOfLink("sightline://devices/a%20b/")).toBe("/devices/a%20b")
  expect(pathOfLink("sightline://invitation/123456")).toBe("/invitation#123456")
  for (const other of [
    "sightline://devices/",
    "sightline://settings/x",
    "https://devices/d1",
    "sightline://devices/a/b",
    "sightline://devices/%ff",
    "sightline://devices/.hidden",
    "sightline://devices/a%00b",
    "sightline://devices/a%5Cb",
    "sightline://devices/..%2F..%2Femulator",
    `sightline://devices/${"a".repeat(129)}`,
    "x",
    "",
  ])
    expect(pathOfLink(other), other).toBeNull()
  fc.assert(
    fc.property(fc.string(), (did) => {
      const path = pathOfLink(`sightline://devices/${encodeURIComponent(did.toWellFormed())}`)
      if (path !== null) expect(new URL(path, "http://127.0.0.1:1").origin).toBe("http://127.0.0.1:1")
    }),
  )
})

test("[DESK-3] the system opens pages and mail, and no program or file", () => {
  for (const address of ["https://example.com/a?b", "http://example.com", "mailto:a@example.com"])
    expect(mayOpenOutside(address), address).toBe(true)
  for (const address of [
    "file:///etc/passwd",
    "javascript:alert(1)",
    "sightline://devices/d",
    "ssh://host",
    "--help",
    "",
  ])
    expect(mayOpenOutside(address), address).toBe(false)
})

test("[DESK-1] settings are those of the profile, else those beside the app; a broken file is named", () => {
  const [profile, dist] = [newFolder(), newFolder()]
  expect(settingsIn([profile, dist])).toBeUndefined()
  writeFileSync(join(dist, "config.json"), '{"a":1}')
  expect(settingsIn([profile, dist])).toEqual({ a: 1 })
  writeFileSync(join(profile, "config.json"), "{")
  expect(() => settingsIn([profile, dist])).toThrow(/config\.json cannot be read/)
})

const engine = (name: WindowEngine["name"], lack: string | null): WindowEngine => ({
  name,
  lack: () => Promise.resolve(lack),
  open: () => Promise.reject(new Error("not opened")),
})
const environment = { DISPLAY: ":1" }

test("[DESK-1][DESK-2] the engine that works is chosen, and what the wanted one lacks is one line", async () => {
  const said: string[] = []
  const place = { platform: "linux", environment, engines: [engine("gjs", null), engine("wry", "no wry")] } as const
  expect((await chooseEngine(place, undefined, (line) => said.push(line))).name).toBe("gjs")
  expect(said).toEqual([])
  expect((await chooseEngine(place, "wry", (line) => said.push(line))).name).toBe("gjs")
  expect(said).toEqual(["no wry. gjs is used instead."])
  const none = { platform: "linux", environment, engines: [engine("gjs", "no gjs"), engine("wry", "no wry")] } as const
  await expect(chooseEngine(none, undefined, () => {})).rejects.toThrow("no gjs; or no wry")
  await expect(chooseEngine({ ...place, environment: {} }, undefined, () => {})).rejects.toThrow(/there is no display/)
})

test("[DESK-2] a package that does not load says which C library it needs, or how it is installed", () => {
  const old = new Error("/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.39' not found (required by webview.node)")
  expect(wryLack(old)).toBe(
    "@webviewjs/webview cannot be loaded here: it needs glibc 2.39 or newer, and this system has an older one",
  )
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" })
  expect(wryLack(missing)).toMatch(/which is missing: npm install @webviewjs\/webview$/)
})

test("[BRIDGE-6][DESK-3] each ready is another page for the bridge; junk and what comes before it harm nothing", () => {
  const pages: { received: string[]; closed: boolean }[] = []
  const host = createHost(
    {
      openWindow: () => {
        const page = { received: [] as string[], closed: false }
        pages.push(page)
        const close = () => {
          page.closed = true
        }
        return { hear: (text) => page.received.push(text), close }
      },
    },
    () => undefined,
  )
  host.hear({ type: "cancel_scan" })
  host.hear({ type: "ready" })
  for (const junk of [undefined, null, 7, "junk", { type: 1 }]) host.hear(junk)
  host.hear('{"type":"ready"}')
  host.hear({ type: "cancel_scan" })
  expect(pages.map(({ closed }) => closed)).toEqual([true, false])
  expect(pages[0]?.received).toEqual(["", "null", "7", '"junk"', '{"type":1}'])
  expect(pages[1]?.received).toEqual(['{"type":"cancel_scan"}'])
})

/** An engine whose window is played: it shows nothing, and says what the test has it say. */
const playedEngine = () => {
  const opened: { url: string; reports: WindowReports }[] = []
  const loaded: string[] = []
  let presented = 0
  const one: WindowEngine = {
    name: "gjs",
    lack: () => Promise.resolve(null),
    open: ({ url }, reports) => {
      opened.push({ url, reports })
      return Promise.resolve({
        engine: "played",
        post: () => undefined,
        load: (next) => loaded.push(next),
        present: () => {
          presented += 1
        },
        evaluate: () => Promise.resolve(null),
        close: () => Promise.resolve(reports.closed()),
      })
    },
  }
  return { one, opened, loaded, presented: () => presented }
}

const optionsFor = (profile: string, port: number, one: WindowEngine): ProgramOptions => ({
  profile,
  port,
  demo: false,
  engine: undefined,
  link: null,
  say: () => undefined,
  place: { platform: "linux", environment, engines: [one] },
})

const listening = async (): Promise<{ readonly port: number; readonly close: () => void }> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return { port: typeof address === "object" && address !== null ? address.port : 0, close: () => server.close() }
}

test("[DESK-1][DESK-5] the program serves its app, follows links of a second start, and ends whole", async () => {
  const free = await listening()
  free.close()
  const profile = newFolder()
  const { one, opened, loaded, presented } = playedEngine()
  const dist = join(import.meta.dirname, "../../dist")
  const program = await startProgram({ ...optionsFor(profile, free.port, one), link: "sightline://devices/d1" }).catch(
    (error: Error) => error,
  )
  // Without a build there is nothing to serve, which is one sentence.
  if (program instanceof Error)
    return expect(program.message).toBe(`${dist} holds no built app: run npm run build first`)
  if (program === undefined) throw new Error("no program runs with this profile yet")
  const app = `http://127.0.0.1:${free.port}`
  expect(program.ready).toMatchObject({ app, pid: process.pid, engine: "played" })
  expect(opened[0]?.url).toBe(`${app}/devices/d1`)
  expect((await fetch(`${app}/bridge.json`)).status).toBe(404)
  expect((await fetch(`${app}/devices`)).headers.get("content-security-policy")).toContain("default-src 'none'")
  const second = await startProgram({ ...optionsFor(profile, free.port, one), link: "sightline://invitation/123456" })
  expect(second).toBeUndefined()
  expect([loaded, presented()]).toEqual([[`${app}/invitation#123456`], 1])
  opened[0]?.reports.closed()
  await program.closed
  await program.close()
  await expect(fetch(app)).rejects.toThrow()
})

test("[DESK-1] a taken port is one sentence, and nothing is left running", async () => {
  const taken = await listening()
  onTestFinished(taken.close)
  const profile = newFolder()
  const { one, opened } = playedEngine()
  await expect(startProgram(optionsFor(profile, taken.port, one))).rejects.toThrow(
    /cannot listen on port [0-9]+: it is taken\. The app needs this very port|holds no built app/,
  )
  expect(opened).toEqual([])
  expect(await openInstance(profile, null).then((instance) => instance?.close())).toBeUndefined()
})
