import { Effect, Result } from "effect"
import { type Cloud, CloudError } from "../../../src/domain/ports/cloud.ts"
import { REQUEST_LONGEST_LIFE_MS, REQUEST_TIMEOUT_MS } from "../../../src/domain/values/limits.ts"
import type { ServerUrl } from "../../../src/domain/values/serverUrl.ts"
import { type CloudFailure, type HttpAnswer, noReply, readAnswer } from "../../../src/domain/wire/answer.ts"
import type { CallBody, CallName, CallReply } from "../../../src/domain/wire/cloud.ts"
import { STATUS_TOO_OFTEN } from "../../../src/domain/wire/status.ts"
import type { CloudAnswer } from "../../model/cloud/cloud.ts"
import type { WorldModel as CloudModel } from "../../model/world.ts"
import type { Prng } from "../prng.ts"
import type { Decisions } from "../troubles/decisions.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import { bodyOf, brokenAnswers, damaged, STATUS_OF_NO_CALL, uneven } from "./answers.ts"
import { AIMED, type Aim, drawFault, type FaultProfile, type NetworkFault, noFaults } from "./faults.ts"

/** One way, ms: most are near the lower end. */
const QUICKEST_MS = 2
const SLOWEST_MS = 900
/** Longest time until a broken connection is noticed, if it is, ms. */
const NOTICED_MS = 2_000
/** Share of the broken connections that report an error instead of staying silent. */
const SAYS_SO = 0.5
/** Number of times that a run must meet its aim. */
const MET = 2
/** Share of the requests that still get through to a broken server, and of those on their way when the network goes. */
const GETS_THROUGH = 0.5

/** One request and its outcome. Times are ms of the world. */
export interface NetworkRequest {
  readonly n: number
  readonly tab: Tab
  readonly call: CallName
  readonly server: ServerUrl
  readonly body: CallBody<CallName>
  readonly sentAt: number
  fault: NetworkFault | undefined
  /** Number of copies that reached the server, and number of those that changed something. */
  arrivals: number
  applied: number
  /** True while it may still reach a server. */
  isOnItsWay: boolean
}

export type Settled = "done" | CloudFailure

export interface NetworkWatcher {
  /** Called before anything happens to the request. */
  readonly sent: (request: NetworkRequest) => void
  readonly arrived: (request: NetworkRequest, answer: CloudAnswer) => void
  /**
   * The sending tab received this outcome, of which it could not read `unread`. Not called for a tab that died or gave
   * up.
   */
  readonly settled: (request: NetworkRequest, outcome: Settled, unread?: string) => void
}

/** A pending request. `settle` reports to the tab, once. */
interface Flight<Name extends CallName> {
  readonly request: NetworkRequest
  readonly call: Name
  readonly body: CallBody<Name>
  readonly settle: (result: Result.Result<CallReply<Name>, CloudFailure>) => void
  /** The only source of randomness for this request. */
  readonly dice: Prng
}

/** The network between the tabs of one browser and the servers, with everything that can go wrong on the way. */
export class Network {
  profile: FaultProfile = noFaults
  /** Share of the lists with a wrong item. */
  unevenness = 0
  /** True while no message passes. */
  offline = false
  watcher: NetworkWatcher = { sent: () => {}, arrived: () => {}, settled: () => {} }
  /** The fault of every request for now: a captive portal, or a server whose backend is dead. */
  blanket: NetworkFault | undefined
  /** The call that meets its fault more often than by chance. */
  aim: Aim | undefined
  /** Number of requests, and number of faults of each call, by "call x fault". */
  requests = 0
  readonly met = new Map<string, number>()
  /** Requests that may still reach a server. */
  onTheWay = 0
  /** Servers that are restarting. */
  readonly down = new Set<ServerUrl>()
  /** Number of restarts of each server: earlier requests get no answer. */
  readonly #starts = new Map<ServerUrl, number>()
  readonly #world: SimulatedWorld
  readonly #decisions: Decisions
  readonly #servers: ReadonlyMap<ServerUrl, CloudModel>

  constructor(world: SimulatedWorld, decisions: Decisions, servers: ReadonlyMap<ServerUrl, CloudModel>) {
    this.#world = world
    this.#decisions = decisions
    this.#servers = servers
  }

  /** True when the call of the aim has met its fault often enough to continue. */
  get hasMetAim(): boolean {
    return this.aim === undefined || (this.met.get(pairOf(this.aim.call, this.aim.fault)) ?? 0) >= MET
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

  /** Sends a request. Returns the function that stops waiting for it without a callback. */
  #send<Name extends CallName>(
    tab: Tab,
    call: Name,
    server: ServerUrl,
    body: CallBody<Name>,
    resume: (result: Result.Result<CallReply<Name>, CloudFailure>) => void,
  ): () => void {
    const { dice, fault } = this.#drawFault(call)
    const request: NetworkRequest = {
      n: this.requests,
      tab,
      call,
      server,
      body,
      sentAt: this.#world.now,
      fault,
      arrivals: 0,
      applied: 0,
      isOnItsWay: false,
    }
    this.requests += 1
    const pair = pairOf(call, request.fault)
    this.met.set(pair, (this.met.get(pair) ?? 0) + 1)
    this.watcher.sent(request)
    let settled = false
    let givenUp = false
    const settle = (result: Result.Result<CallReply<Name>, CloudFailure>) => {
      if (settled) return
      settled = true
      timeout.run = undefined
      tab.post(() => {
        if (givenUp) return
        if (Result.isSuccess(result)) this.watcher.settled(request, "done", result.success.unread?.problem)
        else this.watcher.settled(request, result.failure)
        resume(result)
      })
    }
    const timeout = this.#world.after(REQUEST_TIMEOUT_MS, () => settle(Result.fail(noReply("timeout"))))
    this.#carry({ request, call, body, settle, dice })
    return () => {
      givenUp = true
    }
  }

  #drawFault(call: CallName): { readonly dice: Prng; readonly fault: NetworkRequest["fault"] } {
    const decision = this.#decisions.next(`fault.${call}`)
    const { dice } = decision
    const usual = drawFault(this.profile, dice)
    const aimed = this.aim?.call === call && dice.chance(AIMED) ? this.aim.fault : usual
    const drawn = this.blanket ?? aimed
    if (this.offline) return { dice, fault: "offline" }
    return { dice, fault: drawn !== undefined && this.#decisions.takes(decision) ? drawn : undefined }
  }

  #carry<Name extends CallName>(flight: Flight<Name>): void {
    const { dice, request } = flight
    const { fault } = request
    if (fault === "offline" || fault === "drop-request") {
      this.#breakOff(flight)
      return
    }
    const ms = fault === "delay" ? delay(dice) : oneWay(dice)
    this.onTheWay += 1
    flight.request.isOnItsWay = true
    this.#world.after(ms, () => {
      this.onTheWay -= 1
      flight.request.isOnItsWay = false
      const lost = this.offline && dice.chance(GETS_THROUGH)
      if (lost || this.down.has(flight.request.server)) this.#breakOff(flight)
      else this.#arrive(flight)
    })
  }

  /** The server goes down: every connection to it breaks. */
  takeDown(server: ServerUrl): void {
    this.down.add(server)
    this.#starts.set(server, (this.#starts.get(server) ?? 0) + 1)
  }

  /** The connection broke: the tab gets an error, or nothing until its timeout. */
  #breakOff<Name extends CallName>({ settle, dice }: Flight<Name>): void {
    if (dice.chance(SAYS_SO))
      this.#world.after(dice.skewed(1, NOTICED_MS), () => settle(Result.fail(noReply("network"))))
  }

  #arrive<Name extends CallName>(flight: Flight<Name>): void {
    switch (flight.request.fault) {
      case "http-500":
      case "http-html":
        if (flight.dice.chance(GETS_THROUGH)) this.#apply(flight)
        this.#answer(flight, brokenAnswers[flight.request.fault])
        return
      case "too-often":
        this.#answer(flight, bodyOf({ status: STATUS_TOO_OFTEN }))
        return
      case "unknown-status":
        this.#answer(flight, bodyOf({ status: STATUS_OF_NO_CALL }))
        return
      case "expire-session":
      case "forget-session":
        this.#endSessions(flight)
        break
      case "drop-reply":
        this.#apply(flight)
        this.#breakOff(flight)
        return
      // These faults act on the way, on a second arrival, or on the reply below.
      case "delay":
      case "drop-request":
      case "offline":
      case "duplicate":
      case "truncate":
      case "wrong-shape":
        break
      default:
        // The compiler reports a fault without an effect.
        flight.request.fault satisfies undefined
    }
    const first = this.#apply(flight)
    const second = flight.request.fault === "duplicate" ? this.#apply(flight) : undefined
    const reply = second !== undefined && flight.dice.chance(0.5) ? second.reply : first.reply
    const dice = flight.dice.stream("uneven")
    const given = dice.chance(this.unevenness) ? uneven(reply, dice) : reply
    this.#answer(flight, damaged(flight.request.fault, given, flight.dice))
  }

  #endSessions<Name extends CallName>({ request, body }: Flight<Name>): void {
    if (!("uid" in body)) return
    const server = this.#serverOf(request)
    if (request.fault === "forget-session") server.forgetSessions(body.uid)
    else server.expireSessions(this.#world.serverTime, body.uid)
  }

  #apply<Name extends CallName>({ request, call, body }: Flight<Name>): CloudAnswer {
    const answer = this.#serverOf(request).handle(call, body, this.#world.serverTime)
    request.arrivals += 1
    if (answer.applied) request.applied += 1
    this.watcher.arrived(request, answer)
    return answer
  }

  #answer<Name extends CallName>(flight: Flight<Name>, answer: HttpAnswer): void {
    const { server } = flight.request
    const start = this.#starts.get(server)
    this.#world.after(oneWay(flight.dice), () => {
      if (this.offline || start !== this.#starts.get(server)) this.#breakOff(flight)
      else flight.settle(readAnswer(flight.call, answer))
    })
  }

  #serverOf({ server }: NetworkRequest): CloudModel {
    const model = this.#servers.get(server)
    if (model === undefined) throw new RangeError(`no server at ${server}`)
    return model
  }
}

const pairOf = (call: CallName, fault: NetworkFault | undefined): string => `${call} x ${fault ?? "nothing"}`

/** Often longer than the client's timeout, ms. */
const delay = (dice: Prng): number => {
  const low = dice.chance(0.5) ? REQUEST_TIMEOUT_MS : QUICKEST_MS
  return dice.between(low, REQUEST_LONGEST_LIFE_MS - 1)
}

const oneWay = (dice: Prng): number => dice.skewed(QUICKEST_MS, SLOWEST_MS)
