import { Cause, Context, Effect, Exit, Layer } from "effect"
import { clientLayer } from "../../../../src/domain/client/client.ts"
import { Engine } from "../../../../src/domain/client/log/engine.ts"
import { Cloud } from "../../../../src/domain/ports/cloud.ts"
import { Browser } from "../../browser/browser.ts"
import type { Services } from "../../browser/client.ts"
import { runtimeOf } from "../../browser/runtime.ts"
import { Network } from "../../network/network.ts"
import { PUBLIC_SERVER } from "../../network/servers.ts"
import type { Prng } from "../../prng.ts"
import { Decisions } from "../../troubles/decisions.ts"
import { Violation } from "../../violation.ts"
import { type Tab, World } from "../../world.ts"
import { AccountServers } from "./servers.ts"

/** 20 November 2026, ms since 1970. */
const START = 1_795_132_800_000
/** Longest that anything may take, virtual ms: time-outs of a few seconds included. */
const ENDS_WITHIN_MS = 120_000
/** Whoever takes more steps runs round and round. */
const STEPS_MAX = 20_000
const SOUND = { slow: 0, quota: 0, repeated: 0 }
const start = {
  type: "StartApp",
  version: "1.0.0",
  baseUrl: PUBLIC_SERVER,
  testMirror: false,
  isApp: false,
  os: "linux",
} as const

/** A tab with the services of the client and none of its loops: nothing happens but what is done with it. */
export interface QuietTab {
  readonly tab: Tab
  readonly engine: Engine["Service"]
  /** `ended` hears whether it was done; a tab that dies tells nobody. */
  readonly run: (deed: Effect.Effect<unknown, unknown, Services>, ended: (done: boolean) => void) => void
}

/** One browser in which accounts are dealt with, tab beside tab. */
export class Bench {
  readonly world: World
  readonly browser: Browser
  readonly servers: AccountServers
  /** The first thing that went wrong; what is thrown inside of the client is handled there. */
  violation: Violation | undefined
  readonly #dice: Prng

  constructor(dice: Prng) {
    this.#dice = dice
    this.world = new World(START, dice)
    const network = new Network(this.world, new Decisions(dice.word(), undefined), new Map())
    this.browser = new Browser(this.world, dice, network, SOUND)
    this.servers = new AccountServers(this.world, dice, this.fail)
  }

  readonly fail = (violation: Violation): void => {
    this.violation ??= violation
  }

  open(): QuietTab {
    const tab = this.browser.openTab()
    const complains = (message: string) => this.fail(new Violation(0, `${tab.name} logged an error: ${message}`))
    const runtime = runtimeOf(this.world, tab, this.#dice, complains)
    const ports = Context.add(this.browser.portsOf(tab), Cloud, this.servers.portFor(tab))
    let services: Context.Context<Services> | undefined
    const page = Effect.gen(function* () {
      const built = yield* Layer.build(clientLayer)
      yield* Effect.ignore(Context.get(built, Engine).dispatch(start))
      services = Context.merge(ports, built)
      return yield* Effect.never
    })
    Effect.runForkWith(runtime)(Effect.provideContext(Effect.scoped(page), ports))
    this.until(() => services !== undefined, "opening the log")
    if (services === undefined) throw new TypeError("the log is open")
    const given = services
    return {
      tab,
      engine: Context.get(given, Engine),
      run: (deed, ended) =>
        tab.post(() => {
          const fiber = Effect.runForkWith(runtime)(Effect.provideContext(deed, given))
          fiber.addObserver((exit) => {
            if (tab.alive) ended(this.#isDone(exit))
          })
        }),
    }
  }

  /** Steps on until `is`. */
  until(is: () => boolean, what: string): void {
    const deadline = this.world.now + ENDS_WITHIN_MS
    for (let steps = 0; !is(); steps += 1) {
      if (this.violation !== undefined) throw this.violation
      if (steps > STEPS_MAX || this.world.now > deadline || !this.world.step())
        throw new Violation(7, `${what} does not end`)
    }
  }

  pass(ms: number): void {
    let isOver = false
    this.world.after(ms, () => {
      isOver = true
    })
    this.until(() => isOver, "a pause")
  }

  /** A failure is an answer, a defect a bug. */
  #isDone(exit: Exit.Exit<unknown, unknown>): boolean {
    if (Exit.isSuccess(exit)) return true
    if (exit.cause.reasons.some(Cause.isDieReason)) this.fail(new Violation(0, Cause.pretty(exit.cause)))
    return false
  }
}
