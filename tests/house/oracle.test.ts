import { posix } from "node:path"
import { expect, test } from "vitest"
import { readFiles } from "./files.ts"
import { readFacts } from "./syntax.ts"

const ORACLE = "emulator/simulator/audits/"
/**
 * The parts of the domain that the oracle may use: names, limits, the shape of stored data, and the fold whose result
 * it checks.
 */
const SHARED: ReadonlySet<string> = new Set([
  "src/domain/actions/table.ts",
  "src/domain/event/draft.ts",
  "src/domain/features/session/savedUser.ts",
  "src/domain/features/sharing/state.ts",
  "src/domain/product/events.ts",
  "src/domain/product/evolve.ts",
  "src/domain/product/state.ts",
  "src/domain/values/canonicalJson.ts",
  "src/domain/values/limits.ts",
])

const files = readFiles([ORACLE], [".ts"])

const runs = files.flatMap(({ path, source }) =>
  readFacts(path, source)
    .imports.filter(({ atOnce }) => atOnce)
    .map(({ specifier }) => posix.normalize(posix.join(posix.dirname(path), specifier)))
    .filter((target) => target.startsWith("src/"))
    .map((target) => ({ path, target })),
)

test("[HOUSE-2] the oracle of the outbox runs none of the code that it judges", () => {
  expect(runs.length).toBeGreaterThan(0)
  expect(runs.filter(({ target }) => !SHARED.has(target))).toEqual([])
  const dead = [...SHARED].filter((shared) => !runs.some(({ target }) => target === shared))
  expect(dead).toEqual([])
})

test("[HOUSE-2] of the actions it knows the names alone, not what they do", () => {
  const named = files.flatMap(({ source }) =>
    [...source.matchAll(/^import \{ ([^}]*) \} from "[^"]*\/actions\/table\.ts"$/gm)].map(([, names]) => names),
  )
  expect([...new Set(named)]).toEqual(["queuedCalls"])
})
