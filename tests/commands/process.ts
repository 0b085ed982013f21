import { spawn } from "node:child_process"
import { join } from "node:path"
import { expect, onTestFinished } from "vitest"
import { ROOT } from "../house/files.ts"

/** Runs commands as a person does: processes with flags, output and exit codes. Each ends with its test. */

/** `script`: its path in the repository. */
export const startCommand = (script: string, ...flags: readonly string[]) => {
  const child = spawn(process.execPath, [join(ROOT, script), ...flags])
  const output = { out: "", err: "" }
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += chunk.toString()
  })
  child.stderr.on("data", (chunk: Buffer) => {
    output.err += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  onTestFinished(() => void child.kill("SIGKILL"))
  return { child, output, ended }
}

/** Runs to the end. */
export const runCommand = async (script: string, ...flags: readonly string[]) => {
  const { output, ended } = startCommand(script, ...flags)
  return { code: await ended, ...output }
}

const READY = "ready "

/** Waits until the process reports that it is ready. Returns the JSON text of that line. */
export const readyText = async ({ output }: Pick<ReturnType<typeof startCommand>, "output">): Promise<string> => {
  const line = () => output.out.split("\n").find((one) => one.startsWith(READY))
  await expect.poll(line, { timeout: 20_000 }).toBeDefined()
  return (line() ?? "").slice(READY.length)
}
