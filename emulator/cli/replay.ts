import { enableCompileCache } from "node:module"
import { BadUse, type Flags, runCommand } from "./flags.ts"
import type { Wish } from "./log/replayed.ts"
import { refuseNoFile } from "./logFile.ts"

/**
 * `npm run replay -- FILE`: folds a recorded log with the code of the app and compares its checkpoints (REPLAY-1). That
 * code is loaded once it is known that there is something to do with it.
 */

const USAGE = [
  "npm run replay -- FILE [--at SEQ] [--json] [--against URL] [--to-test] [--diff OTHER]",
  '  --json     prints the state, or {"ok":false,"line","problem"} when the log is bad',
  "  --against  sends the actions of the log again to a cloud, and says where it answers differently;",
  "             npm run emulate -- --from FILE --at SEQ is such a cloud",
  "  --to-test  keeps the log in tests/replay/kept, with a test of what was seen at its end",
  "  --diff     finds the first event at which two logs part",
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
  const deeds = [wanted.against !== undefined, wanted.toTest, wanted.other !== undefined].filter(Boolean)
  if (deeds.length > 1) throw new BadUse("only one of --against, --to-test and --diff can be given")
  if (wanted.toTest && wanted.at !== undefined)
    throw new BadUse("--to-test keeps the whole log and cannot be combined with --at")
  return { ...wanted, file }
}

/* A second run starts in half the time: Node keeps what it has compiled. */
enableCompileCache()
await runCommand("replay", USAGE, async (flags) => {
  const wish = read(flags)
  refuseNoFile(wish.file)
  const { replayed } = await import("./log/replayed.ts")
  await replayed(wish)
})
