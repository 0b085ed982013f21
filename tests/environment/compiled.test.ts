import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright"
import { expect, onTestFinished, test } from "vitest"
import { WITHOUT_STREAMING } from "../e2e/compiled.ts"

const DISABLES = "--disable-features="
const namesOf = (argument: string): readonly string[] => argument.slice(DISABLES.length).split(",")

/** The command line with which Playwright starts a browser, recorded by a fake browser that ends at once. */
const startedWith = async (): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-compiled-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [executablePath, noted] = [join(folder, "browser"), join(folder, "noted")]
  writeFileSync(executablePath, `#!/bin/sh\nprintf '%s\\n' "$@" > '${noted}'\nexit 1\n`)
  chmodSync(executablePath, 0o755)
  await expect(chromium.launch({ executablePath })).rejects.toThrow()
  return readFileSync(noted, "utf8").split("\n")
}

test("a pooled browser goes without all that Playwright goes without, and without streaming", async () => {
  const lists = (await startedWith()).filter((argument) => argument.startsWith(DISABLES)).map(namesOf)
  expect(lists).toHaveLength(1)
  expect(namesOf(WITHOUT_STREAMING)).toEqual([...lists.flat(), "ScriptStreaming"])
})
