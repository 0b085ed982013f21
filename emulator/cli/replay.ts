import { enableCompileCache } from "node:module"
import { BadUse, type Flags, runCommand } from "./flags.ts"
import type { Wish } from "./log/replayed.ts"
import { refuseNoFile } from "./logFile.ts"

/**
 * `npm run replay -- FILE`: folds a recorded log with the code of the app and compares its checkpoints (REPLAY-1).
 * Loads that code only for a valid request.
 */

const USAGE = [
  "npm run replay -- FILE [--at SEQ] [--json] [--against URL] [--to-test] [--diff OTHER]",
  '  --json     prints the state, or {"ok":false,"line","problem"} when the log is bad, with "file" where there are two',
  "  --against  sends the actions of the log again to a cloud, and says where it answers differently;",
  "             npm run emulate -- --from FILE --at SEQ is such a cloud",
  "  --to-test  keeps the log in tests/replay/kept, with a test of what was seen at its end",
  "  --diff     finds the first event at which two logs part; both must be whole",
].join("\n")
const SEQ_MAX = Number.MAX_SAFE_INTEGER

const read = (flags: Flags): Wish => {
  const wanted = {
    at: flags.integer("at", { min: 1, max: SEQ_MAX }),
    json: flags.toggle("json"),
    against: flags.text("against"),
    toTest: flags.toggle("to-test"),
    other: flags.text("diff"),
  }
  const [file = ""] = flags.positionals("FILE")
  flags.end()
  refuseContradictions(wanted)
  return { ...wanted, file }
}

/** Refuses a flag that would have no effect beside another one, because the person gave it for an effect. */
const refuseContradictions = ({ at, json, against, toTest, other }: Omit<Wish, "file">): void => {
  const operations = [against !== undefined && "--against", toTest && "--to-test", other !== undefined && "--diff"]
  const [operation, another] = operations.filter((name) => name !== false)
  if (operation !== undefined && another !== undefined)
    throw new BadUse(`${operation} cannot be combined with ${another}`)
  if (toTest && at !== undefined) throw new BadUse("--to-test keeps the whole log and cannot be combined with --at")
  if (toTest && json) throw new BadUse("--to-test writes a test and cannot be combined with --json")
  if (other !== undefined && at !== undefined)
    throw new BadUse("--diff compares whole logs and cannot be combined with --at")
}

/* A second run starts in half the time: Node keeps the compiled code. */
enableCompileCache()
await runCommand("replay", USAGE, async (flags) => {
  const wish = read(flags)
  refuseNoFile(wish.file)
  if (wish.other !== undefined) refuseNoFile(wish.other)
  const { replayed } = await import("./log/replayed.ts")
  await replayed(wish)
})
