import { createHash } from "node:crypto"
import type { RunningHash } from "../../src/domain/log/ndjson.ts"
import { type ReadLog, readLogFrom } from "../../src/domain/log/reader.ts"
import { foldModel } from "../../src/domain/product/folding.ts"
import { STATE_VERSION, type State } from "../../src/domain/product/state.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { BadUse, runCommand } from "./flags.ts"
import { BadLog, readLines } from "./logFile.ts"
import { printable, printableJson } from "./printable.ts"

/** `npm run replay -- FILE`: folds a recorded log with the code of the app and compares its checkpoints (REPLAY-1). */

const USAGE = [
  "npm run replay -- FILE [--at SEQ] [--json]",
  '  --json prints the state, or {"ok":false,"line","problem"} when the log is bad',
].join("\n")
const SEQ_MAX = Number.MAX_SAFE_INTEGER

const newHash = (): RunningHash => {
  const hash = createHash("sha256")
  return {
    update: (text) => {
      hash.update(text)
    },
    digest: () => hash.copy().digest("hex"),
  }
}

const summary = (file: string, log: ReadLog, state: State): readonly string[] => {
  const { waiting, decide, settled } = outboxView(state)
  const { current } = state.session
  return [
    `${file}: ${log.events} events folded, ${log.checkpoints} checkpoints agree`,
    `  session     ${current === null ? (state.session.guest ? "guest" : "signed out") : `${current.email} at ${current.server}`}`,
    `  connection  ${state.connection.status}`,
    `  devices     ${state.devices.bound.size}`,
    `  outbox      ${waiting.length} waiting, ${decide.length} to decide, ${settled.length} settled`,
    ...[...waiting, ...decide].map(({ intent, subject, state: word }) => `    ${word}: ${intent.call} ${subject}`),
  ]
}

/** Folds the file up to `at`; throws `BadLog` when it is not what an export is. */
const replay = async (
  file: string,
  at: number | undefined,
): Promise<{ readonly log: ReadLog; readonly state: State }> => {
  const folding = foldModel()
  const options = { newHash, folding, stateVersion: STATE_VERSION, ...(at !== undefined && { at }) }
  const read = await readLogFrom(readLines(file), options)
  if (!read.ok) throw new BadLog(file, read.reason.line, read.reason.problem)
  return { log: read.value, state: folding.state() }
}

/** What a program reads when the log is bad: beside the line for people, and never a state. */
const failureOf = ({ line, problem }: BadLog): string => JSON.stringify({ ok: false, line, problem })

await runCommand("replay", USAGE, async (flags) => {
  const at = flags.integer("at", { min: 1, max: SEQ_MAX })
  const json = flags.toggle("json")
  if (flags.text("against") !== undefined) throw new BadUse("--against is not built yet")
  const [file = ""] = flags.positionals("FILE")
  flags.end()
  try {
    const { log, state } = await replay(file, at)
    console.log(json ? printableJson(canonicalJson(state)) : summary(file, log, state).map(printable).join("\n"))
  } catch (error) {
    if (json && error instanceof BadLog) console.log(printableJson(failureOf(error)))
    throw error
  }
})
