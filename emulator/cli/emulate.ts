import { runCommand } from "./flags.ts"
import { untilSignal } from "./signals.ts"
import { readWanted, USAGE } from "./wanted.ts"

await runCommand("emulate", `npm run emulate -- ${USAGE}`, async (flags) => {
  const wanted = readWanted(flags)
  const ended = untilSignal()
  const { run } = await import("./run.ts")
  return run(wanted, "none", ended)
})
