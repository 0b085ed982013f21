import { definitionOf } from "../../domain/actions/table.ts"
import type { RecordedEvent } from "../../domain/product/events.ts"
import type { State } from "../../domain/product/state.ts"

/** An action of this tab that has to wait for the connection. */
export interface QueuedNotice {
  readonly action: string
  readonly message: "renameQueued" | "wakeQueued" | "rebootQueued"
  readonly subject: string
}

/** Says that an action waits; while the server answers, its end follows soon enough. */
export const queuedNotice = (event: RecordedEvent, before: State, tab: string): QueuedNotice | null => {
  if (event.type !== "ActionQueued" || event.tab !== tab || event.payload.batch !== undefined) return null
  if (before.connection.status === "online") return null
  const { action, intent, subject } = event.payload
  const { queued } = definitionOf(intent).messages
  return queued === null ? null : { action, subject, message: queued }
}
