import { runCommand } from "./flags.ts"
import { run, USAGE } from "./run.ts"

await runCommand("start", `npm start -- ${USAGE} [--no-build] [--dev]`, (flags) => {
  const noBuild = flags.toggle("no-build")
  const dev = flags.toggle("dev")
  return run(flags, dev ? "dev" : noBuild ? "built" : "build")
})
