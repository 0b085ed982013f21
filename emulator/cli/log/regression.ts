import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { State } from "../../../src/domain/product/state.ts"
import { outboxView } from "../../../src/domain/views/outbox.ts"
import { CommandFailed } from "../flags.ts"
import { readLines } from "../logFile.ts"
import { printableJson } from "../printable.ts"

/** The folder of kept logs and their tests, from the root of the project. */
const FOLDER = "tests/replay/kept"

/** The person's view at the end, in words that do not depend on the shape of the state. */
export const seenAt = (state: State) => {
  const { waiting, decide, settled } = outboxView(state)
  const inWords = ({ state: word, intent, subject }: (typeof waiting)[number]) => `${word}: ${intent.call} ${subject}`
  return {
    signedIn: state.session.current !== null,
    connection: state.connection.status,
    devices: [...state.devices.bound.values()].map(({ name }) => name).sort(),
    subAccounts: [...state.sharing.subAccounts.values()].map(({ name, status }) => `${name}: ${status}`).sort(),
    outbox: [...waiting, ...decide, ...settled].map(inWords).sort(),
  }
}

const nameOf = (file: string): string =>
  basename(file)
    .replace(/\.gz$/, "")
    .replace(/\.(?:ndjson|json)$/, "")
    .replaceAll(/[^A-Za-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "") || "log"

/** Most lines of the view in a test; the rest of its file needs a dozen. */
const SEEN_LINES_MAX = 400

/**
 * The view as an object literal. Escapes characters that would steer an editor, and what the linter takes for a
 * template.
 */
const scriptOf = (seen: ReturnType<typeof seenAt>): string => {
  const lines = JSON.stringify(seen, null, 2).split("\n")
  const script = lines.length > SEEN_LINES_MAX ? JSON.stringify(seen) : lines.join("\n  ")
  return script.split("\n").map(printableJson).join("\n").replaceAll("${", "\\u0024{")
}

/** The title of the test names no requirement: their table is written by hand, and a kept log would break it. */
const testOf = (name: string, state: State): string => `import { join } from "node:path"
import { expect, test } from "vitest"
import { foldFile } from "../../../emulator/cli/log/folded.ts"
import { seenAt } from "../../../emulator/cli/log/regression.ts"

test("${name} folds to what was seen at its end", async () => {
  const { state } = await foldFile(join(import.meta.dirname, "${name}.ndjson"))
  // biome-ignore format: it is as the command wrote it
  expect(seenAt(state)).toEqual(${scriptOf(seenAt(state))})
})
`

/** Keeps a log and writes the test that folds it. Never overwrites a test. Returns its path. */
export const writeTest = async (file: string, state: State): Promise<string> => {
  const name = nameOf(file)
  const [log, script] = [join(FOLDER, `${name}.ndjson`), join(FOLDER, `${name}.test.ts`)]
  for (const path of [log, script]) if (existsSync(path)) throw new CommandFailed(`${path} is there already`)
  const lines: string[] = []
  for await (const line of readLines(file)) lines.push(line)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(log, `${lines.join("\n")}\n`)
  writeFileSync(script, testOf(name, state))
  return script
}
