import type { StoredEvent } from "../domain/event/event.ts"
import { keptIn, standIn } from "../domain/log/damage.ts"
import { LOG_FORMAT, LOG_VERSION, type LogHeader, LogWriter, type RunningHash } from "../domain/log/ndjson.ts"
import { registry } from "../domain/product/events.ts"
import { foldModel, type ModelFolding } from "../domain/product/folding.ts"
import { listsOf } from "../domain/product/listsOf.ts"
import { makePseudonyms } from "../domain/product/pseudonyms.ts"
import { STATE_VERSION } from "../domain/product/state.ts"
import { packedState, salvagedState } from "../domain/product/stored.ts"

type Bytes = Uint8Array<ArrayBuffer>

/** The bytes that the browser writes before the packed data. */
const THEIR_HEAD_BYTES = 10
/**
 * A gzip header: deflate, with a header checksum; no time, no extra flags, no system. The checksum is the low half of
 * the CRC-32 of these ten bytes. A reader compares it; without one an altered byte of the header would never be found.
 */
const HEAD = [0x1f, 0x8b, 0x08, 0x02, 0, 0, 0, 0, 0, 0xff, 0x90, 0xc9] as const

/** Replaces the gzip header of the browser by one with a checksum, so that every byte of the file is covered. */
const withSummedHead = (): TransformStream<Bytes, Bytes> => {
  let left = THEIR_HEAD_BYTES
  return new TransformStream({
    start: (controller) => controller.enqueue(Uint8Array.from(HEAD)),
    transform: (chunk, controller) => {
      const rest = chunk.subarray(left)
      left -= Math.min(left, chunk.length)
      if (rest.length > 0) controller.enqueue(rest)
    },
  })
}

/** The content and form of a file. */
export interface ExportOrder {
  /** The base of the log: its events up to `seq` are gone, replaced by this packed state, null when that is lost. */
  readonly base: { readonly seq: number; readonly state: unknown } | null
  /** The first event of the file. The caller also passes the events before it, which become its base. */
  readonly from: number
  readonly app: string
  /** ms */
  readonly exportedAt: number
  /** True keeps real names and addresses, only at the person's request. */
  readonly personal: boolean
  readonly gzip: boolean
}

type Folded = ModelFolding

/** Writes a log as a file while its events arrive. Memory holds only the file, packed if requested. */
export class LogExport {
  readonly #order: ExportOrder
  readonly #newHash: () => RunningHash
  readonly #changed: (event: StoredEvent) => StoredEvent
  readonly #folding: Folded = foldModel()
  readonly #sink: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>
  readonly #file: Promise<Blob>
  readonly #encoder = new TextEncoder()
  #writer: LogWriter | undefined
  #seq: number
  #isEnd = false

  constructor(order: ExportOrder, newHash: () => RunningHash) {
    this.#order = order
    this.#newHash = newHash
    this.#changed = order.personal ? (event) => event : makePseudonyms()
    this.#seq = order.base?.seq ?? 0
    if (order.base !== null) this.#beginWith(order.base.state)
    const plain = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
    this.#sink = plain.writable.getWriter()
    this.#file = new Response(order.gzip ? packed(plain.readable) : plain.readable).blob()
  }

  /**
   * The state of a base names people. So a file with pseudonyms begins with events that rebuild the important parts of
   * it, its lists and its settings, replaced like all others. A file whose state is unreadable begins the same way.
   */
  #beginWith(state: unknown): void {
    if (this.#order.personal && this.#folding.begin(state)) return
    const salvaged = salvagedState(state)
    const lists = salvaged === null ? [] : listsOf(salvaged)
    for (const event of [...keptIn(state), ...lists])
      if (registry.read(event).ok) this.#folding.add(this.#changed(event))
  }

  /**
   * Takes the next events. An unreadable one becomes a stand-in; the file ends before the first event of a newer
   * release.
   */
  async add(events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) {
      const line = this.#isEnd ? null : readable(event)
      this.#isEnd ||= line === null
      if (line === null) return
      await this.#take(this.#changed(line))
    }
  }

  async end(): Promise<Blob> {
    await this.#begun()
    await this.#write(this.#writer?.end() ?? "")
    await this.#sink.close()
    return this.#file
  }

  async #take(event: StoredEvent): Promise<void> {
    if (event.seq < this.#order.from) this.#folding.add(event)
    else {
      const writer = await this.#begun()
      await this.#write(writer.event(event))
    }
    this.#seq = event.seq
  }

  /** The header is written with the first event of the file, when all earlier events are folded. */
  async #begun(): Promise<LogWriter> {
    if (this.#writer !== undefined) return this.#writer
    const { app, exportedAt, personal } = this.#order
    const isWhole = this.#seq === 0
    const state = packedState(this.#folding.state())
    const header: LogHeader = {
      format: LOG_FORMAT,
      version: LOG_VERSION,
      stateVersion: STATE_VERSION,
      exportedAt,
      app,
      pseudonyms: !personal,
      ...(!isWhole && { base: { seq: this.#seq, state } }),
    }
    this.#writer = new LogWriter(header, this.#folding, this.#newHash)
    await this.#write(this.#writer.head)
    return this.#writer
  }

  #write(text: string): Promise<void> {
    return this.#sink.write(this.#encoder.encode(text))
  }
}

const packed = (plain: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  plain.pipeThrough(new CompressionStream("gzip")).pipeThrough(withSummedHead())

const readable = (event: StoredEvent): StoredEvent | null => {
  const read = registry.read(event)
  if (read.ok) return event
  return read.reason.kind === "newer" ? null : standIn(event.seq, read.reason.type, read.reason.problem)
}
