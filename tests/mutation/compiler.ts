import { spawn } from "node:child_process"
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { text } from "node:stream/consumers"
import { planted } from "../../emulator/simulator/plants/plant.ts"
import { ROOT } from "../house/files.ts"
import { asPlant } from "./asPlant.ts"
import { type Mutant, nameOf } from "./mutants.ts"

/** The compiler's result for mutants: a change that does not compile cannot land (`npm run check`). */

/** Large entries of the root that are not compiled. */
const LEFT_OUT: ReadonlySet<string> = new Set([".git", "dist", "node_modules", "screenshots", "test-results"])

/** A mutant may remove the only use of a name, unlike a person's bug, so unused names do not count. */
const OPTIONS = ["--noEmit", "--noUnusedLocals", "false", "--noUnusedParameters", "false"]

/**
 * The first error of the project in the folder. Undefined when it compiles. Rechecks only the parts that a change
 * affects.
 */
const errorIn = async (folder: string): Promise<string | undefined> => {
  const words = [join(ROOT, "node_modules/typescript/bin/tsc"), ...OPTIONS, "--tsBuildInfoFile", "compiled.tsbuildinfo"]
  const tsc = spawn(process.execPath, words, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] })
  return (await text(tsc.stdout)).split("\n").find((line) => line.includes("error TS"))
}

const copyTo = (folder: string): void => {
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path)) })
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
}

/**
 * The errors, by the names of the mutants that do not compile. `folder` is empty and receives a copy of the project, of
 * which only the paths in `only` are compiled. Rejects when the project does not compile without a mutant.
 */
export const judgeByCompiler = async (
  mutants: readonly Mutant[],
  folder: string,
  only?: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  if (mutants.length === 0) return found
  copyTo(folder)
  const settings = join(folder, "tsconfig.json")
  if (only !== undefined)
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, "utf8")), include: only }))
  const before = await errorIn(folder)
  if (before !== undefined) throw new Error(`the project does not compile: ${before}`)
  for (const mutant of mutants) {
    const file = join(folder, mutant.file)
    const source = readFileSync(file, "utf8")
    writeFileSync(file, planted(source, asPlant(mutant)))
    const error = await errorIn(folder)
    if (error !== undefined) found.set(nameOf(mutant), error)
    writeFileSync(file, source)
  }
  return found
}
