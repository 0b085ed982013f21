import { existsSync, writeFileSync } from "node:fs"
import * as fc from "fast-check"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { standIn } from "../../src/domain/log/structure.ts"
import { eventTable, registry } from "../../src/domain/product/events.ts"
import { clients } from "../domain/logs.ts"
import { exported } from "../replay/exports.ts"
import { eventsOf, foldedState, GOLDEN, goldenFiles, hashOf, PINS, readPins, VERSION } from "./golden.ts"

/**
 * `node tests/golden/record.ts`: records a log of this release when no golden log holds each type of event at its
 * version of today, and pins what this version of the state makes of every golden log. It never changes a pin: a fold
 * that gives another state needs another STATE_VERSION.
 */

const SEEDS = 4_000
const STEPS = 500

const known = new Set(goldenFiles().flatMap((file) => eventsOf(file).map(({ type, v }) => `${type} ${v}`)))
const isMissing = (type: string) => !known.has(`${type} ${registry.version(type)}`)
const missing = Object.keys(eventTable).filter(isMissing)

/** No command decides these; they stand where a log begins anew and where an event was damaged. */
const undecided = (seq: number, type: string, at: number): StoredEvent => {
  if (type === "EventSetAside") return { ...standIn(seq, "RouteOpened", "payload"), at }
  const payload = { account: "https://sight.example u9", email: "u9@example.com" }
  return { seq, id: `kept.${seq}`, type, v: 1, at, account: null, tab: "", cause: null, payload }
}
const UNDECIDED = ["AccountRemembered", "EventSetAside"]

/** The shortest of many random logs that has every type wanted. */
const recorded = (): readonly StoredEvent[] => {
  const wanted = missing.filter((type) => !UNDECIDED.includes(type))
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const [client] = fc.sample(clients(undefined, STEPS), { numRuns: 1, seed })
    const types = new Set<string>(client?.log.map(({ type }) => type))
    if (client === undefined || !wanted.every((type) => types.has(type))) continue
    const { log, now } = client
    return [...log, ...UNDECIDED.map((type, index) => undecided(log.length + index + 1, type, now + index))]
  }
  throw new Error(`no log with every type among ${SEEDS}: ${wanted.join(", ")}`)
}

if (missing.length > 0) {
  let part = 1
  while (existsSync(`${GOLDEN}state-${VERSION}-${part}.ndjson`)) part += 1
  const file = `state-${VERSION}-${part}.ndjson`
  writeFileSync(`${GOLDEN}${file}`, exported(recorded()))
  console.log(`${file}: ${missing.join(", ")}`)
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
