import type { StoredEvent } from "../event/event.ts"
import { type RecordedEvent, registry } from "../product/events.ts"

/** The last event that was read, because many functions read the same event in turn. */
let last: { readonly stored: StoredEvent; readonly event: RecordedEvent | null } | undefined

/** A stored event, decoded by this release; null for one that it cannot read, of which it knows only the type. */
export const readEvent = (stored: StoredEvent): RecordedEvent | null => {
  if (last?.stored !== stored) {
    const read = registry.read(stored)
    last = { stored, event: read.ok ? read.value : null }
  }
  return last.event
}
