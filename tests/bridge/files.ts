import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"

/** A folder that goes away with the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-bridge-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
