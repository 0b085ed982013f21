import type { StoredEvent } from "../../domain/event/event.ts"
import { LOG_DATABASE } from "./database.ts"
import { quietDexie } from "./quietDexie.ts"

let connection: ReturnType<typeof quietDexie> | undefined

/** A connection of its own that only reads; it takes the shape the log has, and steps aside for a newer release. */
const connected = async () => {
  connection ??= quietDexie(LOG_DATABASE.name)
  if (!connection.isOpen()) await connection.open()
  return connection
}

/** The newest events of the hot tail, newest first; for a live query, which asks again when the log grows. */
export const recentEvents = async (limit: number): Promise<readonly StoredEvent[]> => {
  const database = await connected()
  return database.table<StoredEvent, number>("events").orderBy(":id").reverse().limit(limit).toArray()
}
