import { runCommand } from "./flags.ts"
import { run, USAGE } from "./run.ts"

await runCommand("emulate", `npm run emulate -- ${USAGE}`, (flags) => run(flags, "none"))
