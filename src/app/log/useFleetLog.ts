import { useEffect, useState } from "react"
import type { RecordedEvent } from "../../domain/product/events.ts"
import type { State } from "../../domain/product/state.ts"
import type { AccountKey } from "../../domain/values/identity.ts"
import { type FleetLog, FleetLogReader, NO_FLEET_LOG } from "../../domain/views/fleetLog.ts"
import { type Marks, markEvent, type PresenceSpan, weekOfMarks } from "../../domain/views/fleetPresence.ts"
import { useHandle } from "../client/client.ts"
import { useNow } from "../client/clock.ts"
import type { LogSource } from "../client/logSource.ts"
import { readBack } from "./useDeviceHistory.ts"
import { READ_EVERY_MS } from "./useWeekOfMarks.ts"

const DAY_MS = 24 * 3_600_000
const SPAN_MS: Readonly<Record<PresenceSpan, number>> = { day: DAY_MS, week: 7 * DAY_MS }

export interface LoggedFleet {
  readonly log: FleetLog
  /** Null for a day, all of which is in the state, and during the reading of a week. */
  readonly marks: Marks | null
  readonly isRead: boolean
}

const UNREAD: LoggedFleet = { log: NO_FLEET_LOG, marks: null, isRead: false }

/** The fleet of the account signed in, over the day before an event. Stops early once `isOver` is true. */
export const fleetLogAt = async (
  source: LogSource,
  seq: number,
  { session }: State,
  at: number,
  isOver: () => boolean,
): Promise<FleetLog> => {
  const account = session.current?.account
  if (account === undefined) return NO_FLEET_LOG
  const reader = new FleetLogReader(account)
  const until = { ...source, bounds: async () => ({ first: (await source.bounds()).first, last: seq }) }
  await readBack(until, at - DAY_MS, (events) => {
    for (const event of events.toReversed()) reader.take(event)
    return !isOver()
  })
  return reader.log()
}

/** The presence of all devices of an account over a span: read backwards, then followed as the log grows. */
export const useFleetLog = (account: AccountKey | null, span: PresenceSpan, isWanted: boolean): LoggedFleet => {
  const handle = useHandle()
  const part = Math.floor(useNow() / READ_EVERY_MS)
  const of = `${span} ${account}`
  const [read, setRead] = useState({ of, logged: UNREAD })
  useEffect(() => {
    if (handle === undefined || account === null || !isWanted) return
    const now = Math.max(Date.now(), part * READ_EVERY_MS)
    const reader = new FleetLogReader(account)
    const marks = span === "week" ? weekOfMarks(now) : null
    let [isAwaited, isRead] = [true, false]
    const publish = (log = reader.log()) => setRead({ of, logged: { log, marks, isRead: true } })
    const done = () => {
      isRead = true
      if (isAwaited) publish()
    }
    const take = (events: readonly RecordedEvent[]): boolean => {
      for (const event of events.toReversed()) {
        reader.take(event)
        if (marks !== null) markEvent(marks, event, account)
      }
      return isAwaited
    }
    if (handle.log === null) publish(handle.fleet ?? NO_FLEET_LOG)
    else void readBack(handle.log, now - SPAN_MS[span], take).then(done)
    const stop = handle.onEvents((events) => {
      const news = events.filter((event) => reader.take(event))
      if (news.length > 0 && isRead) publish()
    })
    return () => {
      isAwaited = false
      stop()
    }
  }, [handle, account, span, of, isWanted, part])
  return read.of === of ? read.logged : UNREAD
}
