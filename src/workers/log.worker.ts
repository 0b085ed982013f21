import { expose } from "comlink"
import type { StoredEvent } from "../domain/event/event.ts"
import { type ExportOrder, LogExport } from "./logExport.ts"
import { LogImport, type ReadFile } from "./logImport.ts"
import { makeRunningHashes } from "./runningHash.ts"

/** One worker makes or reads one file. */
let exporting: LogExport | undefined

/** What the page can ask of this worker. */
export interface LogWorker {
  readonly begin: (order: ExportOrder) => Promise<void>
  readonly add: (events: readonly StoredEvent[]) => Promise<void>
  readonly end: () => Promise<Blob>
  readonly read: (file: Blob, told: (share: number) => void) => Promise<ReadFile>
}

expose({
  begin: async (order) => {
    exporting = new LogExport(order, await makeRunningHashes())
  },
  add: async (events) => exporting?.add(events),
  end: async () => (await exporting?.end()) ?? new Blob(),
  read: async (file, told) => new LogImport().read(file, await makeRunningHashes(), told),
} satisfies LogWorker)
