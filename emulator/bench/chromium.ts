import { type ChildProcess, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { platform } from "node:os"
import { createInterface } from "node:readline"
import { chromium } from "playwright"

/**
 * Finds the Chromium that the browser and end-to-end tests drive, and installs one where there is none. Any Chromium or
 * Chrome that answers `--version` will do. The order is: the person's choice (`CHROMIUM_PATH`), the system's browser,
 * Playwright's earlier download.
 */

/** The facts that the choice depends on, so that tests need no machine of each kind. */
export interface ChromiumCandidates {
  readonly chosen: string | undefined
  /** True when this path or command name is a Chromium that runs here. */
  readonly runs: (executable: string) => boolean
  /** The path at which Playwright keeps its own Chromium, or would keep it. */
  readonly playwrightPath: string
  readonly isRoot: boolean
  readonly isDebian: boolean
  /** Runs a command and shows its output. True when it exited with 0. */
  readonly execute: (command: string, args: ReadonlyArray<string>) => boolean
  /** The absolute path of a command found through PATH, or the path itself. */
  readonly locate: (executable: string) => string
  /** Shows the person the step that takes long. */
  readonly announce: (line: string) => void
}

/** The headless shell first: it draws no window and does the same tests in about half the time. */
const SYSTEM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
]
/** The packages to try, in this order. */
const DEBIAN_PACKAGES = ["chromium-headless-shell", "chromium"]
const SYSTEM_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

/** A wrapper for a missing snap package exists but does not run, so a file's presence proves nothing. */
function runs(executable: string): boolean {
  const answer = spawnSync(executable, ["--version"], { encoding: "utf8", timeout: 20_000 })
  return answer.status === 0 && /Chrom(e|ium)\D+\d+\./.test(answer.stdout)
}

function locate(executable: string): string {
  if (executable.includes("/")) return executable
  const answer = spawnSync("sh", ["-c", `command -v "$0"`, executable], { encoding: "utf8" })
  return answer.status === 0 ? answer.stdout.trim() : executable
}

function execute(command: string, args: ReadonlyArray<string>): boolean {
  return spawnSync(command, [...args], { stdio: ["ignore", "inherit", "inherit"] }).status === 0
}

export function thisMachine(): ChromiumCandidates {
  return {
    chosen: process.env.CHROMIUM_PATH,
    runs,
    playwrightPath: chromium.executablePath(),
    isRoot: process.getuid?.() === 0,
    isDebian: platform() === "linux" && existsSync("/etc/debian_version"),
    execute,
    locate,
    announce: (line) => console.log(line),
  }
}

/** The path of a Chromium that runs, or undefined. */
export function findChromium(around: ChromiumCandidates = thisMachine()): string | undefined {
  const candidates = [around.chosen, ...SYSTEM_NAMES, ...SYSTEM_PATHS, around.playwrightPath]
  const found = candidates.find((candidate) => candidate && around.runs(candidate))
  return found === undefined ? undefined : around.locate(found)
}

/**
 * Like `findChromium`, but installs one when there is none. Throws an Error of one line when the installation fails.
 */
export function ensureChromium(around: ChromiumCandidates = thisMachine()): string {
  if (around.chosen && !around.runs(around.chosen)) {
    throw new Error(`CHROMIUM_PATH names ${around.chosen}, which is no Chromium that runs here`)
  }
  const before = findChromium(around)
  if (before !== undefined) return before
  around.announce("No Chromium found: installing one for the browser tests")
  // Ubuntu's package is a wrapper around snap, which fails in containers: then Playwright's download follows.
  if (around.isRoot && around.isDebian) {
    const isUpdated = around.execute("apt-get", ["update"])
    for (const name of isUpdated ? DEBIAN_PACKAGES : []) {
      around.execute("apt-get", ["install", "-y", name])
      const installed = findChromium(around)
      if (installed !== undefined) return installed
    }
  }
  const withSystemLibraries = around.isRoot && around.isDebian ? ["--with-deps"] : []
  around.execute("npx", ["playwright", "install", ...withSystemLibraries, "chromium"])
  const downloaded = findChromium(around)
  if (downloaded !== undefined) return downloaded
  throw new Error(
    "no Chromium could be found or installed: install Chromium or Chrome, or set CHROMIUM_PATH to its executable",
  )
}

/**
 * Arguments for every Chromium that a test starts: without background requests, and without a sandbox where root
 * forbids one.
 */
export function chromiumArguments(): ReadonlyArray<string> {
  return [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ]
}

/** The debugging address of a started browser, which it prints. */
export const addressOf = (child: ChildProcess): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.once("exit", (code) => reject(new Error(`the browser ended with ${code}`)))
  if (child.stderr === null) throw new Error("the browser says nothing")
  createInterface({ input: child.stderr }).on("line", (line) => {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) resolve(address)
  })
  return promise
}
