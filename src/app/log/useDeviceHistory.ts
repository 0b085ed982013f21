import { useEffect, useMemo, useState } from "react"
import type { StoredEvent } from "../../domain/event/event.ts"
import { type RecordedEvent, registry } from "../../domain/product/events.ts"
import { SCAN_CHUNK_EVENTS } from "../../domain/values/limits.ts"
import { type DeviceFact, factsOf } from "../../domain/views/deviceFacts.ts"
import { type DeviceHistory, historyOf } from "../../domain/views/deviceHistory.ts"
import { useHandle } from "../client/client.ts"
import type { LogSource } from "../client/logSource.ts"

/** The time that a device page covers, ms: seven days and the beginning of the first. */
const WINDOW_MS = 8 * 24 * 3_600_000

/** The first event that was read, and whether the log holds none before it. */
export interface LoggedSince {
  /** ms */
  readonly at: number
  readonly isWhole: boolean
}

export interface LoggedHistory extends DeviceHistory {
  /** Null until the whole reading is done. */
  readonly since: LoggedSince | null
}

interface Read {
  readonly did: string
  readonly facts: readonly DeviceFact[]
  readonly since: LoggedSince | null
}

/** The history of a device from the log: read backwards once, then followed as the log grows. */
export const useDeviceHistory = (did: string, now: number): LoggedHistory => {
  const handle = useHandle()
  const [read, setRead] = useState<Read>({ did, facts: [], since: null })
  useEffect(() => {
    if (handle === undefined) return
    let known: readonly DeviceFact[] = []
    // An event that is appended during the reading may come from both sides. Each counts once.
    let newest = 0
    let reportedFrom = Number.POSITIVE_INFINITY
    let since: LoggedSince | null = null
    const keep = (facts: readonly DeviceFact[]) => {
      known = facts
      setRead({ did, facts, since })
    }
    let isWanted = true
    const take = (events: readonly RecordedEvent[]): boolean => {
      if (!isWanted) return false
      newest = Math.max(newest, events.at(-1)?.seq ?? 0)
      const facts = events.filter(({ seq }) => seq < reportedFrom).flatMap((event) => factsOf(event, did))
      if (facts.length > 0) keep([...facts, ...known])
      return true
    }
    if (handle.log !== null)
      void readBack(handle.log, Date.now() - WINDOW_MS, take).then((reached) => {
        since = reached
        if (isWanted) keep(known)
      })
    const stopHearing = handle.onEvents((events) => {
      const fresh = events.filter(({ seq }) => seq > newest)
      reportedFrom = Math.min(reportedFrom, fresh[0]?.seq ?? reportedFrom)
      const facts = fresh.flatMap((event) => factsOf(event, did))
      if (facts.length > 0) keep([...known, ...facts])
    })
    return () => {
      isWanted = false
      stopHearing()
    }
  }, [handle, did])
  const { facts, since } = read.did === did ? read : nothing
  return useMemo(() => ({ ...historyOf(facts, now), since }), [facts, now, since])
}

/**
 * Reads the log backwards from its end, chunk by chunk, until `since` (ms) or until `take` returns false. Returns how
 * far it came.
 */
export const readBack = async (
  log: LogSource,
  since: number,
  take: (events: readonly RecordedEvent[]) => boolean,
): Promise<LoggedSince | null> => {
  let logged: LoggedSince | null = null
  try {
    const { first, last } = await log.bounds()
    for (let to = last; to >= first; to -= SCAN_CHUNK_EVENTS) {
      const from = Math.max(first, to - SCAN_CHUNK_EVENTS + 1)
      const events = await log.read(from, to)
      const at = events[0]?.at ?? since
      if (!take(readable(events))) break
      logged = { at, isWhole: from === first }
      if (at < since) break
    }
  } catch {
    // A banner reports a log that cannot be read. The facts read so far stay.
  }
  return logged
}

/** Leaves out events that cannot be read. */
const readable = (events: readonly StoredEvent[]): readonly RecordedEvent[] =>
  events.flatMap((stored) => {
    const read = registry.read(stored)
    return read.ok ? [read.value] : []
  })

const nothing: Pick<Read, "facts" | "since"> = { facts: [], since: null }
