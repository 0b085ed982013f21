import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"

const COMMAND = fileURLToPath(new URL("../../emulator/cli/simulate.ts", import.meta.url))

interface Ended {
  readonly code: number
  readonly out: string
  readonly error: string
}

const simulate = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], (_error, out, error) => {
      resolve({ code: child.exitCode ?? -1, out, error })
    })
  })

/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000

describe("npm run simulate", () => {
  test("[SIM-1] clean seeds end with 0 and figures that show what was covered", async () => {
    const { code, out } = await simulate("--seeds", "3", "--steps", "800")
    expect(code).toBe(0)
    expect(out).toMatch(/^3 seeds clean: \d+ steps at \d+ steps\/s in [\d.]+ s, [\d.]+ h of virtual time$/m)
    expect(out).toMatch(/^ *\d+ {2}event ActionQueued$/m)
    expect(out).toMatch(/^ *\d+ {2}requests$/m)
  })

  test("[SIM-1] one seed alone runs when it is named, and answers in JSON", async () => {
    const { code, out } = await simulate("--seed", "5", "--steps", "400", "--devices", "4", "--json")
    expect(code).toBe(0)
    const result: unknown = JSON.parse(out)
    expect(result).toMatchObject({ ok: true, seeds: 1, counts: { requests: expect.any(Number) } })
  })

  test("[SIM-4] --planted reports who found a planted bug, in how many seeds, and by which invariant", {
    timeout: PATIENCE_MS,
  }, async () => {
    const { code, out } = await simulate(
      "--planted",
      "--only",
      "attempts-stand",
      "--seeds",
      "2",
      "--steps",
      "300",
      "--json",
    )
    expect(code).toBe(0)
    const report: unknown = JSON.parse(out)
    const simulator = {
      seeds: expect.any(Number),
      kind: "client",
      invariant: expect.any(Number),
      what: expect.any(String),
    }
    expect(report).toMatchObject({
      ok: true,
      planted: 1,
      bySimulator: 1,
      byTests: 0,
      survived: 0,
      plants: [{ name: "attempts-stand", foundBy: "simulator", simulator }],
    })
  })

  test("[SIM-1][FW-8] updates have seeds of their own, with figures that show what was covered", async () => {
    const { code, out } = await simulate("--firmware", "--seeds", "1")
    expect(code).toBe(0)
    expect(out).toMatch(/^ *\d+ {2}FirmwareUpdateStarted$/m)
    expect(out).toMatch(/^1 seeds of updates clean in [\d.]+ s$/m)
  })

  test.each([
    [["--seeds", "none"], /^simulate: --seeds takes a whole number from 1 to \d+, not "none"$/],
    [["--seed", "-1"], /^simulate: --seed takes a whole number from 0 to \d+, not "-1"$/],
    [["--steps"], /^simulate: --steps needs a value$/],
    [["--sead", "1"], /^simulate: unknown flag --sead$/],
    [["twice"], /^simulate: unexpected argument "twice"$/],
  ])("[SIM-1] bad use %j gives one clear line and exit code 2", async (args, line) => {
    const { code, out, error } = await simulate(...args)
    expect(code).toBe(2)
    expect(out).toBe("")
    expect(error.trimEnd()).toMatch(line)
  })
})
