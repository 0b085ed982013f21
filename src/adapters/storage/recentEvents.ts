import type { StoredEvent } from "../../domain/event/event.ts"
import { LOG_DATABASE } from "./database.ts"
import { quietDexie } from "./quietDexie.ts"

let connection: ReturnType<typeof quietDexie> | undefined

/** A separate read-only connection. It takes the shape of the stored log, and closes for a newer release. */
const connected = async () => {
  connection ??= quietDexie(LOG_DATABASE.name)
  if (!connection.isOpen()) await connection.open()
  return connection
}

/** The newest events of the hot tail, newest first. For a live query, which reads again when the log grows. */
export const recentEvents = async (limit: number): Promise<readonly StoredEvent[]> => {
  const database = await connected()
  return database.table<StoredEvent, number>("events").orderBy(":id").reverse().limit(limit).toArray()
}
