import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

/** A real WebKitGTK window on a virtual screen, for systems that have both (Debian: gjs, gir1.2-webkit2-4.1, xvfb). */

const SCRIPT = fileURLToPath(new URL("webkitWindow.js", import.meta.url))

const works = (command: string, ...words: readonly string[]): boolean =>
  spawnSync(command, words, { stdio: "ignore" }).status === 0

/** The missing parts for such a window. Empty when none is missing. */
export const missingForWebkit = (): readonly string[] => {
  const lacks = [...(works("which", "xvfb-run") ? [] : ["xvfb-run"]), ...(works("gjs", "--version") ? [] : ["gjs"])]
  return lacks.length > 0 || works("gjs", "-m", fileURLToPath(new URL("webkitProbe.js", import.meta.url)))
    ? lacks
    : ["gir1.2-webkit2-4.1"]
}

export interface WebkitWindow {
  /** The value of an expression in the page. */
  readonly run: (script: string) => Promise<unknown>
  /** The page's posts to its window so far. */
  readonly posted: readonly unknown[]
}

const fieldOf = (line: string, name: string): unknown => {
  const value: unknown = JSON.parse(line)
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}

export const openWebkitWindow = (url: string): WebkitWindow => {
  const child = spawn("xvfb-run", ["-a", "gjs", "-m", SCRIPT, url], { stdio: ["pipe", "pipe", "ignore"] })
  onTestFinished(async () => {
    const ended = once(child, "exit")
    child.stdin.end()
    await ended
  })
  const posted: unknown[] = []
  const waiting: ((value: unknown) => void)[] = []
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith('{"posted"')) posted.push(fieldOf(line, "posted"))
    else waiting.shift()?.(fieldOf(line, "result"))
  })
  return {
    posted,
    run: (script) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        child.stdin.write(`${script.replaceAll("\n", " ")}\n`)
      }),
  }
}
