import { applicationEvents } from "../application/feature.ts"
import { connectionEvents } from "../connection/feature.ts"
import type { EventOf } from "../decider/event.ts"
import { deviceEvents } from "../devices/events.ts"
import { diagnosticEvents } from "../diagnostics/feature.ts"
import { flowEvents } from "../flows/feature.ts"
import { makeRegistry, type Recorded } from "../log/registry.ts"
import { outboxEvents } from "../outbox/events.ts"
import { placeEvents } from "../places/feature.ts"
import { sessionEvents } from "../session/events.ts"
import { settingsEvents } from "../settings/feature.ts"
import { sharingEvents } from "../sharing/events.ts"
import { tagEvents } from "../tags/feature.ts"

export const eventTable = {
  ...applicationEvents,
  ...connectionEvents,
  ...sessionEvents,
  ...settingsEvents,
  ...deviceEvents,
  ...sharingEvents,
  ...outboxEvents,
  ...placeEvents,
  ...flowEvents,
  ...diagnosticEvents,
  ...tagEvents,
} as const

export type Event = EventOf<typeof eventTable>
export type RecordedEvent = Recorded<Event>

export const registry = makeRegistry(eventTable)
