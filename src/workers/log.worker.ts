import { expose } from "comlink"
import { logModel } from "../domain/client/log/model.ts"
import { Refold, type Refolded } from "../domain/engine/refold.ts"
import type { StoredEvent } from "../domain/event/event.ts"
import type { Aside, Base } from "../domain/ports/eventStore.ts"
import type { Event } from "../domain/product/events.ts"
import type { State } from "../domain/product/state.ts"
import { type ExportOrder, LogExport } from "./logExport.ts"
import { LogImport, type ReadFile } from "./logImport.ts"
import { makeRunningHashes } from "./runningHash.ts"

/** One worker makes or reads one file, or folds one log. */
let exporting: LogExport | undefined
let refolding: Refold<State, Event> | undefined

/** The requests of the page to this worker. */
export interface LogWorker {
  readonly begin: (order: ExportOrder) => Promise<void>
  readonly add: (events: readonly StoredEvent[]) => Promise<void>
  readonly end: () => Promise<Blob>
  readonly refold: (base: Base | null, aside: readonly Aside[]) => void
  /** Returns false when it needs no more events. */
  readonly fold: (events: readonly StoredEvent[]) => boolean
  readonly refolded: () => Refolded | null
  readonly read: (file: Blob, onShare: (share: number) => void) => Promise<ReadFile>
}

expose({
  begin: async (order) => {
    exporting = new LogExport(order, await makeRunningHashes())
  },
  add: async (events) => exporting?.add(events),
  end: async () => (await exporting?.end()) ?? new Blob(),
  refold: (base, aside) => {
    refolding = new Refold(logModel, base, aside)
  },
  fold: (events) => refolding?.add(events) ?? false,
  refolded: () => refolding?.end() ?? null,
  read: async (file, onShare) => new LogImport().read(file, await makeRunningHashes(), onShare),
} satisfies LogWorker)
