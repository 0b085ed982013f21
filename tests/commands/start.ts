import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "vitest"
import { ROOT } from "../house/files.ts"
import { FOLDER, type ShortForm } from "./shortForms.ts"

/** A command may take so long on a busy machine, ms. */
export const PATIENCE_MS = 400_000

interface Ended {
  readonly code: number | null
  readonly output: string
}

const run = ({ words, env, ends, shows }: ShortForm, folder: string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const [program = "", ...flags] = words.map((word) => (word === FOLDER ? join(folder, "new") : word))
    // What Vitest sets for its own processes is no part of a person's shell.
    const { VITEST: _vitest, NODE_ENV: _env, FORCE_COLOR: _color, ...shell } = process.env
    const child = spawn(program, flags, {
      cwd: ROOT,
      env: { ...shell, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // npm starts others: all of them end together.
      detached: true,
    })
    const stop = (signal: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, signal)
    let output = ""
    let isReady = false
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (isReady || ends !== "ready" || !shows.test(output)) return
      isReady = true
      stop("SIGTERM")
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    const timer = setTimeout(() => {
      stop("SIGKILL")
      reject(new Error(`Timed out: ${words.join(" ")} said only:\n${output}`))
    }, PATIENCE_MS - 5_000)
    child.on("error", reject)
    child.on("close", (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })

/** Runs a short form to its end, and holds what it says and how it ends against what it should. */
export const tryOut = async (form: ShortForm): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-command-"))
  try {
    const { code, output } = await run(form, folder)
    expect(output, form.words.join(" ")).toMatch(form.shows)
    // npm gives the signal that ended it another code; that it ended cleanly is tested where the command is.
    if (form.ends === "alone") expect(code, output).toBe(form.code ?? 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
