import { Context, Effect, Layer, Schedule, Stream } from "effect"
import { canAsk } from "../../features/bridge/feature.ts"
import type { LanCommand } from "../../features/lan/decide.ts"
import type { ScanOutcome } from "../../features/lan/events.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids } from "../../ports/platform.ts"
import { Subnets } from "../../ports/subnets.ts"
import type { State } from "../../product/state.ts"
import { type LanTarget, lanTargets, totalHosts, unsearchable, withoutCovered } from "../../values/lanTarget.ts"
import { RETRY_CAP_MS, SCAN_LAST_WORD_MS, SCAN_PART_HOSTS, SCAN_SILENCE_MS } from "../../values/limits.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { heard, Signal, until } from "../listening.ts"
import { Engine } from "../log/engine.ts"

/** What a search cannot begin with. */
export type ScanRefused = "bridgeAway" | "bridgeUnable" | "noTargets" | "targetTooWide" | "invalidAddress"

/** How often the end of a search is written again, RETRY_CAP_MS apart. */
const SCAN_END_TRIES = 30

interface Running {
  readonly scan: string
  readonly targets: readonly LanTarget[]
  readonly total: number
  /** Addresses of the parts before the one that is looked at, and of that part. */
  before: number
  part: { readonly size: number; done: number; ended: boolean }
  stopped: "cancelled" | "lost" | null
}

/**
 * Searches one part of the targets after the other, so that nobody ever holds all of `10.*.*.*` (LAN-5). How far it is
 * changes five times a second: that is kept beside the log, which knows when a search began and how it ended.
 */
export class Scanning extends Context.Service<
  Scanning,
  {
    readonly start: (targets: readonly string[]) => Effect.Effect<void, ScanRefused>
    readonly cancel: Effect.Effect<void>
    /** The state with the progress of this tab's search. */
    readonly shown: (state: State) => State
    readonly onChange: (listener: () => void) => () => void
    /** Does what is asked, for as long as the tab lives. */
    readonly run: Effect.Effect<void>
  }
>()("sightline/Scanning") {
  static readonly layer = Layer.effect(
    Scanning,
    Effect.gen(function* () {
      const engine = yield* Engine
      const bridge = yield* Bridge
      const subnets = yield* Subnets
      const ids = yield* Ids
      const listeners = new Set<() => void>()
      const asked = new Set<(running: Running) => void>()
      const stirred = new Signal()
      let current: Running | null = null

      /** A rejection or a storage failure is let be: the engine's status tells of it. */
      const record = (command: LanCommand) => Effect.ignore(engine.dispatch(command))
      const changed = Effect.suspend(() => {
        for (const listener of listeners) listener()
        return stirred.fire
      })
      const stop = (why: "cancelled" | "lost") =>
        Effect.suspend(() => {
          if (current !== null) current.stopped ??= why
          return changed
        })
      const start = Effect.fnUntraced(function* (texts: readonly string[]) {
        const targets = yield* startable(engine.state(), texts)
        yield* stop("cancelled")
        const scan = yield* ids.next
        const part = { size: 0, done: 0, ended: false }
        const running: Running = { scan, targets, total: totalHosts(targets), before: 0, part, stopped: null }
        for (const tell of asked) tell(running)
      })

      /** True when the part came to its end. */
      const lookAt = Effect.fnUntraced(function* (running: Running, hosts: readonly string[]) {
        running.part = { size: hosts.length, done: 0, ended: false }
        yield* bridge.send({ type: "scan_network", targets: hosts })
        let seen = -1
        while (!running.part.ended && running.stopped === null) {
          if (running.part.done === seen) return false
          seen = running.part.done
          const moved = until(
            [stirred.waker],
            () => running.part.ended || running.stopped !== null || running.part.done !== seen,
          )
          yield* Effect.raceFirst(moved, Effect.sleep(SCAN_SILENCE_MS))
        }
        return running.part.ended && running.part.done >= hosts.length
      })
      const search = Effect.fnUntraced(function* (running: Running) {
        const { scan, targets, total } = running
        yield* record({ type: "StartScan", scan, targets, total })
        current = running
        yield* changed
        while (running.before < running.total && running.stopped === null) {
          const hosts = yield* subnets.hosts(running.targets, running.before, SCAN_PART_HOSTS)
          if (running.stopped !== null) break
          if (!(yield* lookAt(running, hosts))) break
          running.before += hosts.length
          running.part = { size: 0, done: 0, ended: false }
        }
      })
      /** What is still told of this part must not be taken for the next search. */
      const endPart = Effect.fnUntraced(function* ({ part }: Running) {
        yield* Effect.ignore(bridge.send({ type: "cancel_scan" }))
        yield* Effect.raceFirst(
          until([stirred.waker], () => part.ended),
          Effect.sleep(SCAN_LAST_WORD_MS),
        )
      })
      const finish = Effect.fnUntraced(function* (running: Running) {
        const done = doneOf(running)
        const outcome: ScanOutcome = running.stopped ?? (done >= running.total ? "done" : "lost")
        if (outcome !== "done" && running.part.size > 0) yield* endPart(running)
        // A log that cannot be written for now must not show a search that runs for ever.
        const ended = engine.dispatch({ type: "EndScan", scan: running.scan, done, outcome })
        yield* Effect.ignore(Effect.retry(ended, { schedule: Schedule.spaced(RETRY_CAP_MS), times: SCAN_END_TRIES }))
        current = null
        yield* changed
      })
      const hear = (message: BridgeCallback) =>
        Effect.suspend(() => {
          if (current === null || !isAbout(message, current.part.size)) return Effect.void
          if (message.type === "error") return stop("lost")
          current.part.done = message.done
          current.part.ended ||= message.ended ?? false
          return changed
        })
      const listen = Effect.all(
        [
          Stream.runForEach(heard(bridge.onMessage), hear),
          Stream.runForEach(heard(bridge.onLink), ({ state }) => (state === "connected" ? Effect.void : stop("lost"))),
        ],
        { concurrency: "unbounded", discard: true },
      )
      const searches = Stream.runForEach(
        heard<Running>((listener) =>
          Effect.sync(() => {
            asked.add(listener)
            return () => asked.delete(listener)
          }),
        ),
        (running) => Effect.andThen(Effect.ignore(search(running)), finish(running)),
      )
      const show = makeShown()
      return Scanning.of({
        start,
        cancel: stop("cancelled"),
        shown: (state) => show(state, current === null ? null : { scan: current.scan, done: doneOf(current) }),
        onChange: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        run: Effect.all([listen, searches], { concurrency: "unbounded", discard: true }),
      })
    }),
  )
}

const doneOf = ({ before, part, total }: Running): number => Math.min(total, before + Math.min(part.size, part.done))

/** What a native side says of a search by somebody else, or of an earlier part, is about another number of addresses. */
const isAbout = (
  message: BridgeCallback,
  size: number,
): message is Extract<BridgeCallback, { type: "scan_progress" | "error" }> =>
  (message.type === "scan_progress" && message.total === size && size > 0) ||
  (message.type === "error" && message.about === "scan_network")

const startable = (state: State, texts: readonly string[]): Effect.Effect<readonly LanTarget[], ScanRefused> => {
  if (!canAsk(state.bridge)) return Effect.fail("bridgeAway")
  if (!canAsk(state.bridge, "scan_network")) return Effect.fail("bridgeUnable")
  const targets = withoutCovered(lanTargets(texts))
  if (targets.length === 0) return Effect.fail(texts.length === 0 ? "noTargets" : "invalidAddress")
  const refusal = targets.map(unsearchable).find((why) => why !== null)
  if (refusal === "tooWide") return Effect.fail("targetTooWide")
  return refusal === "noHosts" ? Effect.fail("invalidAddress") : Effect.succeed(targets)
}

interface Progress {
  readonly scan: string
  readonly done: number
}

/** The same object while neither the state nor the progress changes. */
const makeShown = () => {
  let last: { readonly state: State; readonly progress: Progress; readonly shown: State } | undefined
  return (state: State, progress: Progress | null): State => {
    const { scan } = state.lan
    if (progress === null || scan === null || scan.id !== progress.scan || scan.end !== null) return state
    if (last?.state === state && last.progress.done === progress.done && last.progress.scan === progress.scan)
      return last.shown
    last = { state, progress, shown: { ...state, lan: { ...state.lan, scan: { ...scan, done: progress.done } } } }
    return last.shown
  }
}
