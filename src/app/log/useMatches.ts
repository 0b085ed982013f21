import { useEffect, useMemo, useRef, useState } from "react"
import { isLimited, type LogQuery } from "../../domain/views/logEvents.ts"
import type { LogIndex } from "./logIndex.ts"
import type { NameEvent, OpenedLog } from "./openedLog.ts"
import { useLogVersion } from "./useOpenedLog.ts"

/** The events that a list shows, newest first. */
export interface LogMatches {
  readonly count: number
  readonly seqAt: (row: number) => number
  /** Null when the event is not in the list. */
  readonly rowOf: (seq: number) => number | null
  /** True while the search of the log goes on. */
  readonly isSearching: boolean
}

const EVENTS_A_ROUND = 60_000

/** The matches of a search that has ended, and the last event that it looked at. */
interface Complete {
  readonly index: LogIndex
  readonly of: LogQuery
  readonly say: NameEvent
  readonly upTo: number
  readonly seqs: readonly number[]
}

/** All events up to `last`, or the matches of a query while the search goes on. */
export const useMatches = (opened: OpenedLog, query: LogQuery, last: number, say: NameEvent): LogMatches => {
  useLogVersion(opened)
  const limited = isLimited(query)
  const [found, setFound] = useState<{
    readonly of: LogQuery
    readonly seqs: readonly number[]
    readonly done: boolean
  }>()
  const known = opened.index.last
  /* A search reads from the index. It starts again after each round of the reading, not after each chunk. */
  const round = known < opened.last ? Math.floor(known / EVENTS_A_ROUND) : -1
  const complete = useRef<Complete | null>(null)
  useEffect(() => {
    /* A further search finds the events that came since, and looks at no others. The list stays as it is meanwhile. */
    void last
    if (!limited) return
    let over = false
    const { index } = opened
    const one = complete.current
    const known = one?.index === index && one.of === query && one.say === say ? one : null
    const upTo = opened.last
    const take = (fresh: readonly number[], done: boolean) => {
      if (over) return
      const seqs = known === null ? fresh : [...fresh, ...known.seqs]
      const isWhole = done && round < 0
      if (isWhole) complete.current = { index, of: query, say, upTo, seqs }
      setFound({ of: query, seqs, done: isWhole })
    }
    const fail = () => over || setFound({ of: query, seqs: known?.seqs ?? [], done: true })
    opened.find(query, say, take, () => over, known?.upTo).catch(fail)
    return () => {
      over = true
    }
  }, [opened, query, limited, say, round, last])

  const { first } = opened.index
  return useMemo((): LogMatches => {
    if (!limited)
      return {
        count: Math.max(0, last - first + 1),
        seqAt: (row) => last - row,
        rowOf: (seq) => (seq >= first && seq <= last ? last - seq : null),
        isSearching: false,
      }
    const seqs = found?.of === query ? found.seqs : []
    return {
      count: seqs.length,
      seqAt: (row) => seqs[row] ?? 0,
      rowOf: (seq) => {
        const row = seqs.indexOf(seq)
        return row < 0 ? null : row
      },
      isSearching: found?.of !== query || !found.done,
    }
  }, [limited, last, first, found, query])
}
