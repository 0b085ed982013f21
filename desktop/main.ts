import { parseArgs } from "node:util"
import { Problem, UsageProblem } from "./problem.ts"
import { defaultProfile } from "./profile.ts"
import { startProgram } from "./program.ts"

/** `npm run desktop`: the app in a window of its own (docs/desktop.md). */

const USAGE = `npm run desktop -- [--demo] [--port N] [--profile FOLDER] [--engine gjs|wry] [sightline://LINK]
  --demo      starts a mock cloud (on the port after the app's) and emulated devices too
  --port      the app's port on 127.0.0.1; a profile keeps the port of its first start (4183 unless given)
  --profile   the folder of log, outbox, passcodes and window`

const PORT_MAX = 65_534
const EXIT_FAILED = 1
const EXIT_BAD_USE = 2
/** One Ctrl+C arrives twice below npm within this time, ms. */
const SAME_PRESS_MS = 1_000

const say = (line: string): void => console.log(`  ${line}`)

const readArguments = () => {
  try {
    return parseArgs({
      options: {
        demo: { type: "boolean" },
        port: { type: "string" },
        profile: { type: "string" },
        engine: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
      strict: true,
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error))
  }
}

const portOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > PORT_MAX)
    throw new UsageProblem(`--port takes a whole number from 1 to ${PORT_MAX}, not "${text}"`)
  return port
}

const engineOf = (text: string | undefined): "gjs" | "wry" | undefined => {
  if (text === undefined || text === "gjs" || text === "wry") return text
  throw new UsageProblem(`--engine takes gjs or wry, not "${text}"`)
}

const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => {
        first ??= performance.now()
        if (performance.now() - first >= SAME_PRESS_MS) process.exit(EXIT_FAILED)
        resolve()
      })
  })

const main = async (): Promise<void> => {
  const { values, positionals } = readArguments()
  if (values.help === true) return console.log(USAGE)
  const [link = null, ...more] = positionals
  if (more.length > 0) throw new UsageProblem(`unexpected argument "${more[0]}"`)
  if (values.profile === "") throw new UsageProblem("--profile needs a folder")
  const ended = untilSignal()
  const program = await startProgram({
    profile: values.profile ?? defaultProfile(process.platform, process.env),
    port: portOf(values.port),
    demo: values.demo === true,
    engine: engineOf(values.engine),
    link,
    say,
  })
  if (program === undefined) return say("Sightline runs already with this profile: its window was brought forward.")
  const { ready, hint } = program
  if (hint !== undefined) {
    say(`Cloud     ${ready.cloud}   Console ${ready.console}`)
    say(hint)
  }
  console.log(`ready ${JSON.stringify(ready)}`)
  const problem = await Promise.race([program.closed, ended]).then(
    () => undefined,
    (error: unknown) => error,
  )
  await program.close()
  if (problem !== undefined) throw problem
}

try {
  await main()
  // An open socket or timer may not keep a finished program alive.
  process.exit(0)
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(`desktop: ${error.message}`)
  process.exit(error instanceof UsageProblem ? EXIT_BAD_USE : EXIT_FAILED)
}
