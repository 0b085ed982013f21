import { createHash } from "node:crypto"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import { exportLines, LOG_FORMAT, LOG_VERSION } from "../../../src/domain/log/ndjson.ts"
import { readLog } from "../../../src/domain/log/reader.ts"
import { foldModel } from "../../../src/domain/product/folding.ts"
import { makePseudonyms } from "../../../src/domain/product/pseudonyms.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { STATE_VERSION } from "../../../src/domain/product/state.ts"
import { canonicalJson } from "../../../src/domain/values/canonicalJson.ts"
import type { Prng } from "../prng.ts"
import type { Simulation } from "../simulation.ts"
import { Violation } from "../violation.ts"

/** The exported log: it can be replayed, folds to the same state, and identifies no person. */

const newHash = () => {
  const hash = createHash("sha256")
  return { update: (text: string) => void hash.update(text), digest: () => hash.copy().digest("hex") }
}

const header = {
  format: LOG_FORMAT,
  version: LOG_VERSION,
  stateVersion: STATE_VERSION,
  exportedAt: 0,
  app: "1.0.0",
  pseudonyms: true,
} as const

/** Possible damage of a file: a line is lost, two lines are swapped, the end is missing, or a character is changed. */
const damages = ["lost", "swapped", "cut off", "altered"] as const

const damaged = (text: readonly string[], dice: Prng): readonly string[] => {
  const at = 1 + dice.below(text.length - 1)
  const line = text[at] ?? ""
  switch (dice.pick(damages)) {
    case "lost":
      return text.toSpliced(at, 1)
    case "swapped":
      return text.with(at, text[at - 1] ?? "").with(at - 1, line)
    case "cut off":
      return text.slice(0, at)
    case "altered": {
      const place = dice.below(line.length)
      return text.with(at, `${line.slice(0, place)}${line[place] === "7" ? "8" : "7"}${line.slice(place + 1)}`)
    }
  }
}

/** Invariant 19: a damaged file is refused as a whole, before its state is shown. */
const checkImport = (text: readonly string[], dice: Prng): void => {
  const read = readLog(damaged(text, dice), { newHash, folding: foldModel(), stateVersion: STATE_VERSION })
  if (read.ok) throw new Violation(19, `a damaged log of ${text.length} lines is read as if it were whole`)
}

/** A person's name in an event of a future release, under a key that this release does not know. */
const STRANGER = "Quentin Quire"

/** Invariant 15: an unknown text counts as private. */
const checkNewFields = (events: readonly StoredEvent[], dice: Prng): void => {
  const others = events.filter(({ type }) => type !== "PreferenceObserved")
  if (others.length === 0) return
  const event = dice.pick(others)
  const payload = { ...Object(event.payload), neighbour: STRANGER, people: [{ nickname: STRANGER }] }
  if (JSON.stringify(makePseudonyms()({ ...event, payload })).includes(STRANGER))
    throw new Violation(15, `a name that a release to come tells in ${event.type} leaves the house`)
}

/** EVENT-5: a replay of the file shows the same screens with other names. Each account keeps one name. */
const checkScreens = (before: State, after: State): void => {
  const seen = ({ session, devices, sharing, outbox }: State): string => {
    const account = session.current?.account ?? null
    const isOwn = [devices.account === account, sharing.account === account]
    return JSON.stringify([account === null, isOwn, devices.bound.size, outbox.actions.openOf(account).length])
  }
  if (seen(before) !== seen(after))
    throw new Violation(15, `a replay shows ${seen(after)} where ${seen(before)} was shown`)
}

export const checkExport = ({ browser, audit, servers, world, prng }: Simulation): void => {
  const { events } = browser.disk.log
  const pseudonym = makePseudonyms()
  const lines = [...exportLines(header, events.map(pseudonym), foldModel(), newHash)]
  const text = lines.join("").split("\n").slice(0, -1)
  const replayed = foldModel()
  const read = readLog(text, { newHash, folding: replayed, stateVersion: STATE_VERSION })
  if (!read.ok)
    throw new Violation(3, `the exported log cannot be replayed: line ${read.reason.line}: ${read.reason.problem}`)
  if (read.value.lastSeq !== events.length)
    throw new Violation(3, `the exported log ends at ${read.value.lastSeq}, the log at ${events.length}`)
  checkImport(text, prng.stream("import"))
  const folding = foldModel()
  for (const event of events) folding.add(event)
  if (canonicalJson(folding.state()) !== canonicalJson(audit.state))
    throw new Violation(3, "the log is replayed to another state than it was lived through")
  checkScreens(audit.state, replayed.state())
  checkNewFields(events, prng.stream("new fields"))
  const whole = text.join("\n")
  for (const { email, name } of [...servers.values()].flatMap((server) => server.view(world.serverTime).accounts))
    for (const word of [email, name])
      if (whole.includes(JSON.stringify(word))) throw new Violation(15, `the exported log tells of ${word}`)
}
