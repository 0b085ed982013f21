import type { StoredEvent } from "../../domain/event/event.ts"
import type { Event } from "../../domain/product/events.ts"
import {
  actionIn,
  didsIn,
  type LoggedAction,
  lifeOf,
  namesIn,
  nearbyNamesIn,
  stageOf,
} from "../../domain/views/logEvents.ts"

/** The most actions that are kept. An older one is read again from the event that queued it. */
const ACTIONS_MAX = 20_000
const ROOM_AT_FIRST = 4_096

/** The events that a person looks for first who looks for a reason. */
const amiss: ReadonlySet<string> = new Set<Event["type"]>([
  "ActionRefused",
  "ActionUnconfirmed",
  "SignInFailed",
  "DevicesReadFailed",
  "InputRejected",
  "DamageFound",
  "LogLost",
  "DeviceUnreached",
  "FirmwareImageFailed",
  "FirmwareUpdateFailed",
])

/**
 * The index of a log while a person looks at it: the time and the type of every event, some ten bytes each, so that a
 * million events fit. The events themselves are read when they are shown.
 */
export class LogIndex {
  readonly first: number
  #at = new Float64Array(ROOM_AT_FIRST)
  #type = new Uint16Array(ROOM_AT_FIRST)
  #size = 0
  /** The latest time so far. Clocks may be set back, but positions on a time line only grow. */
  #latest = 0
  readonly #types: string[] = []
  readonly #typeNumbers = new Map<string, number>()
  readonly #problems: number[] = []
  readonly #chains = new Map<string, number[]>()
  /** The last stage of each update and wake request. */
  readonly #stages = new Map<string, string>()
  readonly actions = new Map<string, LoggedAction>()
  readonly names = new Map<string, string>()
  /** LAN devices, by their id on the network. */
  readonly nearby = new Map<string, string>()
  readonly #dids = new Map<string, string>()
  readonly accounts = new Set<string>()

  constructor(first: number) {
    this.first = first
  }

  /** The last event in the index. */
  get last(): number {
    return this.first + this.#size - 1
  }
  get types(): readonly string[] {
    return this.#types
  }

  /** Adds the events that follow. Skips those that it has already. */
  add(events: readonly StoredEvent[]): void {
    for (const event of events) if (event.seq === this.last + 1) this.#add(event)
  }

  /** The time of an event, ms, on a time line that never runs back. */
  timeOf(seq: number): number {
    return this.#at[seq - this.first] ?? 0
  }

  /** The last event at or before a time. */
  seqAt(time: number): number {
    let [low, high] = [0, this.#size]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#at[middle] ?? 0) <= time) low = middle + 1
      else high = middle
    }
    return Math.max(this.first, this.first + low - 1)
  }

  typeOf(seq: number): string {
    return this.#types[this.#type[seq - this.first] ?? 0] ?? ""
  }

  /** The events about failures, in order. */
  get problems(): readonly number[] {
    return this.#problems
  }

  /** The events of an action, an update or a wake request, in order. Each stage occurs once, at any progress. */
  chainOf(life: string): readonly number[] {
    return this.#chains.get(life) ?? []
  }
  /** The event that queued an action; null when the index does not have it. */
  queuedAt(action: string): number | null {
    const first = this.#chains.get(action)?.[0]
    return first !== undefined && this.typeOf(first) === "ActionQueued" ? first : null
  }
  /** A recently queued action. */
  actionOf(action: string): LoggedAction | undefined {
    return this.actions.get(action)
  }
  /** The did of a LAN device by its id on the network; that id while the did is unknown. */
  didOf(id: string): string {
    return this.#dids.get(id) ?? id
  }

  #add(event: StoredEvent): void {
    if (this.#size === this.#at.length) this.#grow()
    this.#latest = Math.max(this.#latest, event.at)
    this.#at[this.#size] = this.#latest
    this.#type[this.#size] = this.#numberOf(event.type)
    this.#size += 1
    if (amiss.has(event.type)) this.#problems.push(event.seq)
    if (event.account !== null) this.accounts.add(event.account)
    for (const [id, name] of namesIn(event)) this.names.set(id, name)
    for (const [id, name] of nearbyNamesIn(event)) this.nearby.set(id, name)
    for (const [id, did] of didsIn(event)) this.#dids.set(id, did)
    const life = lifeOf(event)
    if (life === null) return
    this.#lead(life, event)
    const actions = actionIn(event)
    if (actions !== null) this.#remember(life, actions)
  }

  #lead(life: string, event: StoredEvent): void {
    const stage = stageOf(event)
    if (stage !== null && this.#stages.get(life) === stage) return
    if (stage !== null) this.#stages.set(life, stage)
    const chain = this.#chains.get(life)
    if (chain === undefined) this.#chains.set(life, [event.seq])
    else chain.push(event.seq)
  }

  #remember(action: string, actions: LoggedAction): void {
    this.actions.set(action, actions)
    const [oldest] = this.actions.keys()
    if (this.actions.size > ACTIONS_MAX && oldest !== undefined) this.actions.delete(oldest)
  }

  #numberOf(type: string): number {
    const known = this.#typeNumbers.get(type)
    if (known !== undefined) return known
    this.#types.push(type)
    this.#typeNumbers.set(type, this.#types.length - 1)
    return this.#types.length - 1
  }

  #grow(): void {
    const [at, type] = [new Float64Array(this.#at.length * 2), new Uint16Array(this.#type.length * 2)]
    at.set(this.#at)
    type.set(this.#type)
    this.#at = at
    this.#type = type
  }
}
