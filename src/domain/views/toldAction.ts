import type { Intent } from "../actions/table.ts"
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

/** What another client has set, as its intent; null when that is ours by now, undefined for other events. */
export const contestIn = (stored: StoredEvent): Intent | null | undefined => {
  if (stored.type !== "ActionContested") return undefined
  const read = registry.read(stored)
  return read.ok && read.value.type === "ActionContested" ? read.value.payload.theirs : undefined
}
