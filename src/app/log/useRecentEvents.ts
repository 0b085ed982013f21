import { useLiveQuery } from "dexie-react-hooks"
import { recentEvents } from "../../adapters/storage/recentEvents.ts"
import type { StoredEvent } from "../../domain/event/event.ts"

/**
 * The newest events of the log, newest first, following it as it grows; undefined while they are being read. The one
 * reading past the engine: a list of events shows the log, not the state folded from it.
 */
export const useRecentEvents = (limit: number): readonly StoredEvent[] | undefined =>
  useLiveQuery(() => recentEvents(limit).catch(() => []), [limit])
