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

/** Actions that are remembered; an older one is read again from the event that queued it. */
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
 * What is kept of every event of a log while it is looked at: when it was and of which type, some ten bytes each, so that
 * a million events fit. The events themselves are read when they are shown.
 */
export class LogIndex {
  readonly first: number
  #at = new Float64Array(ROOM_AT_FIRST)
  #type = new Uint16Array(ROOM_AT_FIRST)
  #size = 0
  /** The latest moment so far: clocks are set back, positions on a time line are not. */
  #latest = 0
  readonly #types: string[] = []
  readonly #typeNumbers = new Map<string, number>()
  readonly #problems: number[] = []
  readonly #chains = new Map<string, number[]>()
  /** The stage that an update or a wake request was in last. */
  readonly #stages = new Map<string, string>()
  readonly actions = new Map<string, LoggedAction>()
  readonly names = new Map<string, string>()
  /** Devices of the local network, by their id on it. */
  readonly nearby = new Map<string, string>()
  readonly #dids = new Map<string, string>()
  readonly accounts = new Set<string>()

  constructor(first: number) {
    this.first = first
  }

  /** The last event that is known here. */
  get last(): number {
    return this.first + this.#size - 1
  }
  get types(): readonly string[] {
    return this.#types
  }

  /** Takes the events that follow; those that are known already are passed over. */
  add(events: readonly StoredEvent[]): void {
    for (const event of events) if (event.seq === this.last + 1) this.#add(event)
  }

  /** When an event was, ms, on a time line that never runs back. */
  timeOf(seq: number): number {
    return this.#at[seq - this.first] ?? 0
  }

  /** The last event at or before a moment. */
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

  /** The events in which something went wrong, in order. */
  get problems(): readonly number[] {
    return this.#problems
  }

  /** The events of a life, in order: of an action, an update or a wake request. Each stage occurs once, however far it came. */
  chainOf(life: string): readonly number[] {
    return this.#chains.get(life) ?? []
  }
  /** The event that queued an action; null when it is not known here. */
  queuedAt(action: string): number | null {
    const first = this.#chains.get(action)?.[0]
    return first !== undefined && this.typeOf(first) === "ActionQueued" ? first : null
  }
  /** An action that was queued lately. */
  actionOf(action: string): LoggedAction | undefined {
    return this.actions.get(action)
  }
  /** The device that an id on the local network is, or that id while it is unknown. */
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
