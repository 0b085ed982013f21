import { Effect, Stream } from "effect"
import { canAsk } from "../../features/bridge/feature.ts"
import type { LanCommand } from "../../features/lan/decide.ts"
import type { ScanOutcome } from "../../features/lan/events.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids } from "../../ports/platform.ts"
import { Subnets } from "../../ports/subnets.ts"
import type { State } from "../../product/state.ts"
import { type LanTarget, lanTargets, totalHosts, unscannable, withoutCovered } from "../../values/lanTarget.ts"
import { RETRY_CAP_MS, SCAN_LAST_WORD_MS, SCAN_PART_HOSTS, SCAN_SILENCE_MS } from "../../values/limits.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { changes, streamOf } from "../streams.ts"
import { until } from "../triggers.ts"
import { doneOf, type RunningScan, Scanning } from "./scanDesk.ts"

/**
 * Scans the targets part by part, so that all of `10.*.*.*` is never in memory (LAN-5). The log holds the begin and the
 * end of a scan; the tab remembers its progress.
 */

/** The reasons why a scan cannot begin. */
export type ScanRefused = "bridgeAway" | "bridgeUnable" | "noTargets" | "targetTooWide" | "invalidAddress"

/** How often the tab tries to record the end of a scan, RETRY_CAP_MS apart. */
const SCAN_END_TRIES = 30

const stop = (why: "cancelled" | "lost") =>
  Effect.flatMap(Scanning, (desk) => {
    if (desk.current !== null) desk.current.stopped ??= why
    return desk.changed
  })

export const cancelScan = stop("cancelled")

/** Queues a scan for the loop that runs scans in this tab. */
export const startScan = Effect.fnUntraced(function* (texts: readonly string[]) {
  const targets = yield* startable((yield* Engine).state(), texts)
  yield* cancelScan
  const scan = yield* (yield* Ids).next
  const part = { size: 0, done: 0, ended: false }
  const running: RunningScan = { scan, targets, total: totalHosts(targets), before: 0, part, stopped: null }
  yield* (yield* Scanning).asked.offer(running)
})

/** Runs the requested scans, for as long as the tab lives. */
export const runScans = Effect.suspend(() =>
  Effect.all([listen, Effect.forever(searchNext)], { concurrency: "unbounded", discard: true }),
)

const searchNext = Effect.gen(function* () {
  const running = yield* (yield* Scanning).asked.take
  yield* Effect.ignore(runScan(running))
  yield* finish(running)
})

/** Ignores a rejection or a storage failure: the engine's status reports it. */
const record = (command: LanCommand) => Effect.flatMap(Engine, (engine) => Effect.ignore(engine.dispatch(command)))

const runScan = Effect.fnUntraced(function* (running: RunningScan) {
  const desk = yield* Scanning
  const subnets = yield* Subnets
  const { scan, targets, total } = running
  yield* record({ type: "StartScan", scan, targets, total })
  desk.current = running
  yield* desk.changed
  while (running.before < running.total && running.stopped === null) {
    const hosts = yield* subnets.hosts(running.targets, running.before, SCAN_PART_HOSTS)
    if (running.stopped !== null) break
    if (!(yield* lookAt(running, hosts))) break
    running.before += hosts.length
    running.part = { size: 0, done: 0, ended: false }
  }
})

/** Scans one part. Returns true when the part came to its end. */
const lookAt = Effect.fnUntraced(function* (running: RunningScan, hosts: readonly string[]) {
  const { stirred } = yield* Scanning
  running.part = { size: hosts.length, done: 0, ended: false }
  yield* (yield* Bridge).send({ type: "scan_network", targets: hosts })
  let seen = -1
  while (!running.part.ended && running.stopped === null) {
    if (running.part.done === seen) return false
    seen = running.part.done
    const moved = until(
      [stirred.trigger],
      () => running.part.ended || running.stopped !== null || running.part.done !== seen,
    )
    yield* Effect.raceFirst(moved, Effect.sleep(SCAN_SILENCE_MS))
  }
  return running.part.ended && running.part.done >= hosts.length
})

/** Ends a part: its late messages must not count for the next scan. */
const endPart = Effect.fnUntraced(function* ({ part }: RunningScan) {
  const { stirred } = yield* Scanning
  yield* Effect.ignore((yield* Bridge).send({ type: "cancel_scan" }))
  yield* Effect.raceFirst(
    until([stirred.trigger], () => part.ended),
    Effect.sleep(SCAN_LAST_WORD_MS),
  )
})

const finish = Effect.fnUntraced(function* (running: RunningScan) {
  const desk = yield* Scanning
  const engine = yield* Engine
  const done = doneOf(running)
  const outcome: ScanOutcome = running.stopped ?? (done >= running.total ? "done" : "lost")
  if (outcome !== "done" && running.part.size > 0) yield* endPart(running)
  // When the log is not writable for a moment, the scan must not appear to run forever.
  const ended = engine.dispatch({ type: "EndScan", scan: running.scan, done, outcome })
  for (let tries = 0; !(yield* Effect.isSuccess(ended)) && tries < SCAN_END_TRIES; tries += 1)
    yield* Effect.sleep(RETRY_CAP_MS)
  desk.current = null
  yield* desk.changed
})

const hear = (message: BridgeCallback) =>
  Effect.flatMap(Scanning, ({ current, changed }) => {
    if (current === null || !isAbout(message, current.part.size)) return Effect.void
    if (message.type === "error") return stop("lost")
    current.part.done = message.done
    current.part.ended ||= message.ended ?? false
    return changed
  })

/**
 * Another tab has begun a scan, which replaces this one in the log: this one could no longer be watched or cancelled.
 */
const yieldTo = (scan: string) =>
  Effect.flatMap(Scanning, ({ current }) => (current === null || current.scan === scan ? Effect.void : stop("lost")))

const begun = changes((_, events) => events.findLast(({ type }) => type === "ScanStarted") ?? null)

const listen = Effect.flatMap(Bridge, ({ onMessage, onLink }) =>
  Effect.all(
    [
      Stream.runForEach(begun, (event) => (event.type === "ScanStarted" ? yieldTo(event.payload.scan) : Effect.void)),
      Stream.runForEach(streamOf(onMessage), hear),
      Stream.runForEach(streamOf(onLink), ({ state }) => (state === "connected" ? Effect.void : stop("lost"))),
    ],
    { concurrency: "unbounded", discard: true },
  ),
)

/**
 * True for a message about a scan of this size. Messages about another person's scan, or an earlier part, name another
 * number of addresses.
 */
const isAbout = (
  message: BridgeCallback,
  size: number,
): message is Extract<BridgeCallback, { type: "scan_progress" | "error" }> =>
  (message.type === "scan_progress" && message.total === size && size > 0) ||
  (message.type === "error" && message.about === "scan_network")

const startable = (state: State, texts: readonly string[]): Effect.Effect<readonly LanTarget[], ScanRefused> => {
  if (!canAsk(state.bridge)) return Effect.fail("bridgeAway")
  if (!canAsk(state.bridge, "scan_network")) return Effect.fail("bridgeUnable")
  const given = lanTargets(texts)
  // A target that cannot be scanned is marked in the list, and the others are scanned.
  const targets = withoutCovered(given.filter((target) => unscannable(target) === null))
  if (targets.length > 0) return Effect.succeed(targets)
  if (given.some((target) => unscannable(target) === "tooWide")) return Effect.fail("targetTooWide")
  return Effect.fail(texts.length === 0 ? "noTargets" : "invalidAddress")
}
