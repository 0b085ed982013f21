import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import * as fc from "fast-check"
import { expect, onTestFinished, test, vi } from "vitest"
import { downloadsFolder } from "../../desktop/downloads.ts"
import { chooseEngine } from "../../desktop/engines.ts"
import { createHost } from "../../desktop/host.ts"
import { openInstance, showFirst } from "../../desktop/instance.ts"
import { mayOpenOutside, pathOfLink } from "../../desktop/links.ts"
import { openProfile, shapeOf } from "../../desktop/profile.ts"
import { type ProgramOptions, startProgram } from "../../desktop/program.ts"
import { settingsIn } from "../../desktop/serve.ts"
import type { WindowEngine, WindowReports } from "../../desktop/window.ts"
import { wryLack } from "../../desktop/wryWindow.ts"
import { type CallName, calls } from "../../src/domain/wire/cloud.ts"
import { md5 } from "../emulator/actors.ts"

/** Number of first starts. In about every third, two threads are between check and write at the same time. */
const FIRST_STARTS = 12

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

/**
 * Opens the folders one by one in threads that meet before each, each with its own port. Returns the outcomes by
 * folder.
 */
const openTogether = async (folders: readonly string[], ports: readonly number[]): Promise<readonly unknown[][]> => {
  const met = new Int32Array(new SharedArrayBuffer(4))
  const script = `
    const { workerData, parentPort } = require("node:worker_threads")
    const { met, module, folders, port, count } = workerData
    import(module).then(({ openProfile }) => {
      const open = (folder, index) => {
        Atomics.add(met, 0, 1)
        while (Atomics.load(met, 0) < count * (index + 1));
        try {
          return openProfile(folder, port).port
        } catch (error) {
          return error.message
        }
      }
      parentPort.postMessage(folders.map(open))
    })`
  const module = new URL("../../desktop/profile.ts", import.meta.url).href
  const ended: readonly unknown[][] = await Promise.all(
    ports.map(async (port) => {
      const workerData = { met, module, folders, port, count: ports.length }
      const [outcomes]: unknown[][] = await once(new Worker(script, { eval: true, workerData }), "message")
      return outcomes ?? []
    }),
  )
  return folders.map((_, index) => ended.map((outcomes) => outcomes[index]))
}

test("[DESK-1] of two first starts with different ports one has the profile", async () => {
  const folders = Array.from({ length: FIRST_STARTS }, newFolder)
  for (const [index, ended] of (await openTogether(folders, [5_001, 5_002])).entries()) {
    const folder = folders[index] ?? ""
    const { port } = openProfile(folder, undefined)
    expect(ended.toSorted()).toEqual([port, expect.stringContaining(`belongs to port ${port}`)])
    expect(readdirSync(folder)).toEqual(["profile.json"])
  }
})

test("[DESK-1] a damaged profile is named and left as it is until its port is given", () => {
  for (const text of ["", "{", "[]", '{"version":1}', '{"version":1,"port":0}', '{"port":"5001"}']) {
    const folder = newFolder()
    const file = join(folder, "profile.json")
    writeFileSync(file, text)
    expect(() => openProfile(folder, undefined), text).toThrow(/profile\.json is damaged.*start with --port/)
    expect(readFileSync(file, "utf8")).toBe(text)
    expect(openProfile(folder, 5_001).port).toBe(5_001)
    expect(openProfile(folder, undefined).port).toBe(5_001)
  }
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
  mkdirSync(join(folder, "profile.json"))
  expect(() => openProfile(folder, 5_001)).toThrow(/cannot be written: it is a folder/)
})

test("[DESK-1] what is in the way inside a profile is named with its path and in words", async () => {
  for (const name of ["web", "cache", "bridge"]) {
    const free = await listening()
    free.close()
    const profile = newFolder()
    writeFileSync(join(profile, name), "")
    const { one } = playedEngine()
    await expect(startProgram(optionsFor(profile, free.port, one))).rejects.toThrow(
      new RegExp(`^${join(profile, name)} cannot be used: something else has that name$|holds no built app`),
    )
  }
})

test("[DESK-5] whatever the window says of its shape, a usable one is kept", () => {
  fc.assert(
    fc.property(fc.anything(), (said) => {
      const { width, height, zoom, maximized, ground } = shapeOf(said)
      expect(ground).toMatch(/^#[0-9a-f]{6}$/)
      expect(width >= 200 && height >= 200 && zoom >= 0.25 && zoom <= 5 && typeof maximized === "boolean").toBe(true)
    }),
  )
  const profile = openProfile(newFolder(), undefined)
  const shape = { x: -5, y: 7, width: 900, height: 700, maximized: false, zoom: 1.21, ground: "#f2f0ea" }
  expect(profile.keepShape(shapeOf(shape))).toBe(true)
  expect(openProfile(profile.folder, undefined).shape()).toEqual(shape)
  expect(shapeOf({ ground: "red; }" }, shape).ground).toBe("#f2f0ea")
  rmSync(join(profile.folder, "window.json"))
  mkdirSync(join(profile.folder, "window.json"))
  expect(profile.keepShape(shape)).toBe(false)
  expect(readdirSync(profile.folder).toSorted()).toEqual(["profile.json", "window.json"])
})

test("[DESK-1] a second start shows the first and hands over its link; what a killed one left is no obstacle", async () => {
  const folder = newFolder()
  expect(await showFirst(folder, null)).toBe(false)
  const first = await openInstance(folder)
  const shown: (string | null)[] = []
  expect(await showFirst(folder, "sightline://devices/d1")).toBe(true)
  first.onShow((link) => shown.push(link))
  expect(await showFirst(folder, null)).toBe(true)
  expect(shown).toEqual(["sightline://devices/d1", null])
  first.close()
  writeFileSync(join(folder, "instance.sock"), "")
  expect(await showFirst(folder, null)).toBe(false)
  const next = await openInstance(folder)
  // The earlier program, which ends late, does not remove the socket of the next.
  first.close()
  expect(await showFirst(folder, null)).toBe(true)
  next.close()
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
    "sightline://devices/../x",
    "sightline://devices/./x",
    "sightline://devices/a/../x",
    "sightline://devices/%2e%2e/x",
    "sightline://devices/%2e%2e",
    "sightline://devices//d1",
    "sightline://devices/d1?a=b",
    "sightline://devices/d1#a",
    "sightline://user@devices/d1",
    "sightline://devices:80/d1",
    "sightline:devices/d1",
    "sightline:\\\\devices\\d1",
    " sightline://devices/d1",
    "sightline://devices/d\n1",
    "sightline://devices/d%0a1",
    "sightline://invitation/12345",
    "sightline://invitation/../devices/d1",
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
    "mailto:a@example.com?attach=/etc/passwd",
    "mailto:a@example.com?subject=x&Attachment=%2Fetc%2Fpasswd",
    "--help",
    "",
  ])
    expect(mayOpenOutside(address), address).toBe(false)
})

test("[DESK-1] a profile is one, whatever link leads to its folder", () => {
  const folder = newFolder()
  const link = join(newFolder(), "ünï code & link")
  symlinkSync(folder, link)
  expect(openProfile(link, undefined).folder).toBe(openProfile(folder, undefined).folder)
  symlinkSync(join(folder, "gone"), join(folder, "nowhere"))
  expect(() => openProfile(join(folder, "nowhere"), undefined)).toThrow(/nowhere cannot be made/)
})

test("[DESK-3] downloads go where the person's system keeps them, else to Downloads", () => {
  const home = newFolder()
  const [file, other] = [join(home, ".config", "user-dirs.dirs"), newFolder()]
  const at = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = "linux") =>
    downloadsFolder(environment, platform, home)
  expect(at({})).toBe(join(home, "Downloads"))
  mkdirSync(join(home, ".config"))
  writeFileSync(file, '# a comment\nXDG_DESKTOP_DIR="$HOME/Tisch"\nXDG_DOWNLOAD_DIR="$HOME/Heruntergeladen"\n')
  expect(at({})).toBe(join(home, "Heruntergeladen"))
  expect(at({}, "darwin")).toBe(join(home, "Downloads"))
  expect(at({ XDG_DOWNLOAD_DIR: "/data/in" })).toBe("/data/in")
  for (const junk of ["", "relative"]) expect(at({ XDG_DOWNLOAD_DIR: junk })).toBe(join(home, "Heruntergeladen"))
  expect(at({ XDG_CONFIG_HOME: other })).toBe(join(home, "Downloads"))
  writeFileSync(join(other, "user-dirs.dirs"), 'XDG_DOWNLOAD_DIR="/data/\\"quoted\\" one"\n')
  expect(at({ XDG_CONFIG_HOME: other })).toBe('/data/"quoted" one')
  for (const line of ["", 'XDG_DOWNLOAD_DIR="relative"', "XDG_DOWNLOAD_DIR=$HOME/x", 'XDG_DOWNLOAD_DIR="$HOMEX/y"']) {
    writeFileSync(file, line)
    expect(at({}), line).toBe(join(home, "Downloads"))
  }
  writeFileSync(file, 'XDG_DOWNLOAD_DIR="$HOME"')
  expect(at({})).toBe(home)
})

test("[DESK-1] settings are those of the profile, else those beside the app; a broken file is named", () => {
  const [profile, dist] = [newFolder(), newFolder()]
  expect(settingsIn([profile, dist])).toBeUndefined()
  writeFileSync(join(dist, "config.json"), '{"a":1}')
  expect(settingsIn([profile, dist])).toEqual({ a: 1 })
  writeFileSync(join(profile, "config.json"), "{")
  expect(() => settingsIn([profile, dist])).toThrow(/config\.json cannot be read/)
  for (const text of ["5", "null", "[]", '"x"', "true"]) {
    writeFileSync(join(profile, "config.json"), text)
    expect(() => settingsIn([profile, dist]), text).toThrow(
      /config\.json cannot be read: it holds no object of settings/,
    )
  }
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
  const shutOuts: ((reason: "junk") => void)[] = []
  const said: string[] = []
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  onTestFinished(() => void vi.useRealTimers())
  const host = createHost(
    {
      openWindow: (_, shutOut) => {
        shutOuts.push(shutOut)
        const page = { received: [] as string[], closed: false }
        pages.push(page)
        const close = () => {
          page.closed = true
        }
        return { receive: (text) => page.received.push(text), close }
      },
    },
    () => undefined,
    (line) => said.push(line),
  )
  host.receive({ type: "cancel_scan" })
  host.receive({ type: "ready" })
  for (const junk of [undefined, null, 7, "junk", { type: 1 }]) host.receive(junk)
  host.receive('{"type":"ready"}')
  host.receive({ type: "cancel_scan" })
  expect(pages.map(({ closed }) => closed)).toEqual([true, false])
  expect(pages[0]?.received).toEqual(["", "null", "7", '"junk"', '{"type":1}'])
  expect(pages[1]?.received).toEqual(['{"type":"cancel_scan"}'])
  shutOuts[1]?.("junk")
  expect(said.splice(0)).toEqual([expect.stringContaining("(junk)")])

  // A page that starts over and over is greeted a few times, and once more at the end.
  for (let count = 0; count < 2_000; count += 1) host.receive({ type: "ready" })
  expect(pages.length).toBeLessThan(20)
  expect(said).toEqual([expect.stringContaining("begins again and again")])
  const greeted = pages.length
  vi.advanceTimersByTime(2_000)
  expect(pages.map(({ closed }) => closed)).toEqual([...Array(greeted).fill(true), false])
  host.close()
  expect(pages.at(-1)?.closed).toBe(true)
})

/** An engine with a played window: it shows nothing, and reports as the test decides. */
const playedEngine = () => {
  const opened: { url: string; reports: WindowReports }[] = []
  const loaded: string[] = []
  const asked: string[] = []
  const page = { isApp: false }
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
        evaluate: (script) => {
          asked.push(script)
          return Promise.resolve(page.isApp)
        },
        close: () => Promise.resolve(reports.closed()),
      })
    },
  }
  return { one, opened, loaded, asked, page, presented: () => presented }
}

const optionsFor = (profile: string, port: number, one: WindowEngine): ProgramOptions => ({
  profile,
  port,
  demo: false,
  engine: undefined,
  link: null,
  say: () => undefined,
  system: { platform: "linux", environment, engines: [one] },
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
  const { one, opened, loaded, asked, page, presented } = playedEngine()
  const dist = join(import.meta.dirname, "../../dist")
  const program = await startProgram({ ...optionsFor(profile, free.port, one), link: "sightline://devices/d1" }).catch(
    (error: Error) => error,
  )
  // Without a build there is nothing to serve; the program reports that in one sentence.
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
  await expect.poll(() => [loaded, presented()]).toEqual([[`${app}/invitation#123456`], 1])
  // The app shows the link itself, so that it interrupts no work.
  page.isApp = true
  for (const link of ["sightline://devices/d2", "sightline://devices/d3"]) await showFirst(profile, link)
  await expect
    .poll(() => asked.slice(1))
    .toEqual([expect.stringContaining("/devices/d2"), expect.stringContaining("/devices/d3")])
  expect([loaded.length, presented()]).toEqual([1, 3])
  opened[0]?.reports.closed()
  await program.closed
  await program.close()
  await expect(fetch(app)).rejects.toThrow()
})

test("[DESK-1] of two starts at the same moment one is the program and the other brings it forward", async () => {
  const free = await listening()
  free.close()
  const profile = newFolder()
  const { one, opened, presented } = playedEngine()
  const starts = await Promise.allSettled([1, 2, 3].map(() => startProgram(optionsFor(profile, free.port, one))))
  const programs = starts.map((start) => (start.status === "fulfilled" ? start.value : null))
  const [program, ...more] = programs.filter((started) => started !== undefined)
  // Without a build there is nothing to serve.
  if (program === null || program === undefined) return expect(opened).toEqual([])
  expect([more, opened.length, presented()]).toEqual([[], 1, 2])
  const closing = program.close()
  const next = await startProgram(optionsFor(profile, free.port, one))
  await closing
  expect(next?.ready.app).toBe(program.ready.app)
  await next?.close()
})

const JSON_TYPE = { "content-type": "application/json" }
const call = async (cloud: string | undefined, name: CallName, body: object) =>
  (
    await fetch(`${cloud}${calls[name].path}`, { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) })
  ).json()

test("[DESK-1] a demo goes on where it ended, with its sessions and what its devices were named", async () => {
  const free = await listening()
  free.close()
  const profile = newFolder()
  const { one } = playedEngine()
  const start = () => startProgram({ ...optionsFor(profile, free.port, one), demo: true })
  const first = await start().catch((error: Error) => error)
  if (first instanceof Error) return expect(first.message).toMatch(/holds no built app/)
  expect(first?.hint).toMatch(/owner@example\.com, password sightline\..* passcode 2468 /)
  const cloud = first?.ready.cloud
  const { uid, token } = await call(cloud, "signin", { email: md5("owner@example.com"), password: md5("sightline") })
  expect(await call(cloud, "rename_account", { uid, token, newName: "Renamed" })).toMatchObject({ status: 0 })
  await first?.close()
  const second = await start()
  expect(await call(cloud, "loginWithToken", { uid, token, isWeb: false })).toMatchObject({
    status: 0,
    name: "Renamed",
  })
  await second?.close()
  writeFileSync(join(profile, "demo.json"), "{")
  await expect(start()).rejects.toThrow(/the demo cannot go on: the data file .*demo\.json is damaged/)
  expect(readFileSync(join(profile, "demo.json"), "utf8")).toBe("{")
})

test("[DESK-1] a taken port is one sentence, and nothing is left running", async () => {
  const taken = await listening()
  onTestFinished(taken.close)
  const profile = newFolder()
  openProfile(profile, taken.port)
  const { one, opened } = playedEngine()
  await expect(startProgram(optionsFor(profile, taken.port, one))).rejects.toThrow(
    /cannot listen on port [0-9]+: it is taken\. The app needs this very port|holds no built app/,
  )
  expect(opened).toEqual([])
  expect(await showFirst(profile, null)).toBe(false)
})

test("[DESK-1] a first start that shows no page leaves the choice of the port to the next", async () => {
  const taken = await listening()
  onTestFinished(taken.close)
  const { one } = playedEngine()
  const folder = newFolder()
  await expect(startProgram(optionsFor(folder, taken.port, one))).rejects.toThrow(
    /is taken by another program: start with --port|holds no built app/,
  )
  expect(openProfile(folder, 5_001).port).toBe(5_001)
  // A profile with a shown page keeps its port.
  await expect(
    startProgram(optionsFor(folder, 5_001, { ...one, lack: () => Promise.resolve("no display") })),
  ).rejects.toThrow()
  expect(() => openProfile(folder, 5_002)).toThrow(/belongs to port 5001/)
})
