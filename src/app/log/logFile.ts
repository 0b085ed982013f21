import { download } from "../../adapters/browser/download.ts"
import { makeLogFile } from "../../adapters/workers/logFiles.ts"
import { type LogSource, READ_EVENTS } from "../client/logSource.ts"

export interface FileWish {
  /** The first event of the file. */
  readonly from: number
  readonly personal: boolean
  readonly gzip: boolean
  /** The file name without its ending. */
  readonly name: string
}

/**
 * Makes a file of a log in a worker. Every log that leaves the app is made here. `report` receives the share that is
 * done.
 */
export const makeFile = async (
  source: LogSource,
  { from, personal, gzip, name }: FileWish,
  signal: AbortSignal,
  report: (share: number) => void = () => {},
) => {
  const [{ first, last }, base] = await Promise.all([source.bounds(), source.base()])
  const chunks = async function* () {
    for (let at = first; at <= last && !signal.aborted; at += READ_EVENTS) {
      yield await source.read(at, Math.min(last, at + READ_EVENTS - 1))
      report((at - first) / Math.max(1, last - first + 1))
    }
  }
  const order = {
    base: first > 1 ? { seq: first - 1, state: base?.state ?? null } : null,
    from,
    app: import.meta.env.VITE_APP_VERSION,
    exportedAt: Date.now(),
    personal,
    gzip,
  }
  const file = await makeLogFile(order, chunks, signal)
  return { file, name: `${name}.ndjson${gzip ? ".gz" : ""}` }
}

/** Saves the whole log in a form that both people and tools can read. */
export const saveWhole = async (source: LogSource, personal: boolean, signal: AbortSignal): Promise<void> => {
  const { file, name } = await makeFile(source, { from: 1, personal, gzip: false, name: WHOLE_LOG }, signal)
  download(file, name)
}

export const WHOLE_LOG = "sightline-log"
