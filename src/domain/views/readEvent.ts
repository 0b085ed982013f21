import type { StoredEvent } from "../event/event.ts"
import { type RecordedEvent, registry } from "../product/events.ts"

/** The event that was read last: much is asked of each in turn. */
let last: { readonly stored: StoredEvent; readonly event: RecordedEvent | null } | undefined

/** A stored event as this release reads it; null for one that it cannot read, of which it knows the type alone. */
export const readEvent = (stored: StoredEvent): RecordedEvent | null => {
  if (last?.stored !== stored) {
    const read = registry.read(stored)
    last = { stored, event: read.ok ? read.value : null }
  }
  return last.event
}
