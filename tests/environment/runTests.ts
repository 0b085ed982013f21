import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ensureChromium } from "../../emulator/bench/chromium.ts"
import { COUNTS_FILE_VARIABLE, type TestCounts } from "./countReporter.ts"
import { lackForDesktop, lackForFirefox } from "./engineLack.ts"
import { withPattern } from "./namePattern.ts"
import { lackForVnc } from "./vncLack.ts"

/**
 * `npm test [-- vitest arguments]`: ensures a browser, runs every test once, and prints `N passed, N failed` as the
 * last line. Exit code 0 only when something passed and nothing failed.
 */

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

function needsBrowser(args: ReadonlyArray<string>): boolean {
  const projects = args.flatMap((arg, index) =>
    arg.startsWith("--project=") ? [arg.slice("--project=".length)] : arg === "--project" ? [args[index + 1]] : [],
  )
  return projects.length === 0 || projects.some((project) => project !== "node")
}

/** A run that died early wrote nothing: that is one failure, not silence. */
function readCounts(file: string): TestCounts {
  try {
    const { passed, failed } = JSON.parse(readFileSync(file, "utf8"))
    return { passed: Number(passed), failed: Number(failed) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function runVitest(args: ReadonlyArray<string>, environment: NodeJS.ProcessEnv): Promise<number> {
  const reporters = ["--reporter=default", `--reporter=${here("countReporter.ts")}`]
  const vitest = spawn(process.execPath, [here("../../node_modules/vitest/vitest.mjs"), "run", ...reporters, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
  })
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => vitest.kill(signal))
  return new Promise((resolve) => {
    vitest.on("error", () => resolve(1))
    vitest.on("close", (code) => resolve(code ?? 1))
  })
}

async function main(args: ReadonlyArray<string>): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "sightline-tests-"))
  const countsFile = join(directory, "counts.json")
  try {
    const { args: named, asked } = withPattern(args)
    const browser = needsBrowser(args) ? { CHROMIUM_PATH: ensureChromium() } : {}
    /* Tests start the product some two hundred times. With compiled code in a cache, each start takes half as long. */
    const compiled = { NODE_COMPILE_CACHE: join(directory, "compiled") }
    const code = await runVitest(named, { ...browser, ...compiled, [COUNTS_FILE_VARIABLE]: countsFile })
    const counts = readCounts(countsFile)
    if (asked !== null && code === 0 && counts.passed + counts.failed === 0)
      console.log(`No test in these files has a title with ${asked}`)
    const lack = await lackForDesktop()
    if (lack !== null) console.log(`Not tested here, the desktop program in a real window: ${lack}`)
    const firefoxLack = lackForFirefox()
    if (firefoxLack !== null) console.log(`Not tested here, the app in Firefox: ${firefoxLack}`)
    const vncLack = lackForVnc()
    if (vncLack !== null) console.log(`Not tested here, the device agent with a real VNC server: ${vncLack}`)
    // A failing exit code without a counted failure (for example a hang at the end) must not read as success.
    const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed
    console.log(`${counts.passed} passed, ${failed} failed`)
    return failed === 0 && counts.passed > 0 ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    console.log("0 passed, 1 failed")
    return 1
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

process.exitCode = await main(process.argv.slice(2))
