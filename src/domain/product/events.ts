import type { EventOf } from "../event/event.ts"
import { applicationEvents } from "../features/application/feature.ts"
import { batchEvents } from "../features/batches/events.ts"
import { bridgeEvents } from "../features/bridge/feature.ts"
import { connectionEvents } from "../features/connection/feature.ts"
import { deviceEvents } from "../features/devices/events.ts"
import { diagnosticEvents } from "../features/diagnostics/feature.ts"
import { firmwareEvents } from "../features/firmware/events.ts"
import { flowEvents } from "../features/flows/feature.ts"
import { lanEvents } from "../features/lan/events.ts"
import { placeEvents } from "../features/places/feature.ts"
import { reachEvents } from "../features/reach/feature.ts"
import { refreshEvents } from "../features/refresh/feature.ts"
import { sessionEvents } from "../features/session/events.ts"
import { settingsEvents } from "../features/settings/feature.ts"
import { sharingEvents } from "../features/sharing/events.ts"
import { tagEvents } from "../features/tags/feature.ts"
import { makeRegistry, type Recorded } from "../log/upcasting.ts"
import { outboxEvents } from "../outbox/events.ts"

export const eventTable = {
  ...applicationEvents,
  ...connectionEvents,
  ...sessionEvents,
  ...settingsEvents,
  ...deviceEvents,
  ...refreshEvents,
  ...sharingEvents,
  ...outboxEvents,
  ...placeEvents,
  ...flowEvents,
  ...diagnosticEvents,
  ...tagEvents,
  ...bridgeEvents,
  ...lanEvents,
  ...reachEvents,
  ...firmwareEvents,
  ...batchEvents,
} as const

export type Event = EventOf<typeof eventTable>
export type RecordedEvent = Recorded<Event>

export const registry = makeRegistry(eventTable)
