import { checkExport } from "./checks/exported.ts"
import { checkDiagnosed, checkFolds, checkOwners, checkSecrets, checkTabs } from "./checks/folds.ts"
import { checkOnline } from "./checks/online.ts"
import { settle, stepOnce } from "./checks/settle.ts"
import { checkSoon } from "./checks/soon.ts"
import { guarded, withoutStacks } from "./guard.ts"
import { checkNetwork, checkPasscodes } from "./lan/quiet.ts"
import { LanVisitor } from "./lan/visitor.ts"
import { Simulation, type SimulationOptions } from "./simulation.ts"
import type { Counts } from "./sweep/counts.ts"
import { Ambush } from "./troubles/ambush.ts"
import { Mishaps } from "./troubles/mishaps.ts"
import { Violation } from "./violation.ts"
import type { Tab } from "./world.ts"

export interface RunOutcome {
  readonly seed: number
  /** Undefined when every invariant held. */
  readonly violation: Violation | undefined
  /** Steps of the scheduler, settling included, and virtual ms. */
  readonly steps: number
  readonly virtualMs: number
  readonly counts: Counts
  /** The whole event log, one JSON line an event. */
  readonly log: () => string
  readonly trace: readonly string[]
  /** Names of the executed decisions, in order. */
  readonly taken: readonly string[]
}

/**
 * Pauses of the person, ms, quick or slow in different runs: mostly short, sometimes long enough that waiting actions
 * expire.
 */
const THINK_MS = [300, 1_500, 15_000] as const
const AWAY_MS = [60_000, 600_000] as const
const AWAY = 0.02
/** Share of steps in which a person chooses a tab that can act, if there is one. */
const TURNS_TO_ABLE = 0.8
/** Pause between mishaps, ms. */
const MISHAP_MS = [500, 80_000] as const
/**
 * Share of the sign-ins with a command in another tab, and its longest delay, ms. That tab may not know of the sign-in
 * yet.
 */
const CROSSES = 0.3
const CROSSES_WITHIN_MS = 20
/** Average steps between two checks of the tabs, and share of the checks that fold the whole log. */
const LOOK_EVERY = 1_500
const WHOLE = 0.2

/** One of this many seeds exports its log at the end. */
const EXPORT_EVERY = 5
/** One of this many seeds checks the delay of requests. */
const SOON_EVERY = 5
/** One of this many seeds runs this many times longer: some mistakes show only after a long run. */
const LONG_EVERY = 10
const LONG_TIMES = 20

/** A seed without any action tests little. It continues until one is queued, up to this many times its length. */
const WAITS_TIMES = 4

/** Steps of a seed from its first action until its faults stop. */
const lengthOf = ({ seed, steps }: SimulationOptions): number =>
  seed % LONG_EVERY === LONG_EVERY - 1 ? steps * LONG_TIMES : steps

/** Starts the person and the mishaps. Returns the function that stops both. */
const start = (simulation: Simulation, visitor: LanVisitor | undefined): (() => void) => {
  const { world, prng, person, decisions } = simulation
  const pauses = prng.stream("pauses")
  const longest = pauses.pick(THINK_MS)
  const mishaps = new Mishaps(simulation)
  const ambush = new Ambush(simulation)
  let over = false
  // Another tab gives a command while it still shows the previous account.
  const cross = (tab: Tab): void => {
    const crossing = decisions.next("cross")
    const others = simulation.ready.filter((client) => client.tab !== tab)
    if (over || others.length === 0 || !crossing.dice.chance(CROSSES) || !decisions.takes(crossing)) return
    const other = crossing.dice.pick(others)
    world.after(crossing.dice.below(CROSSES_WITHIN_MS), () => person.actAt(other, crossing.dice))
  }
  simulation.onMoment = (moment, tab) => {
    if (moment === "signedIn") cross(tab)
    ambush.watch(moment, tab)
  }
  const click = (): void => {
    if (over) return
    const act = decisions.next("act")
    const { dice } = act
    const isAway = dice.chance(AWAY) && simulation.hasActed
    world.after(isAway ? dice.between(...AWAY_MS) : dice.skewed(0, longest), click)
    const { able, ready } = simulation
    const among = able.length > 0 && dice.chance(TURNS_TO_ABLE) ? able : ready
    if (among.length > 0 && decisions.takes(act)) person.actAt(dice.pick(among), dice)
  }
  const mishap = (): void => {
    if (over) return
    const next = decisions.next("mishap")
    world.after(next.dice.skewed(...MISHAP_MS), mishap)
    if (decisions.takes(next)) mishaps.happen(next.dice)
  }
  visitor?.start()
  world.after(0, click)
  world.after(pauses.skewed(...MISHAP_MS), mishap)
  return () => {
    over = true
    ambush.end()
    visitor?.end()
    mishaps.end()
  }
}

/** True when the faults of a seed have had their time. Called after each step. */
const lifeOf = (simulation: Simulation, steps: number): (() => boolean) => {
  const { world } = simulation
  let from: number | undefined
  return () => {
    if (from === undefined && simulation.hasActed) from = world.steps
    return world.steps >= (from === undefined ? WAITS_TIMES * steps : from + steps)
  }
}

const runPhases = (simulation: Simulation, steps: number): void => {
  const folds = simulation.prng.stream("folds")
  simulation.openTab()
  const visitor = simulation.around && new LanVisitor(simulation, simulation.around)
  const stop = start(simulation, visitor)
  let lookAt = folds.below(Math.min(steps, 2 * LOOK_EVERY))
  const isOver = lifeOf(simulation, steps)
  while (!isOver() && simulation.violation === undefined) {
    stepOnce(simulation)
    if (simulation.world.steps < lookAt) continue
    lookAt += folds.below(2 * LOOK_EVERY)
    if (folds.chance(WHOLE)) checkFolds(simulation)
    else checkTabs(simulation)
    checkOwners(simulation)
    checkOnline(simulation)
  }
  if (simulation.violation !== undefined) return
  simulation.trace.add(() => "faults stop")
  stop()
  settle(simulation, () => visitor?.giveUp())
  if (simulation.seed % SOON_EVERY === 1 && simulation.violation === undefined) checkSoon(simulation)
  if (simulation.violation !== undefined) return
  checkFolds(simulation)
  checkDiagnosed(simulation)
  checkOwners(simulation)
  checkOnline(simulation)
  checkSecrets(logOf(simulation), simulation.people)
  checkNetwork(simulation, visitor)
  checkPasscodes(logOf(simulation))
  if (simulation.seed % EXPORT_EVERY === 0) checkExport(simulation)
}

/** Runs one seed: a time with all faults, then a time without, in which everything must settle. */
export const run = (options: SimulationOptions): RunOutcome =>
  options.traced === true ? runOnce(options) : withoutStacks(() => runOnce(options))

const runOnce = (options: SimulationOptions): RunOutcome =>
  guarded(() => {
    const simulation = new Simulation(options)
    try {
      runPhases(simulation, lengthOf(options))
    } catch (error) {
      simulation.fail(
        error instanceof Violation
          ? error
          : new Violation(0, error instanceof Error ? (error.stack ?? error.message) : String(error)),
      )
    }
    return outcomeOf(simulation, options.seed)
  })

const logOf = ({ browser }: Simulation): string =>
  browser.disk.log.events.map((event) => `${JSON.stringify(event)}\n`).join("")

const outcomeOf = (simulation: Simulation, seed: number): RunOutcome => {
  const { violation, world, counts, audit, network, browser, trace, screens } = simulation
  counts.addAll(network.met, "call ")
  counts.add("requests", network.requests)
  counts.addAll(audit.eventCounts, "event ")
  counts.addAll(audit.transitions, "outbox ")
  counts.add("lock stolen", browser.lock.steals)
  counts.add("quota errors", browser.disk.counts.quota)
  counts.add("events lost in crashes", browser.disk.counts.lostEvents)
  for (const { queued, end, claims } of audit.actions.values()) {
    counts.add(`action ${queued.payload.intent.call}: ${end ?? "open"}`)
    if (claims.length > 1) counts.add("actions claimed more than once")
    const [sent] = audit.sends.get(queued.payload.action) ?? []
    if (sent?.call === "request_device" && sent.applied > 0 && end === "unconfirmed")
      counts.add("reboots and wakes whose reply was lost")
  }
  screens.variety.note(audit.state, "state")
  for (const { type, payload } of browser.disk.log.events) screens.variety.note(payload, `event ${type}`)
  screens.variety.addTo(counts)
  const log = () => logOf(simulation)
  const { taken } = simulation.decisions
  return {
    seed,
    violation,
    steps: world.steps,
    virtualMs: world.now,
    counts,
    log,
    trace: trace.lines,
    taken,
  }
}
