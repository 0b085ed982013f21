import type { Command } from "../../../src/domain/product/decide.ts"
import { listRead } from "../../../src/domain/product/lists.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { AccountKey } from "../../../src/domain/values/identity.ts"
import { parseServerUrl } from "../../../src/domain/values/serverUrl.ts"
import { checkCards } from "../checks/online.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import type { Part } from "./part.ts"
import { ShortLog } from "./shortLog.ts"

/** The lists of two accounts in the log alone: each is what was read of it last, and never that of another account. */

const MOVES = 40
const LOOK_EVERY = 10
const MINUTE_MS = 60_000
const NAMES = ["Atlas", "Borealis"] as const
/** Around the half hour after which a device counts as silent, and long after it, minutes. */
const LATER = [0, 29, 30, 31, 45, 59, 61, 600] as const

type List = "devices" | "subAccounts" | "mainAccounts"
const LISTS = ["devices", "subAccounts", "mainAccounts"] as const

/** What the server said of one list: by id, in words. */
interface ListAnswer {
  readonly account: AccountKey
  /** The last event that its reading knew. */
  readonly known: number
  readonly items: ReadonlyMap<string, string>
}

const inWords = (item: object): string => {
  const { lastSeen, heard, ...rest }: { lastSeen?: unknown; heard?: unknown } = { ...item }
  return JSON.stringify(rest, Object.keys(rest).sort())
}

const heldBy = ({ devices, sharing }: State, list: List): ReadonlyMap<string, string> => {
  if (list === "devices")
    return new Map(
      [...devices.bound.values()].map(({ id, name, model, flags, build, shared, owner }) => [
        id,
        inWords({ id, name, model, flags, build, shared, owner }),
      ]),
    )
  if (list === "mainAccounts") return new Map([...sharing.mainAccounts.values()].map((one) => [one.id, inWords(one)]))
  return new Map([...sharing.subAccounts.values()].map(({ setSeq, seenSeq, ...one }) => [one.id, inWords(one)]))
}

const print = (state: State): string =>
  JSON.stringify([
    state.devices,
    [...state.devices.bound],
    state.sharing,
    [...state.sharing.subAccounts, ...state.sharing.mainAccounts, ...state.sharing.awaiting],
    state.session.current,
  ])

const server = parseServerUrl("https://imagined.example")

class Lists {
  readonly log: ShortLog
  readonly #told = new Map<List, ListAnswer>()

  constructor(log: ShortLog) {
    this.log = log
  }

  get #account(): AccountKey | null {
    return this.log.state.session.current?.account ?? null
  }

  move(dice: Prng): void {
    const move = dice.weighted([
      ["read", 10],
      ["fail", 2],
      ["refresh", 3],
      ["accept", 1],
      ["dismiss", 1],
      ["signIn", 2],
      ["signOut", 1],
      ["later", 2],
    ])
    if (move === "read") this.#read(dice)
    else if (move === "signIn") this.signIn(dice)
    else if (move === "later") this.log.at += dice.pick(LATER) * MINUTE_MS
    else this.#ask(move, dice)
  }

  signIn(dice: Prng): void {
    if (!server.ok) throw new Error("the server has an address")
    const uid = dice.pick(["u1", "u2"])
    const id = `session ${this.log.events.length}`
    const who = { uid, name: uid, email: `${uid}@example.com`, createdAt: 0 }
    this.#do({ type: "CompleteSignIn", session: { id, server: server.value, serverType: "private", ...who } })
  }

  #ask(move: "fail" | "refresh" | "accept" | "dismiss" | "signOut", dice: Prng): void {
    const account = this.#account
    const list = dice.pick(LISTS)
    if (account === null) return
    const { current } = this.log.state.session
    if (move === "signOut" && current !== null)
      this.#do({ type: "EndSession", sessionId: current.id, reason: dice.pick(["person", "refused"]) })
    if (move === "refresh") this.#do({ type: "RequestRefresh", account, list })
    if (move === "fail") {
      this.#do({ type: "RecordReadFailure", account, list, reason: dice.pick(["connect", "tooOften", "unknown"]) })
      if (listRead(this.log.state, account, list).requested)
        throw new Violation(7, `${list} failed, and is still awaited`)
    }
    if (move === "accept") this.#do({ type: "RecordAcceptance", account })
    const [acceptedAt] = this.log.state.sharing.awaiting.get(account) ?? []
    if (move === "dismiss" && acceptedAt !== undefined) this.#do({ type: "DismissAwaiting", account, acceptedAt })
  }

  /** A list as the server may have it; some readings began before what was read last, or for somebody who has left. */
  #read(dice: Prng): void {
    const list = dice.pick(LISTS)
    const account = dice.chance(0.9) ? this.#account : (this.#told.get(list)?.account ?? null)
    if (account === null) return
    const seq = this.log.events.length
    // Nobody reads for an account before its sign-in.
    const begunSeq = Math.max(1, seq - dice.pick([0, 0, 0, 2, 10]))
    const before = this.#told.get(list)
    const isLate = before?.account === account && begunSeq <= before.known
    const { command, items } = drawReading(list, { account, begunAt: this.log.at, begunSeq }, this.log.at, dice)
    const isOurs = account === this.#account
    const events = this.#do(command)
    if (!isOurs || isLate) {
      if (events.length > 0)
        throw new Violation(9, `${list} of ${account} ${isLate ? "came late" : "is nobody's"}, and counts`)
      return
    }
    this.#own(list, account)
    const known = events.length > 0 ? Math.min(begunSeq, seq) : (before?.known ?? 0)
    this.#told.set(list, { account, known, items })
    const { requested, failure } = listRead(this.log.state, account, list)
    if (requested || failure !== null) throw new Violation(7, `${list} was read, and is awaited or called failed`)
  }

  /** The lists that are read of one account at a time: the other account's are forgotten together. */
  #own(list: List, account: AccountKey): void {
    const together: readonly List[] = list === "devices" ? ["devices"] : ["subAccounts", "mainAccounts"]
    for (const one of together) {
      const told = this.#told.get(one)
      if (told !== undefined && told.account !== account) this.#told.delete(one)
    }
  }

  #do(command: Command) {
    const { sharing } = this.log.state
    const events = this.log.do(command) ?? []
    for (const { type, payload } of events) {
      if (type === "DevicesReadFailed" || type === "RefreshRequested") this.#own("devices", payload.account)
      const isSharing = type === "SharingReadFailed" || (type === "RefreshRequested" && payload.list !== "devices")
      if (isSharing) this.#own("subAccounts", payload.account)
    }
    // Who waits for an approval waits until somebody is approved, whoever is signed in meanwhile.
    const ends = events.some(({ type }) => type === "AwaitingDismissed" || type === "MainAccountsRead")
    for (const [account, awaiting] of sharing.awaiting)
      if (!ends && (this.log.state.sharing.awaiting.get(account)?.length ?? 0) < awaiting.length)
        throw new Violation(21, `${account} waits for an approval, which ${command.type} forgets`)
    return events
  }

  look(dice: Prng): void {
    const { state, at } = this.log
    for (const list of LISTS) {
      const told = [...(this.#told.get(list)?.items.values() ?? [])].sort().join()
      const held = [...heldBy(state, list).values()].sort().join()
      if (told !== held) throw new Violation(21, `${list} hold ${held}, and what was read last is ${told}`)
    }
    checkCards(state, at + dice.pick(LATER) * MINUTE_MS, "a page")
    this.log.checkFold()
  }
}

type Reading = Extract<Command, { type: "RecordDevices" | "RecordSubAccounts" | "RecordMainAccounts" }>

const drawReading = (
  list: List,
  begun: { readonly account: AccountKey; readonly begunAt: number; readonly begunSeq: number },
  now: number,
  dice: Prng,
): { readonly command: Reading; readonly items: ReadonlyMap<string, string> } => {
  const ids = ["1", "2", "3"].filter(() => dice.chance(0.7))
  const wordsOf = (items: readonly { readonly id: string }[]) => new Map(items.map((one) => [one.id, inWords(one)]))
  const name = () => dice.pick(NAMES)
  if (list === "devices") {
    const build = dice.pick([0, 241_204_091_500])
    const seen = () => now - dice.pick(LATER) * MINUTE_MS
    const devices = ids.map((id) => ({
      id,
      name: name(),
      model: 1,
      lastSeen: seen(),
      flags: 4,
      build,
      shared: false,
      owner: "",
    }))
    return { command: { type: "RecordDevices", ...begun, devices }, items: wordsOf(devices) }
  }
  if (list === "mainAccounts") {
    const mainAccounts = ids.map((id) => ({ id, name: name(), email: `${id}@example.com` }))
    return { command: { type: "RecordMainAccounts", ...begun, mainAccounts }, items: wordsOf(mainAccounts) }
  }
  const subAccounts = ids.map((id) => {
    const devices = ["1", "2"].filter(() => dice.chance(0.5))
    return { id, name: name(), email: `${id}@example.com`, createdAt: 0, status: dice.pick([1, 2, 3]), devices }
  })
  return { command: { type: "RecordSubAccounts", ...begun, subAccounts }, items: wordsOf(subAccounts) }
}

export const lists: Part = {
  name: "lists",
  title: "in a log of lists alone",
  every: 6,
  imagine: ({ dice, next, tell }) => {
    const all = new Lists(new ShortLog(print, tell))
    all.signIn(dice)
    for (let n = 1; n <= MOVES; n += 1) {
      const own = next()
      if (own !== undefined) all.move(own)
      if (n % LOOK_EVERY === 0) all.look(dice)
    }
  },
}
