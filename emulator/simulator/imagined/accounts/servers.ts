import { Effect, Result } from "effect"
import type { ListName } from "../../../../src/domain/event/listRead.ts"
import { type Cloud, CloudError } from "../../../../src/domain/ports/cloud.ts"
import type { ServerUrl } from "../../../../src/domain/values/serverUrl.ts"
import { noReply, readAnswer } from "../../../../src/domain/wire/answer.ts"
import type { CallBody, CallName, CallReply } from "../../../../src/domain/wire/cloud.ts"
import { later } from "../../browser/runtime.ts"
import { PRIVATE_SERVER, PUBLIC_SERVER } from "../../network/servers.ts"
import type { Prng } from "../../prng.ts"
import { Violation } from "../../violation.ts"
import type { Tab, World } from "../../world.ts"
import { uidOf } from "./people.ts"

/** What a server makes of a request: `ends` takes the token away first, `another` answers with the token of another account. */
export type Whim = "kind" | "silent" | "tooOften" | "notActivated" | "refused" | "ends" | "another"

/** One way, ms: mostly quick. */
const WAYS_MS = [60, 60, 2_000] as const
const STATUS: Readonly<Partial<Record<Whim, number>>> = { tooOften: -100, notActivated: -107, refused: -101 }
const INVALID = -106
const DEVICE = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 4, build: 0 }

const listCalls: Readonly<Record<ListName, CallName>> = {
  devices: "loginWithToken",
  subAccounts: "get_subaccount_list",
  mainAccounts: "get_main_accounts",
}

const holderOf = (server: string, uid: string): string => `${server} ${uid}`

/** Two servers on which the same people have accounts under the same ids. They know whose each token is, and which still hold. */
export class AccountServers {
  /** What becomes of the next request. */
  whim: (call: CallName) => Whim = () => "kind"
  /** A new token ends the one that asked for it. */
  rotating = false
  /** At the instant at which a request is answered by a server. */
  onArrival: (call: CallName) => void = () => {}
  /** Hears of a token that goes where it must not: what is thrown inside of the client is handled there. */
  readonly #fail: (violation: Violation) => void
  readonly #holders = new Map<string, string>()
  readonly #valid = new Set<string>()
  readonly #sent = new Map<string, number>()
  #tokens = 0
  readonly #world: World
  readonly #dice: Prng

  constructor(world: World, dice: Prng, fail: (violation: Violation) => void) {
    this.#world = world
    this.#dice = dice
    this.#fail = fail
  }

  /** Gives a token of this account. */
  give(server: string, uid: string): string {
    this.#tokens += 1
    const token = `token ${this.#tokens}`
    this.#holders.set(token, holderOf(server, uid))
    this.#valid.add(token)
    return token
  }

  /** Ends every session of the account. */
  forget(server: string, uid: string): void {
    for (const [token, holder] of this.#holders) if (holder === holderOf(server, uid)) this.#valid.delete(token)
  }

  holds(token: string): boolean {
    return this.#valid.has(token)
  }

  /** Whose token this is: server and uid. */
  holderOf(token: string): string | undefined {
    return this.#holders.get(token)
  }

  portFor(tab: Tab): Cloud["Service"] {
    const way = Effect.suspend(() => later(this.#world, tab, this.#dice.between(1, this.#dice.pick(WAYS_MS))))
    return {
      call: (name, server, body) =>
        Effect.gen({ self: this }, function* () {
          this.#check(name, server, body)
          this.#note(tab, name)
          yield* way
          const answer = yield* this.#answer(name, server, body)
          yield* way
          return answer
        }),
    }
  }

  /** Requests for this list that have left this tab. */
  sentBy(tab: Tab, list: ListName): number {
    return this.#sent.get(`${tab.name} ${listCalls[list]}`) ?? 0
  }

  #note(tab: Tab, call: CallName): void {
    const key = `${tab.name} ${call}`
    this.#sent.set(key, (this.#sent.get(key) ?? 0) + 1)
  }

  /** No token goes to anybody but the server that gave it, in the name of anybody but its holder. */
  #check<Name extends CallName>(call: Name, server: ServerUrl, body: CallBody<Name>): void {
    if (!("uid" in body && "token" in body)) return
    const holder = this.#holders.get(body.token)
    if (holder !== holderOf(server, body.uid))
      this.#fail(new Violation(9, `${call} to ${server} as ${body.uid} with a token of ${holder ?? "nobody"}`))
  }

  #answer<Name extends CallName>(name: Name, server: ServerUrl, body: CallBody<Name>) {
    return Effect.suspend((): Effect.Effect<CallReply<Name>, CloudError> => {
      const whim = this.whim(name)
      this.onArrival(name)
      if (whim === "silent") return Effect.fail(new CloudError({ call: name, reason: noReply("network") }))
      const text = JSON.stringify(this.#replyTo(name, server, body, whim))
      const read = readAnswer(name, { status: 200, text })
      return Result.isSuccess(read)
        ? Effect.succeed(read.success)
        : Effect.fail(new CloudError({ call: name, reason: read.failure }))
    })
  }

  #replyTo(name: CallName, server: ServerUrl, body: CallBody<CallName>, whim: Whim): object {
    const status = STATUS[whim]
    if (name === "signin") {
      const uid = "email" in body ? uidOf(body.email) : undefined
      if (status !== undefined || uid === undefined) return { status: status ?? INVALID }
      return { status: 0, name: uid, uid, token: this.give(server, uid) }
    }
    if (!("uid" in body && "token" in body)) return { status: INVALID }
    const { uid, token } = body
    if (whim === "ends") this.forget(server, uid)
    if (!this.#valid.has(token)) return { status: INVALID }
    if (whim === "tooOften") return { status }
    if (name !== "loginWithToken") return { status: 0, result: [], accounts: [], devices: [] }
    if (this.rotating) this.#valid.delete(token)
    const given = whim === "another" ? (uid === "u1" ? "u2" : "u1") : uid
    return { status: 0, uid: given, token: this.give(server, given), devices: [DEVICE], subdevices: [] }
  }
}

/** Mostly the same one is used. */
export const serversUsed = [PUBLIC_SERVER, PUBLIC_SERVER, PRIVATE_SERVER] as const
