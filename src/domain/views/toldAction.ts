import type { StoredEvent } from "../event/event.ts"
import { registry } from "../product/events.ts"
import type { ToldAction } from "./logEvents.ts"

/** The action that an event queued; null for other events and for one that cannot be read. */
export const toldIn = (stored: StoredEvent): ToldAction | null => {
  if (stored.type !== "ActionQueued") return null
  const read = registry.read(stored)
  if (!read.ok || read.value.type !== "ActionQueued") return null
  const { intent, subject, before, from } = read.value.payload
  return { intent, subject, before, ...(from !== undefined && { from }) }
}
