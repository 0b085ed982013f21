import { runCommand } from "./flags.ts"
import { untilSignal } from "./signals.ts"
import { readWanted, USAGE } from "./wanted.ts"

await runCommand("start", `npm start -- ${USAGE} [--no-build] [--dev]`, async (flags) => {
  const noBuild = flags.toggle("no-build")
  const dev = flags.toggle("dev")
  const wanted = readWanted(flags)
  // A signal must count while the code is still loading.
  const ended = untilSignal()
  const { run } = await import("./run.ts")
  return run(wanted, dev ? "dev" : noBuild ? "built" : "build", ended)
})
