import { definitionOf } from "../../domain/actions/table.ts"
import type { RecordedEvent } from "../../domain/product/events.ts"
import type { State } from "../../domain/product/state.ts"

/** An action of this tab that has to wait for the connection. */
export interface QueuedNotice {
  readonly action: string
  readonly message: "renameQueued" | "wakeQueued" | "rebootQueued"
  readonly subject: string
}

/** The notice that an action waits; null while the server responds, because its outcome follows soon. */
export const queuedNotice = (event: RecordedEvent, before: State, tab: string): QueuedNotice | null => {
  if (event.type !== "ActionQueued" || event.tab !== tab || event.payload.batch !== undefined) return null
  if (before.connection.status === "online") return null
  const { action, intent, subject } = event.payload
  const { queued } = definitionOf(intent).messages
  return queued === null ? null : { action, subject, message: queued }
}
