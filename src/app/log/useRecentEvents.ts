import { useLiveQuery } from "dexie-react-hooks"
import { recentEvents } from "../../adapters/storage/recentEvents.ts"
import type { StoredEvent } from "../../domain/event/event.ts"

/**
 * The newest events of the log, newest first, updated as the log grows; undefined during the reading. Only this reading
 * bypasses the engine: a list of events shows the log, not the state folded from it.
 */
export const useRecentEvents = (limit: number): readonly StoredEvent[] | undefined =>
  useLiveQuery(() => recentEvents(limit).catch(() => []), [limit])
