import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "vitest"
import { ROOT } from "../house/files.ts"
import { FOLDER, type ShortForm } from "./shortForms.ts"

/** Longest time of a command on a busy machine, ms. */
export const PATIENCE_MS = 400_000

interface Ended {
  readonly code: number | null
  readonly output: string
}

const run = ({ words, env, ends, shows }: ShortForm, folder: string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const [program = "", ...flags] = words.map((word) => (word === FOLDER ? join(folder, "new") : word))
    // Removes Vitest's variables, which a person's shell does not have.
    const { VITEST: _vitest, NODE_ENV: _env, FORCE_COLOR: _color, ...shell } = process.env
    const child = spawn(program, flags, {
      cwd: ROOT,
      env: { ...shell, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // npm starts further processes: the signal ends the whole group.
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

/** Runs a short form to its end, and checks its output and its exit. */
export const tryOut = async (form: ShortForm): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-command-"))
  try {
    const { code, output } = await run(form, folder)
    expect(output, form.words.join(" ")).toMatch(form.shows)
    // npm changes the exit code of a command that a signal ended. The command's own tests check a clean end.
    if (form.ends === "alone") expect(code, output).toBe(form.code ?? 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
