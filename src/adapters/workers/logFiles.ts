import { proxy, type Remote, wrap } from "comlink"
import type { StoredEvent } from "../../domain/event/event.ts"
import type { LogWorker } from "../../workers/log.worker.ts"
import type { ExportOrder } from "../../workers/logExport.ts"
import type { FileLog, ReadFile } from "../../workers/logImport.ts"
import { linkWorker } from "./link.ts"

export type { ExportOrder } from "../../workers/logExport.ts"
export type { FileLog, ReadFile } from "../../workers/logImport.ts"

/** Slow operations on a log, off the main thread: one worker for each file or log, which ends with it. */

const startWorker = (): Worker =>
  new Worker(new URL("../../workers/log.worker.ts", import.meta.url), { type: "module", name: "log" })

export const withLogWorker = async <A>(
  signal: AbortSignal,
  work: (remote: Remote<LogWorker>) => Promise<A>,
): Promise<A> => {
  const { remote, broken, stop } = linkWorker<LogWorker>(startWorker(), wrap)
  signal.addEventListener("abort", stop)
  try {
    return await Promise.race([work(remote), broken])
  } finally {
    signal.removeEventListener("abort", stop)
    stop()
  }
}

/** Makes a file of the events in `chunks`, in order. */
export const makeLogFile = (
  order: ExportOrder,
  chunks: () => AsyncIterable<readonly StoredEvent[]>,
  signal: AbortSignal,
): Promise<Blob> =>
  withLogWorker(signal, async (remote) => {
    await remote.begin(order)
    for await (const events of chunks()) await remote.add(events)
    return remote.end()
  })

/** Reads and checks a file. `report` gets the share that was read. */
export const readLogFile = (file: Blob, report: (share: number) => void, signal: AbortSignal): Promise<ReadFile> =>
  withLogWorker(signal, async (remote): Promise<ReadFile> => await remote.read(file, proxy(report)))

/** The events with `from <= seq <= to` of a file that was read. */
export const fileEvents = async (log: FileLog, from: number, to: number): Promise<readonly StoredEvent[]> => {
  const wanted = log.segments.filter((segment) => segment.to >= from && segment.from <= to)
  const texts = await Promise.all(wanted.map(({ events }) => events.text()))
  return texts.flatMap(eventsIn).filter(({ seq }) => seq >= from && seq <= Math.min(to, log.last))
}

/** The text needs no check, because our own worker has written it. */
const eventsIn = (text: string): readonly StoredEvent[] => JSON.parse(text)
