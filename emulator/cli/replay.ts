/* Before anything makes a schema: a million events are decoded. It falls back to reading the schemas by itself. */
import "effect/schema/SchemaJITCompiler/enable"
import type { ReadLog } from "../../src/domain/log/reader.ts"
import type { State } from "../../src/domain/product/state.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { BadUse, CommandFailed, type Flags, runCommand } from "./flags.ts"
import { partingOf } from "./log/difference.ts"
import { foldFile } from "./log/folded.ts"
import { writeTest } from "./log/regression.ts"
import { collectSent, lineOf, reissue } from "./log/reissue.ts"
import { BadLog } from "./logFile.ts"
import { printable, printableJson } from "./printable.ts"

/** `npm run replay -- FILE`: folds a recorded log with the code of the app and compares its checkpoints (REPLAY-1). */

const USAGE = [
  "npm run replay -- FILE [--at SEQ] [--json] [--against URL] [--to-test] [--diff OTHER]",
  '  --json     prints the state, or {"ok":false,"line","problem"} when the log is bad',
  "  --against  sends the actions of the log again to a cloud, and says where it answers differently;",
  "             npm run emulate -- --from FILE --at SEQ is such a cloud",
  "  --to-test  keeps the log in tests/replay/kept, with a test of what was seen at its end",
  "  --diff     finds the first event at which two logs part",
].join("\n")
const SEQ_MAX = Number.MAX_SAFE_INTEGER

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

/** What a program reads when the log is bad: beside the line for people, and never a state. */
const failureOf = ({ line, problem }: BadLog): string => JSON.stringify({ ok: false, line, problem })

const say = (line: string): void => console.log(printable(line))
const sayJson = (value: unknown): void => console.log(printableJson(JSON.stringify(value)))

const fold = async (file: string, at: number | undefined, json: boolean): Promise<void> => {
  const { log, state } = await foldFile(file, at)
  console.log(json ? printableJson(canonicalJson(state)) : summary(file, log, state).map(printable).join("\n"))
}

const shown = (value: unknown): string => JSON.stringify(value) ?? "nothing"

const diff = async (file: string, other: string, json: boolean): Promise<void> => {
  const parting = await partingOf(file, other)
  if (typeof parting === "number") {
    if (json) sayJson({ ok: true, events: parting })
    else say(`${file} and ${other} have the same ${parting} events`)
    return
  }
  const { seq, path, expected, found } = parting
  if (json) sayJson({ ok: false, seq, path, expected, found })
  throw new CommandFailed(`event ${seq} differs at ${path}: expected ${shown(expected)}, found ${shown(found)}`)
}

const sendAgain = async (file: string, url: string, at: number | undefined, json: boolean): Promise<void> => {
  const { hear, sent } = collectSent()
  const { state } = await foldFile(file, at, hear)
  const { same, unknown, differing } = await reissue(url, state, sent.values())
  const lines = differing.map(lineOf)
  if (json) sayJson({ ok: lines.length === 0, same, unknown, differing: lines })
  else
    say(
      `${file}: ${sent.size} actions sent again, ${same} came out the same, ${unknown} could not be compared, ${lines.length} differ`,
    )
  const [first] = lines
  if (first !== undefined) throw new CommandFailed(first)
}

const toTest = async (file: string, at: number | undefined): Promise<void> => {
  if (at !== undefined) throw new BadUse("--to-test keeps the whole log, so it goes without --at")
  const { state } = await foldFile(file)
  say(`${await writeTest(file, state)} folds the log to what was seen at its end`)
}

const read = (flags: Flags) => {
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
  if (deeds.length > 1) throw new BadUse("--against, --to-test and --diff go one at a time")
  return { ...wanted, file }
}

await runCommand("replay", USAGE, async (flags) => {
  const { file, at, json, against, toTest: isTest, other } = read(flags)
  try {
    if (other !== undefined) await diff(file, other, json)
    else if (against !== undefined) await sendAgain(file, against, at, json)
    else if (isTest) await toTest(file, at)
    else await fold(file, at, json)
  } catch (error) {
    if (json && error instanceof BadLog) console.log(printableJson(failureOf(error)))
    throw error
  }
})
