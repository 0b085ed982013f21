import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as fc from "fast-check"
import { afterAll, describe, expect, test } from "vitest"
import { merge } from "../../emulator/cli/merge.ts"
import { readShard, type ShardLine, seedsOfShard } from "../../emulator/cli/shards.ts"
import { ROOT } from "../house/files.ts"

const SHARDS_MAX = 200
/** Long enough for a busy machine. */
const PATIENCE_MS = 120_000
/** The bug shows in both seeds of the second shard. */
const PLANT = "attempts-stand"

interface Ended {
  readonly code: number
  readonly out: string
  readonly error: string
}

const folder = mkdtempSync(join(tmpdir(), "sightline-shards-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const simulate = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [join(ROOT, "emulator/cli/simulate.ts"), ...args], (_error, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

const fileOf = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const shardLine = (shard: number, of: number, seeds: number): typeof ShardLine.Type => {
  const { seeds: ran } = seedsOfShard({ first: 1, seeds }, { shard, of })
  const ended = { steps: 10, virtualMs: 1_000, seconds: 1, failed: 0, counts: { requests: shard } }
  return { kind: "shard", shard, of, first: 1, seeds, ran, ...ended }
}

describe("the shards of a sweep", () => {
  test("[SIM-1] hold each seed once, in order, and as many as each other but one", () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(5_000), fc.integer({ min: 1, max: SHARDS_MAX }), (first, seeds, of) => {
        const parts = Array.from({ length: of }, (_, index) => seedsOfShard({ first, seeds }, { shard: index + 1, of }))
        const all = parts.flatMap((part) => Array.from({ length: part.seeds }, (_, index) => part.first + index))
        expect(all).toEqual(Array.from({ length: seeds }, (_, index) => first + index))
        const sizes = parts.map((part) => part.seeds)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test.each(["0/4", "5/4", "1", "1/0", "a/b", "-1/4", "1/4/2", "1.5/4"])("[SIM-1] there is no shard %s", (text) => {
    expect(() => readShard(text)).toThrow(`--shard takes I/N, from 1/1 to 10000/10000, not "${text}"`)
  })

  test("[SIM-1] merge to the sum of what all counted, and those that are missing are named", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: SHARDS_MAX }),
        fc.nat(5_000),
        fc.infiniteStream(fc.boolean()),
        (of, seeds, coins) => {
          const ended = Array.from({ length: of }, (_, index) => index + 1).filter(() => coins.next().value === true)
          if (ended.length === 0) return
          const { missing, shards, counts } = merge(ended.map((shard) => shardLine(shard, of, seeds)).reverse())
          expect([...shards.map(({ shard }) => shard), ...missing].sort((a, b) => a - b)).toHaveLength(of)
          expect(missing.some((shard) => ended.includes(shard))).toBe(false)
          expect(counts.get("requests")).toBe(ended.reduce((sum, shard) => sum + shard, 0))
        },
      ),
    )
    expect(() => merge([])).toThrow("no shard came to its end")
    expect(() => merge([shardLine(1, 2, 9), shardLine(1, 2, 9)])).toThrow("shard 1/2 is there twice")
    expect(() => merge([shardLine(1, 2, 9), shardLine(2, 2, 8)])).toThrow("shard 2/2 of 8 seeds from 1 is not of")
  })

  test("[SIM-1][SIM-3] run on machines of their own, and each failed seed becomes an issue with its story", {
    timeout: PATIENCE_MS,
  }, async () => {
    const sized = ["--seeds", "3", "--steps", "150"]
    const [clean, broken] = await Promise.all([
      simulate("--shard", "1/2", ...sized),
      simulate("--shard", "2/2", ...sized, "--plant", PLANT),
    ])
    expect(clean).toMatchObject({ code: 0, out: expect.stringMatching(/^\{"kind":"shard","shard":1,"of":2.*\n$/) })
    expect(broken.code).toBe(1)
    // The shard continues after the first failure.
    expect(broken.out.split("\n").filter((line) => line.startsWith('{"kind":"failed"'))).toHaveLength(2)
    const files = [fileOf("1.ndjson", clean.out), fileOf("2.ndjson", broken.out)]
    const { code, out } = await simulate("--merge", ...files, "--issues", join(folder, "issues"))
    expect(code).toBe(1)
    expect(out).toMatch(/^2 shards: 3 seeds, \d+ steps, [\d.]+ h of virtual time, 2 failed$/m)
    const issue = readFileSync(join(folder, "issues", "seed-2.md"), "utf8")
    expect(issue).toMatch(/^Seed 2 violates invariant \d+\n\n/)
    expect(issue).toMatch(new RegExp(`\`npm run simulate -- --seed 2 .*--plant ${PLANT}`))
  })

  test("[SIM-1] a line that is none of a shard is named with its file and number, and nothing is counted", async () => {
    const file = fileOf("torn.ndjson", `${JSON.stringify(shardLine(1, 1, 3))}\n{"kind":"sha`)
    const { code, out, error } = await simulate("--merge", file)
    expect({ code, out, error }).toEqual({
      code: 1,
      out: "",
      error: `simulate: ${file}: line 2 is no line of a shard\n`,
    })
  })
})

describe("the files that start a night of seeds", () => {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8").replace(/\\\n\s*/g, "")
  const files = [".github/workflows/nightly.yml", "deploy/seeds.yaml"] as const

  test.each(files)("[HOUSE-4] %s names flags that the command has", async (path) => {
    const { out } = await simulate("--help")
    const commands = [...read(path).matchAll(/simulate -- (--(?:shard|merge)) ([^\n>]*)/g)]
    expect(commands.map(([, mode]) => mode)).toEqual(expect.arrayContaining(["--shard", "--merge"]))
    for (const [, mode = "", rest = ""] of commands) {
      const usage = out.split("\n").find((line) => line.includes(`-- ${mode} `)) ?? ""
      const unknown = [...rest.matchAll(/--[a-z]+/g)].filter(([flag]) => !usage.includes(`[${flag} `))
      expect(unknown, mode).toEqual([])
    }
  })

  test("[HOUSE-4] as many machines start as there are shards", () => {
    const [workflow, job] = files.map(read)
    const [, shards] = /^ {2}SHARDS: (\d+)$/m.exec(workflow ?? "") ?? []
    const [, matrix = ""] = /^ {8}shard: \[(.*)\]$/m.exec(workflow ?? "") ?? []
    expect(matrix.split(", ").map(Number)).toEqual(Array.from({ length: Number(shards) }, (_, index) => index + 1))
    const [, completions] = /^ {2}completions: (\d+)$/m.exec(job ?? "") ?? []
    expect(job).toMatch(new RegExp(`- name: SHARDS\\n {14}value: "${completions}"\\n`))
  })
})
