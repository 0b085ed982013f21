import { createHash } from "node:crypto"
import type { RunningHash } from "../../src/domain/log/ndjson.ts"
import { type ReadLog, readLog } from "../../src/domain/log/reader.ts"
import { foldModel } from "../../src/domain/model/folding.ts"
import { STATE_VERSION, type State } from "../../src/domain/model/state.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { BadUse, CommandFailed, runCommand } from "./flags.ts"
import { readLines } from "./logFile.ts"

/** `npm run replay -- FILE`: folds a recorded log with the code of the app and compares its checkpoints (REPLAY-1). */

const USAGE = "npm run replay -- FILE [--at SEQ] [--json]"
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

const summary = (file: string, log: ReadLog, state: State): string => {
  const { waiting, decide, settled } = outboxView(state)
  const { current } = state.session
  return [
    `${file}: ${log.events} events folded, ${log.checkpoints} checkpoints agree`,
    `  session     ${current === null ? (state.session.guest ? "guest" : "signed out") : `${current.email} at ${current.server}`}`,
    `  connection  ${state.connection.status}`,
    `  devices     ${state.devices.bound.size}`,
    `  outbox      ${waiting.length} waiting, ${decide.length} to decide, ${settled.length} settled`,
    ...[...waiting, ...decide].map(({ intent, subject, state: word }) => `    ${word}: ${intent.call} ${subject}`),
  ].join("\n")
}

await runCommand("replay", USAGE, (flags) => {
  const at = flags.integer("at", { min: 1, max: SEQ_MAX })
  const json = flags.toggle("json")
  if (flags.text("against") !== undefined) throw new BadUse("--against is not built yet")
  const [file = ""] = flags.positionals("FILE")
  flags.end()
  const folding = foldModel()
  const options = { newHash, folding, stateVersion: STATE_VERSION, ...(at !== undefined && { at }) }
  const read = readLog(readLines(file), options)
  if (!read.ok) throw new CommandFailed(`${file}: line ${read.reason.line}: ${read.reason.problem}`)
  const state = folding.state()
  console.log(json ? canonicalJson(state) : summary(file, read.value, state))
})
