import type { StoredEvent } from "../../domain/event/event.ts"
import { Listeners } from "../../domain/values/listeners.ts"
import {
  actionIn,
  actionOf,
  devicesOfIntent,
  isWanted,
  type LoggedAction,
  type LogQuery,
} from "../../domain/views/logEvents.ts"
import { type LogSource, READ_EVENTS } from "../client/logSource.ts"
import { Backwards } from "./backwards.ts"
import { actionsOf, type LoggedActions } from "./loggedActions.ts"
import { LogIndex } from "./logIndex.ts"

/** The number of kept chunks, and of events in a chunk. */
const CHUNKS_KEPT = 60
const CHUNK = 100

/**
 * The name of an event in the list, in the language on screen. `action` is null for an event that belongs to no action.
 */
export type NameEvent = (event: StoredEvent, action: LoggedAction | null) => string

interface Chunk {
  readonly events: readonly StoredEvent[]
  readonly actions: LoggedActions
}
const NO_ACTIONS: LoggedActions = new Map()

/**
 * A log while a person views it. Its index grows while the log is read through, and events are read on request. Calls
 * its subscribers when there is more to show.
 */
export class OpenedLog {
  readonly source: LogSource
  #index = new LogIndex(1)
  #target = 0
  #failed = false
  #version = 0
  #stopped = false
  readonly #listeners = new Listeners()
  readonly #chunks = new Map<number, Chunk>()
  readonly #loading = new Set<number>()

  constructor(source: LogSource) {
    this.source = source
  }

  get index(): LogIndex {
    return this.#index
  }
  /** The end of the log, which the index may not have reached yet. */
  get last(): number {
    return Math.max(this.#target, this.#index.last)
  }
  get hasFailed(): boolean {
    return this.#failed
  }
  readonly version = (): number => this.#version
  readonly subscribe = this.#listeners.add

  /** Reads the whole log through once. */
  async open(): Promise<void> {
    this.#stopped = false
    try {
      const { first, last } = await this.source.bounds()
      this.#index = new LogIndex(first)
      this.#chunks.clear()
      this.#target = last
      this.#changed()
      for (let from = first; from <= this.#target && !this.#stopped; from = this.#index.last + 1) {
        const events = await this.source.read(from, Math.min(this.#target, from + READ_EVENTS - 1))
        if (events.length === 0) break
        this.#index.add(events)
        this.#changed()
      }
      this.#failed = false
    } catch {
      this.#failed = true
    }
    this.#changed()
  }

  stop(): void {
    this.#stopped = true
  }

  /** Adds events that were committed meanwhile. An empty list means that a new log has begun. */
  grow(events: readonly StoredEvent[]): void {
    const last = events.at(-1)?.seq
    if (last === undefined) return void this.open()
    this.#target = Math.max(this.#target, last)
    this.#index.add(events)
    for (const event of events) this.#append(event)
    this.#changed()
  }

  /** An event that is in memory, else undefined; then it is read and subscribers are called. */
  readonly event = (seq: number): StoredEvent | undefined => {
    const start = chunkOf(seq)
    const chunk = this.#chunks.get(start)
    if (chunk === undefined) void this.#load(start)
    return chunk?.events.find((event) => event.seq === seq)
  }

  /** The action that an event belongs to; null when it belongs to none, or while the action is unknown. */
  readonly actionOf = (event: StoredEvent): LoggedAction | null => {
    const action = actionOf(event)
    if (action === null) return null
    const start = chunkOf(event.seq)
    const chunk = this.#chunks.get(start)
    const found = chunk?.actions.get(action)
    if (found !== undefined) return found
    const known = this.#index.actionOf(action) ?? actionIn(event)
    // The index may drop the action later, or may have learned of it only after the chunk was read.
    if (known !== null) chunk?.actions.set(action, known)
    else if (this.#index.queuedAt(action) !== null) void this.#load(start)
    return known
  }

  /**
   * Searches events from the newest back to `after`, exclusive, and reports the matches so far. Stops when `isOver` is
   * true. Reads chunk by chunk, so that the page keeps responding.
   */
  async find(
    query: LogQuery,
    say: NameEvent,
    found: (seqs: readonly number[], done: boolean) => void,
    isOver: () => boolean,
    after = 0,
  ) {
    const matches: number[] = []
    const { index } = this
    const since = query.since === null ? index.first : index.seqAt(query.since - 1)
    const first = Math.max(index.first, since, after + 1)
    const last = query.until === null ? this.last : this.#lastBefore(query.until)
    const isAboutActions = query.text !== "" || query.devices.length > 0
    let actions = NO_ACTIONS
    const deviceOf = (action: string) => devicesAsked(actions.get(action))
    const didOf = (id: string) => index.didOf(id)
    const nameOf = (id: string) => index.names.get(index.didOf(id)) ?? index.nearby.get(id)
    const log = new Backwards(this.source.read, first, last)
    while (log.hasMore && !isOver()) {
      const events = await log.next()
      if (isOver()) return
      if (isAboutActions) actions = await actionsOf(events, index, log.some)
      if (isOver()) return
      const before = matches.length
      for (const event of events.toReversed()) {
        const said = () => say(event, actions.get(actionOf(event) ?? "") ?? null)
        if (isWanted(event, query, { deviceOf, didOf, nameOf, said })) matches.push(event.seq)
      }
      if (matches.length > before) found(matches.slice(), false)
    }
    if (!isOver()) found(matches, true)
  }

  /** The last event before a time; 0 when there is none. */
  #lastBefore(until: number): number {
    const seq = this.#index.seqAt(until - 1)
    return this.#index.timeOf(seq) < until ? seq : 0
  }

  /** Appends to the chunk in memory. If each new event made the chunk load again, its rows would be blank meanwhile. */
  #append(event: StoredEvent): void {
    const start = chunkOf(event.seq)
    const chunk = this.#chunks.get(start)
    const last = chunk?.events.at(-1)?.seq
    if (chunk === undefined || (last !== undefined && last >= event.seq)) return
    if (last === event.seq - 1) this.#chunks.set(start, { ...chunk, events: [...chunk.events, event] })
    else this.#chunks.delete(start)
  }

  async #load(start: number): Promise<void> {
    if (this.#loading.has(start)) return
    this.#loading.add(start)
    const target = this.last
    const index = this.#index
    try {
      const events = await this.source.read(Math.max(start, this.#index.first), start + CHUNK - 1)
      const actions = await actionsOf(events, index, this.source.read)
      // The reply holds no event that was appended meanwhile, and may come from an earlier log.
      const isWhole = this.last === target || start + CHUNK - 1 <= target
      if (isWhole && this.#index === index) this.#chunks.set(start, { events, actions })
      const [oldest] = this.#chunks.keys()
      if (this.#chunks.size > CHUNKS_KEPT && oldest !== undefined) this.#chunks.delete(oldest)
    } catch {
      this.#failed = true
    } finally {
      this.#loading.delete(start)
    }
    this.#changed()
  }

  #changed(): void {
    this.#version += 1
    this.#listeners.call()
  }
}

const chunkOf = (seq: number): number => Math.floor((seq - 1) / CHUNK) * CHUNK + 1

const devicesAsked = (actions: LoggedAction | null | undefined): readonly string[] =>
  actions === null || actions === undefined ? [] : devicesOfIntent(actions.intent)
