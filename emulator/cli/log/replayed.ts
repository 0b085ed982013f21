/* Must come before any schema: a million events need the compiled decoders. Otherwise Effect interprets the schemas. */
import "effect/schema/SchemaJITCompiler/enable"
import type { ReadLog } from "../../../src/domain/log/reader.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { canonicalJson } from "../../../src/domain/values/canonicalJson.ts"
import { outboxView } from "../../../src/domain/views/outbox.ts"
import { CommandFailed } from "../flags.ts"
import { BadLog } from "../logFile.ts"
import { printable, printableJson } from "../printable.ts"
import { foldFile } from "./folded.ts"

/** The operations on a log file, and their output. Each operation loads only its own modules. */

/** The person's request, free of contradictions. */
export interface Wish {
  readonly file: string
  readonly at: number | undefined
  readonly json: boolean
  readonly against: string | undefined
  readonly toTest: boolean
  readonly other: string | undefined
}

const agreed = ({ checkpoints, hasComparedStates }: ReadLog): string =>
  hasComparedStates || checkpoints === 0
    ? `${checkpoints} checkpoints agree`
    : `the bytes of ${checkpoints} checkpoints agree; states of another release, not compared`

const summary = (file: string, log: ReadLog, state: State): readonly string[] => {
  const { waiting, decide, settled } = outboxView(state)
  const { current } = state.session
  return [
    `${file}: ${log.events} events folded, ${agreed(log)}`,
    `  session     ${current === null ? (state.session.guest ? "guest" : "signed out") : `${current.email} at ${current.server}`}`,
    `  connection  ${state.connection.status}`,
    `  devices     ${state.devices.bound.size}`,
    `  outbox      ${waiting.length} waiting, ${decide.length} to decide, ${settled.length} settled`,
    ...[...waiting, ...decide].map(({ intent, subject, state: word }) => `    ${word}: ${intent.call} ${subject}`),
  ]
}

/**
 * The JSON for a program when the log is bad; people get a line, and there is no state. With two logs it names the bad
 * one.
 */
const failureOf = ({ file, line, problem }: BadLog, ofTwo: boolean): string =>
  JSON.stringify({ ok: false, ...(ofTwo && { file }), line, problem })

const say = (line: string): void => console.log(printable(line))
const sayJson = (value: unknown): void => console.log(printableJson(JSON.stringify(value)))

const fold = async (file: string, at: number | undefined, json: boolean): Promise<void> => {
  const { log, state } = await foldFile(file, at)
  console.log(json ? printableJson(canonicalJson(state)) : summary(file, log, state).map(printable).join("\n"))
}

const shown = (value: unknown): string => JSON.stringify(value) ?? "nothing"

const diff = async (file: string, other: string, json: boolean): Promise<void> => {
  const { partingOf } = await import("./difference.ts")
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
  const { collectSent, lineOf, reissue, unsentLineOf } = await import("./reissue.ts")
  const { receive, sent } = collectSent()
  const { state } = await foldFile(file, at, receive)
  const { same, unknown, differing, unsent } = await reissue(url, state, sent.values())
  const lines = differing.map(lineOf)
  const left = unsent.map(unsentLineOf)
  if (json) sayJson({ ok: lines.length === 0, same, unknown, differing: lines, unsent: left })
  else {
    const again = `${sent.size - left.length} actions sent again`
    const notSent = left.length === 0 ? "" : `, ${left.length} not sent`
    say(
      `${file}: ${again}, ${same} came out the same, ${unknown} could not be compared, ${lines.length} differ${notSent}`,
    )
    for (const line of [...lines, ...left]) say(`  ${line}`)
  }
  const [first] = lines
  if (first !== undefined) throw new CommandFailed(first)
}

const toTest = async (file: string): Promise<void> => {
  const { writeTest } = await import("./regression.ts")
  const { state } = await foldFile(file)
  say(`${await writeTest(file, state)} folds the log to what was seen at its end`)
}

export const replayed = async ({ file, at, json, against, toTest: isTest, other }: Wish): Promise<void> => {
  try {
    if (other !== undefined) await diff(file, other, json)
    else if (against !== undefined) await sendAgain(file, against, at, json)
    else if (isTest) await toTest(file)
    else await fold(file, at, json)
  } catch (error) {
    if (json && error instanceof BadLog) console.log(printableJson(failureOf(error, other !== undefined)))
    throw error
  }
}
