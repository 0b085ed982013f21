import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { openScannedDevices } from "../../bridge/lan/scannedDevices.ts"

/** A folder that goes away with the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-bridge-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Scans have found no device before. */
export const noScannedDevices = () => openScannedDevices(join(newFolder(), "bridge-scanned.json"), () => {})
