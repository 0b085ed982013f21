import { DEMO_OWNER, DEMO_PASSWORD } from "../../emulator/model/scenario/scenario.ts"
import { Browser } from "../../emulator/simulator/browser/browser.ts"
import { SimulatedClient } from "../../emulator/simulator/browser/client.ts"
import { type NetworkFault, noFaults } from "../../emulator/simulator/network/faults.ts"
import { Network } from "../../emulator/simulator/network/network.ts"
import { makeServers, PUBLIC_SERVER } from "../../emulator/simulator/network/servers.ts"
import { Prng } from "../../emulator/simulator/prng.ts"
import { Decisions } from "../../emulator/simulator/troubles/decisions.ts"
import { SimulatedWorld } from "../../emulator/simulator/world.ts"
import type { ClientRefused, ClientRequest } from "../../src/domain/client/requests.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import type { CallName } from "../../src/domain/wire/cloud.ts"

const START = 1_795_132_800_000
const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A world without chance: one browser on the simulated ports, in which the test decides about faults. */
export class Desk {
  readonly world: SimulatedWorld
  readonly network: Network
  readonly browser: Browser
  readonly servers: ReturnType<typeof makeServers>
  /** Failures that the test did not expect, for example errors in the log of a tab. */
  readonly complaints: string[] = []
  readonly #prng: Prng
  readonly #faults = new Map<CallName, NetworkFault | null>()
  /** Calls in their order of sending. */
  readonly calls: CallName[] = []

  constructor(devices = 3, seed = 1) {
    this.#prng = new Prng(seed, "desk")
    this.world = new SimulatedWorld(START, this.#prng.stream("scheduler"))
    this.servers = makeServers(seed, devices, START)
    this.network = new Network(this.world, new Decisions(seed, undefined), this.servers)
    this.network.watcher = {
      sent: (request) => {
        this.calls.push(request.call)
        request.fault = this.#faults.get(request.call) ?? request.fault
      },
      arrived: () => {},
      settled: () => {},
    }
    this.browser = new Browser(this.world, this.#prng, this.network, { slow: 0, quota: 0, repeated: 0 })
  }

  get events() {
    return this.browser.disk.log.events
  }

  get cloud() {
    const cloud = this.servers.get(PUBLIC_SERVER)
    if (cloud === undefined) throw new Error("there is a public cloud")
    return cloud
  }

  /** Opens a tab and waits until its page is visible. */
  open(): SimulatedClient {
    const hears = {
      opened: () => {},
      unopened: () => {},
      kept: () => {},
      asked: () => {},
      done: () => {},
      refused: () => {},
      failed: (violation: Error) => void this.complaints.push(violation.message),
    }
    const client = new SimulatedClient(this.world, this.browser, this.#prng, hears)
    this.until(() => client.ready, MINUTE)
    return client
  }

  /** A tab in which the owner has signed in and everything is settled. */
  signedIn(): SimulatedClient {
    const client = this.open()
    this.signIn(client)
    this.pass(70 * SECOND)
    return client
  }

  signIn(client: SimulatedClient): void {
    const email = parseEmail(DEMO_OWNER)
    const password = parsePassword(DEMO_PASSWORD)
    if (!email.ok || !password.ok) throw new Error("the owner can sign in")
    const form = { email: email.value, password: password.value, serverType: "public", server: PUBLIC_SERVER } as const
    this.ask(client, { type: "SignIn", form })
  }

  signOut(client: SimulatedClient): void {
    this.ask(client, { type: "SignOut", unsent: "keep" })
  }

  /** Makes a request like a person. Returns the ids of the queued actions, or the reason of a refusal. */
  ask(client: SimulatedClient, request: ClientRequest): readonly string[] | ClientRefused {
    let answer: readonly string[] | ClientRefused | undefined
    client.ask(
      request,
      ({ actions }) => {
        answer = actions
      },
      (reason) => {
        answer = reason
      },
    )
    this.until(() => answer !== undefined, MINUTE)
    return answer ?? "defect"
  }

  until(is: () => boolean, withinMs: number): boolean {
    const deadline = this.world.now + withinMs
    while (!is()) if (this.world.now > deadline || !this.world.step()) return false
    return true
  }

  pass(ms: number): void {
    this.until(() => false, ms)
  }

  /** Requests and events while this much time passes. */
  during(ms: number): { readonly requests: number; readonly events: number } {
    const [requests, events] = [this.network.requests, this.events.length]
    this.pass(ms)
    return { requests: this.network.requests - requests, events: this.events.length - events }
  }

  /** Sets the fault for every request of this call, or removes it. */
  each(call: CallName, fault: NetworkFault | null): void {
    this.#faults.set(call, fault)
  }

  every(fault: NetworkFault | null): void {
    this.network.profile = fault === null ? noFaults : new Map([[fault, 1]])
  }

  /** Acts like a future release that has written an event unknown to this one. */
  outdate(): void {
    const last = this.events.at(-1)
    if (last === undefined) throw new Error("the log has begun")
    this.events.push({ ...last, seq: last.seq + 1, id: "newer.0", type: "ShinyNewThing", v: 1, payload: {} })
  }

  statesOf(client: SimulatedClient): readonly string[] {
    return [...stateOf(client).outbox.actions.values()].map(({ status }) => status.state)
  }
}

export const stateOf = ({ engine }: SimulatedClient) => {
  if (engine === undefined) throw new Error("the tab is open")
  return engine.state()
}

export const statusOf = ({ engine }: SimulatedClient) => {
  if (engine === undefined) throw new Error("the tab is open")
  return engine.status()
}
