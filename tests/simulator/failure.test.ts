import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import type { SeedFailure } from "../../emulator/simulator/sweep/failure.ts"

const COMMAND = fileURLToPath(new URL("../../emulator/cli/simulate.ts", import.meta.url))
/** Long enough for a busy machine. */
const PATIENCE_MS = 240_000

interface Result {
  readonly ok: boolean
  readonly failed?: SeedFailure
}

const simulate = (...args: readonly string[]): Promise<Result> =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args, "--json"], { maxBuffer: 2 ** 26 }, (_error, out) =>
      resolve(JSON.parse(out)),
    )
  })

describe("a seed that fails", () => {
  test("[SIM-3] shrinks to what it needs, reads as a story, and the printed command repeats it", {
    timeout: PATIENCE_MS,
  }, async () => {
    const { failed } = await simulate("--seed", "10", "--seeds", "60", "--plant", "outcome-relaxed")
    if (failed === undefined) throw new Error("nothing was found")
    const { smallest, story, repeat } = failed
    const kept = smallest.kept ?? []
    expect(failed.invariant).toBe(1)
    expect(repeat).toBe(
      `npm run simulate -- --seed ${failed.seed} --steps ${smallest.steps} --devices 0 --plant outcome-relaxed --keep ${kept.join(",")}`,
    )
    // The person made a request and cancelled it, and the story ends with the violation.
    expect(story.some((line) => line.includes("is told by the person: "))).toBe(true)
    expect(story.at(-1)).toContain("and so it is not true that ")
    expect(story.at(-1)).toContain("(ActionCancelled) does not wait for the disk")

    const args = repeat.slice("npm run simulate -- ".length).split(" ")
    const fewer = [...args.slice(0, -1), kept.length > 1 ? kept.slice(1).join(",") : "none"]
    const at = args.indexOf("--plant")
    const [again, without, sound] = await Promise.all([
      simulate(...args),
      simulate(...fewer),
      simulate(...args.toSpliced(at, 2)),
    ])
    expect(again.failed?.smallest).toEqual(smallest)
    expect(again.failed?.story).toEqual(story)
    // Without the first of its decisions, or without the bug, it does not fail in this way.
    expect(without.failed?.invariant).not.toBe(1)
    expect(sound.ok).toBe(true)
  })
})
