import type { StoredEvent } from "../../domain/event/event.ts"
import { isWanted, type LogQuery } from "../../domain/views/logEvents.ts"
import { type LogSource, READ_EVENTS } from "../client/logSource.ts"
import { LogIndex } from "./logIndex.ts"

/** Chunks of events kept at hand, and events in one. */
const CHUNKS_KEPT = 60
const CHUNK = 100

/** What an event is called in the list, in the language on screen. */
export type Say = (event: StoredEvent) => string

/**
 * A log while it is looked at: its index grows as it is read through, its events come when they are asked for. Everybody
 * who looks is told when there is more to see.
 */
export class OpenedLog {
  readonly source: LogSource
  #index = new LogIndex(1)
  #target = 0
  #failed = false
  #version = 0
  #stopped = false
  readonly #listeners = new Set<() => void>()
  readonly #chunks = new Map<number, readonly StoredEvent[]>()
  readonly #loading = new Set<number>()

  constructor(source: LogSource) {
    this.source = source
  }

  get index(): LogIndex {
    return this.#index
  }
  /** Where the log ends; the index may still be on its way there. */
  get last(): number {
    return Math.max(this.#target, this.#index.last)
  }
  get hasFailed(): boolean {
    return this.#failed
  }
  readonly version = (): number => this.#version
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Reads the log through once. */
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

  /** Events that were committed while it is looked at; none when the log began anew. */
  grow(events: readonly StoredEvent[]): void {
    const last = events.at(-1)?.seq
    if (last === undefined) return void this.open()
    this.#target = Math.max(this.#target, last)
    this.#index.add(events)
    for (const { seq } of events) this.#chunks.delete(chunkOf(seq))
    this.#changed()
  }

  /** An event if it is at hand; else it is read, and whoever looks is told. */
  readonly event = (seq: number): StoredEvent | undefined => {
    const start = chunkOf(seq)
    const chunk = this.#chunks.get(start)
    if (chunk === undefined) void this.#load(start)
    return chunk?.find((event) => event.seq === seq)
  }

  /**
   * Looks for events from the newest to the oldest, those up to `after` left out, and hands on what it found so far; stops
   * when `isOver`. Reads chunk by chunk, so that the page goes on answering.
   */
  async find(
    query: LogQuery,
    say: Say,
    found: (seqs: readonly number[], done: boolean) => void,
    isOver: () => boolean,
    after = 0,
  ) {
    const matches: number[] = []
    const { index } = this
    const since = query.since === null ? index.first : index.seqAt(query.since - 1)
    const first = Math.max(index.first, since, after + 1)
    const deviceOf = (action: string) => index.devicesOf(action)
    const didOf = (id: string) => index.didOf(id)
    for (let to = this.last; to >= first && !isOver(); to -= READ_EVENTS) {
      const events = await this.source.read(Math.max(first, to - READ_EVENTS + 1), to)
      if (isOver()) return
      const before = matches.length
      for (const event of events.toReversed())
        if (isWanted(event, query, { deviceOf, didOf, said: () => say(event) })) matches.push(event.seq)
      if (matches.length > before) found(matches.slice(), false)
    }
    if (!isOver()) found(matches, true)
  }

  async #load(start: number): Promise<void> {
    if (this.#loading.has(start)) return
    this.#loading.add(start)
    const target = this.last
    const index = this.#index
    try {
      const events = await this.source.read(Math.max(start, this.#index.first), start + CHUNK - 1)
      // What was read holds nothing of what was appended meanwhile, and may be of the log before it began anew.
      const isWhole = this.last === target || start + CHUNK - 1 <= target
      if (isWhole && this.#index === index) this.#chunks.set(start, events)
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
    for (const listener of this.#listeners) listener()
  }
}

const chunkOf = (seq: number): number => Math.floor((seq - 1) / CHUNK) * CHUNK + 1
