import { useEffect } from "react"
import type { RecordedEvent } from "../../domain/model/events.ts"
import type { State } from "../../domain/model/state.ts"

/** A list that shows what becomes of actions one by one needs no message for each on top of it. */

interface Listed {
  /** What this tab asks for from then on stands on the list: it lies over everything else, ms. */
  readonly from: number
  /** Infinity while the list is open, ms. */
  until: number
}

const lists: Listed[] = []

/** Once `from` (ms) is no null, whoever calls tells what becomes of the actions asked for in this tab from then on. */
export const useTelling = (from: number | null): void =>
  useEffect(() => {
    if (from === null) return
    const list: Listed = { from, until: Number.POSITIVE_INFINITY }
    lists.push(list)
    return () => {
      list.until = Date.now()
    }
  }, [from])

/**
 * Whether what became of an action stands on an open list. Of a list that was closed early only what went wrong is
 * told: nobody wants to hear fifty times that all is well.
 */
export const isToldElsewhere = (event: RecordedEvent, { outbox }: State, tab: string): boolean => {
  if (!("action" in event.payload)) return false
  const action = outbox.actions.get(event.payload.action)
  if (action === undefined || action.tab !== tab) return false
  const list = lists.find(({ from, until }) => action.at >= from && action.at <= until)
  return list !== undefined && (list.until === Number.POSITIVE_INFINITY || event.type === "ActionConfirmed")
}
