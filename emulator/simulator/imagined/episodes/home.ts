import type { Request as Asked } from "../../../../src/domain/client/requests.ts"
import { parseEmail } from "../../../../src/domain/values/email.ts"
import { parsePassword } from "../../../../src/domain/values/password.ts"
import type { CallName } from "../../../../src/domain/wire/cloud.ts"
import { DEMO_OWNER, DEMO_PASSWORD } from "../../../model/scenario/scenario.ts"
import { Browser } from "../../browser/browser.ts"
import { Client } from "../../browser/client.ts"
import { type Fault, noFaults } from "../../network/faults.ts"
import { Network } from "../../network/network.ts"
import { makeServers, PUBLIC_SERVER } from "../../network/servers.ts"
import type { Prng } from "../../prng.ts"
import { Decisions } from "../../troubles/decisions.ts"
import { Violation } from "../../violation.ts"
import { World } from "../../world.ts"

/** 20 November 2026, ms since 1970. */
const START = 1_795_132_800_000
const SOUND = { slow: 0, quota: 0, repeated: 0 }
const SECOND = 1_000
export const MINUTE = 60 * SECOND
/** A page that was opened, or somebody who signed in, has come to rest by then, ms. */
const RESTS_MS = 70 * SECOND

/** A browser in a world in which nothing goes wrong but what an episode lets go wrong. */
export class Home {
  readonly world: World
  readonly browser: Browser
  /** Calls in the order in which they were sent, and when, ms. */
  readonly sent: { readonly call: CallName; readonly at: number }[] = []
  readonly #network: Network
  readonly #dice: Prng
  readonly #faults = new Map<CallName, Fault>()
  #violation: Violation | undefined

  constructor(dice: Prng) {
    this.#dice = dice
    this.world = new World(START, dice)
    const servers = makeServers(dice.below(1_000), 0, START)
    this.#network = new Network(this.world, new Decisions(dice.word(), undefined), servers)
    this.#network.watcher = {
      sent: (request) => {
        this.sent.push({ call: request.call, at: this.world.now })
        request.fault = this.#faults.get(request.call) ?? request.fault
      },
      arrived: () => {},
      settled: () => {},
    }
    this.browser = new Browser(this.world, dice, this.#network, SOUND)
  }

  open(): Client {
    const nothing = () => {}
    const failed = (violation: Violation) => {
      this.#violation ??= violation
    }
    const hears = { opened: nothing, unopened: nothing, kept: nothing, asked: nothing, done: nothing, refused: nothing }
    const client = new Client(this.world, this.browser, this.#dice, { ...hears, failed })
    this.within(MINUTE, () => client.ready, "a page that opens shows nothing")
    return client
  }

  /** A tab in which the owner has signed in and everything has come to rest. */
  signedIn(): Client {
    const client = this.open()
    this.signIn(client)
    this.pass(RESTS_MS)
    return client
  }

  signIn(client: Client): void {
    const [email, password] = [parseEmail(DEMO_OWNER), parsePassword(DEMO_PASSWORD)]
    if (!email.ok || !password.ok) throw new TypeError("the owner can sign in")
    const form = { email: email.value, password: password.value, serverType: "public", server: PUBLIC_SERVER } as const
    this.ask(client, { type: "SignIn", form })
  }

  /** Asks as a person does, and waits for the answer. */
  ask(client: Client, request: Asked): void {
    let isAnswered = false
    const answered = () => {
      isAnswered = true
    }
    client.ask(request, answered, answered)
    this.within(MINUTE, () => isAnswered, `${request.type} is not answered`)
  }

  /** Every request of this call meets this fault from now on. */
  each(call: CallName, fault: Fault): void {
    this.#faults.set(call, fault)
  }

  /** Every request meets this fault, or none any more. */
  every(fault: Fault | undefined): void {
    this.#network.profile = fault === undefined ? noFaults : new Map([[fault, 1]])
  }

  pass(ms: number): void {
    const deadline = this.world.now + ms
    while (this.world.now <= deadline) this.#step()
  }

  /** Fails when it does not come true in time. */
  within(ms: number, is: () => boolean, otherwise: string, invariant = 7): void {
    const deadline = this.world.now + ms
    while (!is()) {
      if (this.world.now > deadline)
        throw new Violation(invariant, `in a calm world ${otherwise} within ${ms / SECOND} s`)
      this.#step()
    }
  }

  /** How often this was sent while so much time passed; any call when none is named. */
  during(ms: number, call?: CallName): number {
    const before = this.sent.length
    this.pass(ms)
    return this.sent.slice(before).filter((one) => call === undefined || one.call === call).length
  }

  #step(): void {
    if (!this.world.step()) throw new Violation(0, "something waits outside of the simulated clock")
    if (this.#violation !== undefined) throw this.#violation
  }
}

export const stateOf = ({ engine }: Client) => {
  if (engine === undefined) throw new TypeError("the tab is open")
  return engine.state()
}

export const standingOf = (client: Client): readonly string[] =>
  [...stateOf(client).outbox.actions.values()].map(({ status }) => status.state)
