import { Effect, Result } from "effect"
import { type Cloud, CloudError, type CloudFailure } from "../../src/domain/ports/cloud.ts"
import { REQUEST_LONGEST_LIFE_MS, REQUEST_TIMEOUT_MS } from "../../src/domain/values/limits.ts"
import type { ServerUrl } from "../../src/domain/values/serverUrl.ts"
import type { CallBody, CallName, CallReply } from "../../src/domain/wire/cloud.ts"
import { STATUS_TOO_OFTEN } from "../../src/domain/wire/status.ts"
import type { Answer, Cloud as CloudModel } from "../model/cloud.ts"
import { noReply, readAnswer } from "./answer.ts"
import { drawFault, type Fault, type FaultProfile, noFaults } from "./faults.ts"
import type { Prng } from "./prng.ts"
import type { Tab, World } from "./world.ts"

/** One way, ms: most are near the lower end. */
const QUICKEST_MS = 2
const SLOWEST_MS = 900
/** Shortest and longest until a broken connection is noticed, when it is noticed at all, ms. */
const NOTICED_MS = 2_000
/** Of the connections that break, how many say so instead of staying silent. */
const SAYS_SO = 0.5
/** Of requests that meet a broken server, and of those on their way when the network goes, how many still get through. */
const GETS_THROUGH = 0.5

/** One request as it was handed to the network, and what became of it. Times are ms of the world. */
export interface Request {
  readonly n: number
  readonly tab: Tab
  readonly call: CallName
  readonly server: ServerUrl
  readonly body: CallBody<CallName>
  readonly sentAt: number
  fault: Fault | "offline" | undefined
  /** Copies that reached the server, and how many of them changed something. */
  arrivals: number
  applied: number
}

export type Settled = "done" | CloudFailure

export interface NetworkWatcher {
  /** Before anything happens to it. */
  readonly sent: (request: Request) => void
  readonly arrived: (request: Request, answer: Answer) => void
  /** The tab that asked got this; never called for a tab that died or gave up. */
  readonly settled: (request: Request, outcome: Settled) => void
}

/** A request under way: `settle` tells the tab, once. */
interface Flight<Name extends CallName> {
  readonly request: Request
  readonly call: Name
  readonly body: CallBody<Name>
  readonly settle: (result: Result.Result<CallReply<Name>, CloudFailure>) => void
}

/** The network between the tabs of one browser and the servers, with everything that can go wrong on the way. */
export class Network {
  profile: FaultProfile = noFaults
  /** Nothing gets out or in. */
  offline = false
  watcher: NetworkWatcher = { sent: () => {}, arrived: () => {}, settled: () => {} }
  /** Requests so far, and how many of them each fault met. */
  requests = 0
  readonly met = new Map<Fault | "offline", number>()
  /** Requests that may still reach a server. */
  onTheWay = 0
  readonly #world: World
  readonly #prng: Prng
  readonly #servers: ReadonlyMap<ServerUrl, CloudModel>

  constructor(world: World, prng: Prng, servers: ReadonlyMap<ServerUrl, CloudModel>) {
    this.#world = world
    this.#prng = prng
    this.#servers = servers
  }

  portFor(tab: Tab): Cloud["Service"] {
    return {
      call: (name, server, body) =>
        Effect.callback<CallReply<typeof name>, CloudError>((resume) => {
          const giveUp = this.#send(tab, name, server, body, (result) =>
            resume(
              Result.isSuccess(result)
                ? Effect.succeed(result.success)
                : Effect.fail(new CloudError({ call: name, reason: result.failure })),
            ),
          )
          return Effect.sync(giveUp)
        }),
    }
  }

  /** Hands a request to the network; gives back how to stop waiting for it, which calls nothing back. */
  #send<Name extends CallName>(
    tab: Tab,
    call: Name,
    server: ServerUrl,
    body: CallBody<Name>,
    resume: (result: Result.Result<CallReply<Name>, CloudFailure>) => void,
  ): () => void {
    const request: Request = {
      n: this.requests,
      tab,
      call,
      server,
      body,
      sentAt: this.#world.now,
      fault: this.offline ? "offline" : drawFault(this.profile, this.#prng),
      arrivals: 0,
      applied: 0,
    }
    this.requests += 1
    if (request.fault !== undefined) this.met.set(request.fault, (this.met.get(request.fault) ?? 0) + 1)
    this.watcher.sent(request)
    let settled = false
    let givenUp = false
    const settle = (result: Result.Result<CallReply<Name>, CloudFailure>) => {
      if (settled) return
      settled = true
      timeout.run = undefined
      tab.post(() => {
        if (givenUp) return
        this.watcher.settled(request, Result.isSuccess(result) ? "done" : result.failure)
        resume(result)
      })
    }
    const timeout = this.#world.after(REQUEST_TIMEOUT_MS, () => settle(Result.fail(noReply("timeout"))))
    this.#carry({ request, call, body, settle })
    return () => {
      givenUp = true
    }
  }

  #carry<Name extends CallName>(flight: Flight<Name>): void {
    const { fault } = flight.request
    if (fault === "offline" || fault === "drop-request") {
      this.#breakOff(flight)
      return
    }
    const ms = fault === "delay" ? this.#delay() : this.#oneWay()
    this.onTheWay += 1
    this.#world.after(ms, () => {
      this.onTheWay -= 1
      if (this.offline && this.#prng.chance(GETS_THROUGH)) this.#breakOff(flight)
      else this.#arrive(flight)
    })
  }

  /** The connection broke: the tab is told so, or hears nothing at all and runs into its time-out. */
  #breakOff<Name extends CallName>({ settle }: Flight<Name>): void {
    if (this.#prng.chance(SAYS_SO))
      this.#world.after(this.#prng.skewed(1, NOTICED_MS), () => settle(Result.fail(noReply("network"))))
  }

  #arrive<Name extends CallName>(flight: Flight<Name>): void {
    switch (flight.request.fault) {
      case "http-500":
      case "http-html":
        if (this.#prng.chance(GETS_THROUGH)) this.#apply(flight)
        this.#answer(flight, () => Result.fail(noReply("http")))
        return
      case "too-often":
        this.#answer(flight, () => readAnswer(flight.call, { status: STATUS_TOO_OFTEN }))
        return
      case "expire-session":
        this.#expireSession(flight)
        break
      case "drop-reply":
        this.#apply(flight)
        this.#breakOff(flight)
        return
    }
    const first = this.#apply(flight)
    const second = flight.request.fault === "duplicate" ? this.#apply(flight) : undefined
    const reply = second !== undefined && this.#prng.chance(0.5) ? second.reply : first.reply
    this.#answer(flight, () => this.#read(flight, reply))
  }

  #read<Name extends CallName>({ request, call }: Flight<Name>, reply: Answer["reply"]) {
    if (request.fault === "truncate") return Result.fail(noReply("notJson"))
    return readAnswer(call, request.fault === "wrong-shape" ? this.#bend(reply) : reply)
  }

  /** A body that is JSON, but not what the call answers. */
  #bend(reply: Answer["reply"]): unknown {
    const keys = Object.keys(reply)
    const key = this.#prng.pick(keys)
    return this.#prng.pick([null, [reply], {}, { ...reply, [key]: { $: reply[key] } }, { ...reply, status: "0" }])
  }

  #expireSession<Name extends CallName>({ request, body }: Flight<Name>): void {
    if ("uid" in body) this.#serverOf(request).expireSessions(this.#world.serverTime, body.uid)
  }

  #apply<Name extends CallName>({ request, call, body }: Flight<Name>): Answer {
    const answer = this.#serverOf(request).handle(call, body, this.#world.serverTime)
    request.arrivals += 1
    if (answer.applied) request.applied += 1
    this.watcher.arrived(request, answer)
    return answer
  }

  #answer<Name extends CallName>(flight: Flight<Name>, read: () => Result.Result<CallReply<Name>, CloudFailure>): void {
    this.#world.after(this.#oneWay(), () => {
      if (this.offline) this.#breakOff(flight)
      else flight.settle(read())
    })
  }

  #serverOf({ server }: Request): CloudModel {
    const model = this.#servers.get(server)
    if (model === undefined) throw new RangeError(`no server at ${server}`)
    return model
  }

  /** Often longer than anybody waits for it. */
  #delay(): number {
    const low = this.#prng.chance(0.5) ? REQUEST_TIMEOUT_MS : QUICKEST_MS
    return this.#prng.between(low, REQUEST_LONGEST_LIFE_MS - 1)
  }

  #oneWay(): number {
    return this.#prng.skewed(QUICKEST_MS, SLOWEST_MS)
  }
}
