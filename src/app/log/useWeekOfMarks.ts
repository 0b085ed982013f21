import { useEffect, useState } from "react"
import type { AccountKey } from "../../domain/values/identity.ts"
import { type Marks, markEvent, weekOfMarks } from "../../domain/views/fleetPresence.ts"
import { useHandle } from "../client/client.ts"
import { useNow } from "../client/clock.ts"
import { readBack } from "./useDeviceHistory.ts"

/** The time that a reading covers, and the time between readings, ms. Later events are in the state. */
const WEEK_MS = 7 * 24 * 3_600_000
export const READ_EVERY_MS = 12 * 3_600_000

/**
 * The last seven days of all devices of an account, from the log; null until it is read. Later events are in the state.
 */
export const useWeekOfMarks = (account: AccountKey | null, isWanted: boolean): Marks | null => {
  const handle = useHandle()
  const part = Math.floor(useNow() / READ_EVERY_MS)
  const [read, setRead] = useState<{ readonly account: AccountKey; readonly marks: Marks } | null>(null)
  useEffect(() => {
    if (handle === undefined || account === null || !isWanted) return
    let isAwaited = true
    const now = Math.max(Date.now(), part * READ_EVERY_MS)
    const marks = weekOfMarks(now)
    const take = (events: Parameters<Parameters<typeof readBack>[2]>[0]): boolean => {
      for (const event of events) markEvent(marks, event, account)
      return isAwaited
    }
    const done = () => isAwaited && setRead({ account, marks })
    if (handle.log === null) done()
    else void readBack(handle.log, now - WEEK_MS, take).then(done)
    return () => {
      isAwaited = false
    }
  }, [handle, account, isWanted, part])
  return read?.account === account ? read.marks : null
}
