import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { BRIDGE_FRAME_MAX_BYTES } from "../src/domain/values/limits.ts"
import { Problem } from "./problem.ts"
import { CLOSE_PATIENCE_MS, CLOSE_ROUNDS, scriptFor, WHY_STAY } from "./shell.ts"
import type { OpenWindow, WindowEngine, WindowReports } from "./window.ts"

/** The window on Linux: WebKitGTK 4.1 in a process of gjs, which `window.gjs.js` runs. */

const SCRIPT = fileURLToPath(new URL("./window.gjs.js", import.meta.url))
/** A first start of the engine on a slow machine takes seconds, ms. */
const OPEN_MS = 60_000
const PROBE_MS = 20_000
/** A window that has not closed by then is killed, ms. */
const CLOSE_MS = 5_000
/** Number of the engine's last error lines that go into the message when it dies. */
const COMPLAINTS_KEPT = 3

/** The start of each line with a message of the page. */
const POSTED = '{"posted":'

/** Loads the libraries of the window, and opens nothing. */
const PROBE = 'imports.gi.versions.Gtk = "3.0"; imports.gi.versions.WebKit2 = "4.1"; imports.gi.Gtk; imports.gi.WebKit2'

const INSTALL = "on Debian and Ubuntu, apt-get install gjs gir1.2-webkit2-4.1 xdg-utils"

const lack = (): Promise<string | null> => {
  const probe = spawnSync("gjs", ["-c", PROBE], { stdio: "ignore", timeout: PROBE_MS })
  if (probe.error !== undefined)
    return Promise.resolve(`a window needs gjs and WebKitGTK 4.1, and gjs is missing: ${INSTALL}`)
  return Promise.resolve(
    probe.status === 0 ? null : `a window needs WebKitGTK 4.1 for gjs, which is missing: ${INSTALL}`,
  )
}

type Report = Readonly<Record<string, unknown>>

const asReport = (line: string): Report | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === "object" && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
const field = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined
const textIn = (of: unknown, name: string): string => {
  const value = field(of, name)
  return typeof value === "string" ? value : ""
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** A complaint without the process, the library and the time that GLib writes before it. */
const plain = (line: string): string => line.trim().replace(/^\(gjs:\d+\): \S+ \*\*: (?:[\d:.]+: )?/, "")

/** Reads the reports of the process. Resolves with the engine's name once the window is open. */
const follow = (child: ChildProcessWithoutNullStreams, reports: WindowReports, waiting: Map<number, Waiting>) =>
  new Promise<string>((resolve, reject) => {
    const complaints: string[] = []
    let isOpen = false
    let isClosed = false
    const close = (problem?: string): void => {
      clearTimeout(opening)
      if (isClosed) return
      isClosed = true
      for (const { reject: fail } of waiting.values()) fail(new Problem("the window is closed"))
      waiting.clear()
      if (isOpen) reports.closed(problem)
      else reject(new Problem(problem ?? "the window closed before it was open"))
    }
    createInterface({ input: child.stderr }).on("line", (line) => {
      complaints.push(plain(line))
      if (complaints.length > COMPLAINTS_KEPT) complaints.shift()
    })
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith(POSTED) && reports.judge(Buffer.byteLength(line) - POSTED.length) !== "read") return
      const report = asReport(line)
      if (report === undefined) return
      if ("posted" in report) reports.message(report.posted)
      else if (typeof report.large === "number") reports.judge(report.large)
      else if ("opened" in report) {
        clearTimeout(opening)
        isOpen = true
        resolve(textIn(report.opened, "engine"))
      } else if ("link" in report) reports.link(textIn(report, "link"))
      else if ("saved" in report)
        reports.saved(textIn(report.saved, "name"), textIn(report.saved, "error") || undefined)
      else if ("shape" in report) reports.shape(report.shape)
      else if ("crashed" in report) reports.crashed(field(report.crashed, "again") === true)
      else if ("closed" in report) close()
      else if ("result" in report) settle(report.result, waiting)
    })
    child.stdin.on("error", () => undefined)
    child.on("error", (error) => close(`the window could not be opened: ${error.message}`))
    child.on("close", (code, signal) => {
      const last = complaints.filter((line) => line !== "").at(-1)
      const how = signal === null ? `code ${code}` : signal
      close(
        `${isOpen ? "the window ended unexpectedly" : "no window could be opened"} (${how})${last === undefined ? "" : `: ${last}`}`,
      )
    })
    const opening = setTimeout(() => close(`the window did not open within ${OPEN_MS / 1_000} s`), OPEN_MS)
  })

const settle = (result: unknown, waiting: Map<number, Waiting>): void => {
  const id = field(result, "id")
  const one = typeof id === "number" ? waiting.get(id) : undefined
  if (one === undefined || typeof id !== "number") return
  waiting.delete(id)
  const error = textIn(result, "error")
  if (error === "") one.resolve(field(result, "value"))
  else one.reject(new Error(error))
}

const open: OpenWindow = async (options, reports) => {
  const closing = { whyStay: WHY_STAY, patience: CLOSE_PATIENCE_MS, rounds: CLOSE_ROUNDS }
  const given = { ...options, messageMax: BRIDGE_FRAME_MAX_BYTES, closing }
  const child = spawn("gjs", ["-m", SCRIPT, JSON.stringify(given)], {
    stdio: ["pipe", "pipe", "pipe"],
  })
  const gone = once(child, "close").catch(() => undefined)
  const waiting = new Map<number, Waiting>()
  let asked = 0
  const send = (command: object): void => void child.stdin.write(`${JSON.stringify(command)}\n`)
  const engine = await follow(child, reports, waiting).catch((error: unknown) => {
    child.kill()
    throw error
  })
  return {
    engine,
    post: (text) => send({ do: "run", script: scriptFor(text) }),
    load: (uri) => send({ do: "load", uri }),
    present: () => send({ do: "present" }),
    evaluate: (script) =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject })
        send({ do: "evaluate", id: asked, script })
      }),
    close: async () => {
      send({ do: "close" })
      await Promise.race([gone, sleep(CLOSE_MS, undefined, { ref: false })])
      child.kill("SIGKILL")
    },
  }
}

export const gjsEngine: WindowEngine = { name: "gjs", lack, open }
