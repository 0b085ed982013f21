import { readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** Lets one process at a time work on a file. `FILE.lock` beside it has the number of that process. */

const OWNER_ONLY = 0o600
/** Two processes that start at once may both find the lock of a dead one. */
const ATTEMPTS = 3

/** The file behind links, even when it does not exist yet, so that one file has one lock. */
export const realPathOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    try {
      return join(realpathSync(dirname(path)), basename(path))
    } catch {
      return path
    }
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined

/** True when a process of this number runs, also one of another user. */
const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

/** The process that has the lock. Null when there is none any more. */
const holderOf = (file: string): number | null => {
  try {
    const pid = Number(readFileSync(file, "utf8"))
    return Number.isSafeInteger(pid) && pid > 0 && pid !== process.pid && runs(pid) ? pid : null
  } catch {
    return null
  }
}

/**
 * Takes the lock, or throws one line that names its owner. Returns the function that releases it, which also runs at
 * exit.
 */
export const lock = (given: string, path: string): (() => void) => {
  const file = `${path}.lock`
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx", mode: OWNER_ONLY })
      break
    } catch (error) {
      if (codeOf(error) !== "EEXIST")
        throw new Error(`cannot lock the data file ${given}: ${error instanceof Error ? error.message : String(error)}`)
      const holder = holderOf(file)
      if (holder !== null || attempt === ATTEMPTS)
        throw new Error(
          `the data file ${given} is in use by process ${holder ?? "unknown"}; if it is not, delete ${file}`,
        )
      rmSync(file, { force: true })
    }
  }
  const unlock = () => {
    process.off("exit", unlock)
    rmSync(file, { force: true })
  }
  process.once("exit", unlock)
  return unlock
}
