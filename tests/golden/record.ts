import { existsSync, writeFileSync } from "node:fs"
import * as fc from "fast-check"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { standIn } from "../../src/domain/log/damage.ts"
import { eventTable, registry } from "../../src/domain/product/events.ts"
import { clients } from "../domain/logs.ts"
import { exported } from "../replay/exports.ts"
import { eventsOf, foldedState, GOLDEN, goldenFiles, hashOf, PINS, readPins, VERSION } from "./golden.ts"
import { changedShapes, readShapes, SHAPES, shapesOf } from "./shapes.ts"

/**
 * `node tests/golden/record.ts`: records a log of this release when no golden log has every type of event in its
 * current version. It pins the result of this state version for every golden log. It never changes a pin: a fold with
 * another result needs another STATE_VERSION. It adds the possible contents of new event versions, and never changes
 * those either.
 */

const shapes = shapesOf(eventTable)
const changed = changedShapes(readShapes(), shapes)
if (changed.length > 0) throw new Error(changed.join("\n"))
writeFileSync(SHAPES, `${JSON.stringify({ ...readShapes(), ...shapes }, null, 1)}\n`)

const SEEDS = 4_000
const STEPS = 500

const known = new Set(goldenFiles().flatMap((file) => eventsOf(file).map(({ type, v }) => `${type} ${v}`)))
const isMissing = (type: string) => !known.has(`${type} ${registry.version(type)}`)
const missing = Object.keys(eventTable).filter(isMissing)

/** No log of a signed-in user has these events. They come at the start of a log, or replace a damaged event. */
const undecided = (seq: number, type: string, at: number): StoredEvent => {
  if (type === "EventSetAside") return { ...standIn(seq, "RouteOpened", "payload"), at }
  const payload = type === "LogLost" ? {} : { account: "https://sight.example u9", email: "u9@example.com" }
  return { seq, id: `kept.${seq}`, type, v: 1, at, account: null, tab: "", cause: null, payload }
}
const UNDECIDED = ["AccountRemembered", "EventSetAside", "LogLost"]

/** Of many random logs, the one with most of the wanted types. */
const richest = (wanted: ReadonlySet<string>): readonly StoredEvent[] => {
  let best: { readonly types: number; readonly log: readonly StoredEvent[]; readonly now: number } | undefined
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const [client] = fc.sample(clients(undefined, STEPS), { numRuns: 1, seed })
    if (client === undefined) continue
    const types = new Set(client.log.map(({ type }) => type).filter((type) => wanted.has(type))).size
    if (best === undefined || types > best.types) best = { types, log: client.log, now: client.now }
    if (types === wanted.size) break
  }
  if (best === undefined || (best.types === 0 && wanted.size > 0))
    throw new Error(`no log has any of ${[...wanted].join(", ")}: let tests/domain/logs.ts give their commands`)
  const { log, now } = best
  return [...log, ...UNDECIDED.map((type, index) => undecided(log.length + index + 1, type, now + index))]
}

const wanted = new Set(missing.filter((type) => !UNDECIDED.includes(type)))
let part = 1
for (let isOwed = missing.length > 0; isOwed; isOwed = wanted.size > 0) {
  const log = richest(wanted)
  for (const { type } of log) wanted.delete(type)
  while (existsSync(`${GOLDEN}state-${VERSION}-${part}.ndjson`)) part += 1
  const file = `state-${VERSION}-${part}.ndjson`
  writeFileSync(`${GOLDEN}${file}`, exported(log))
  console.log(file)
}

const before = existsSync(PINS) ? readPins() : {}
const pins = Object.fromEntries(
  goldenFiles().map((file) => {
    const hash = hashOf(foldedState(file))
    const pinned = before[file]?.[VERSION]
    if (pinned !== undefined && pinned !== hash)
      throw new Error(`${file} folds to another state than version ${VERSION} is pinned to: raise STATE_VERSION`)
    return [file, { ...before[file], [VERSION]: hash }]
  }),
)
writeFileSync(PINS, `${JSON.stringify(pins, null, 2)}\n`)
