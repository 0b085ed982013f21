import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { foldModel } from "../../src/domain/product/folding.ts"
import { STATE_VERSION, type State } from "../../src/domain/product/state.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { newHash } from "../replay/exports.ts"

/** Logs of earlier releases, and the resulting state for each version of the state. */

export const GOLDEN = fileURLToPath(new URL(".", import.meta.url))
export const PINS = `${GOLDEN}pins.json`

/** By file, by version of the state: the hash of the state at the end of the log. */
export type GoldenPins = Readonly<Record<string, Readonly<Record<string, string>>>>

export const readPins = (): GoldenPins => JSON.parse(readFileSync(PINS, "utf8"))

export const goldenFiles = (): readonly string[] =>
  readdirSync(GOLDEN)
    .filter((name) => name.endsWith(".ndjson"))
    .sort()

export const linesOf = (file: string): readonly string[] =>
  readFileSync(`${GOLDEN}${file}`, "utf8").split("\n").slice(0, -1)

export const eventsOf = (file: string): readonly { readonly type: string; readonly v: number }[] =>
  linesOf(file)
    .slice(1)
    .map((line) => JSON.parse(line))
    .filter((line) => !("checkpoint" in line))

export const foldedState = (file: string): State => {
  const folding = foldModel()
  for (const line of linesOf(file).slice(1)) {
    const value = JSON.parse(line)
    if (!("checkpoint" in value)) folding.add(value)
  }
  return folding.state()
}

export const hashOf = (state: State): string => {
  const hash = newHash()
  hash.update(canonicalJson(state))
  return hash.digest()
}

export const VERSION = String(STATE_VERSION)
