import { fingerprintWords } from "../../src/domain/values/fingerprintWords.ts"
import { type Agent, startAgent } from "./agent.ts"
import { BadOptions, readOptions, USAGE } from "./options.ts"
import { printable, VncProblem } from "./vnc/problem.ts"

/** `npm run device`: makes a VNC server a device (docs/device-agent.md). */

const EXIT_FAILED = 1
const EXIT_BAD_USE = 2
/**
 * One Ctrl+C reaches a program below npm twice within this time, ms: from the terminal, and from npm, which forwards
 * it.
 */
const SAME_PRESS_MS = 1_000

const say = (line: string): void => console.log(printable(line))
const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? ""

/** Resolves on SIGINT or SIGTERM. A second signal, at least a second later, ends the process at once. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => {
        first ??= performance.now()
        if (performance.now() - first >= SAME_PRESS_MS) process.exit(EXIT_FAILED)
        resolve()
      })
  })

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)

const started = async (options: Parameters<typeof startAgent>[0]): Promise<Agent> => {
  try {
    return await startAgent(options)
  } catch (error) {
    if (error instanceof VncProblem) throw new BadOptions(error.message)
    const { address, port } = options.listen
    if (codeOf(error) === "EADDRINUSE") throw new Error(`cannot listen at ${address} port ${port}: it is taken`)
    if (codeOf(error) === "EADDRNOTAVAIL") throw new BadOptions(`--listen ${address} is no address of this machine`)
    throw error
  }
}

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2), say)
  if (options === "help") return console.log(USAGE)
  const ended = untilSignal()
  const agent = await Promise.race([started(options), ended])
  // The signal came before the start was complete: there is nothing to end yet.
  if (agent === undefined) process.exit(0)
  const { did, address, fingerprint } = agent
  const fixed = options.cloud === undefined ? "firmware, mode and name" : "firmware and mode"
  say(`"${agent.name}" answers at ${address}. Its ${fixed} are not changed from afar. End with Ctrl+C.`)
  say(`Its key in words, to compare with what a viewer shows: ${fingerprintWords(fingerprint).join(" ")}`)
  say(`ready ${JSON.stringify({ did, address, fingerprint })}`)
  await ended
  agent.close()
  // An open socket or timer may not keep a finished process alive.
  process.exit(0)
}

try {
  await main()
} catch (error) {
  console.error(`device: ${printable(lineOf(error))}`)
  process.exitCode = error instanceof BadOptions ? EXIT_BAD_USE : EXIT_FAILED
  // An open socket does not keep a failed start alive.
  process.exit()
}
