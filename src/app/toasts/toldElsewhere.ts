import { useEffect } from "react"
import type { RecordedEvent } from "../../domain/model/events.ts"
import type { State } from "../../domain/model/state.ts"

/** A list that shows what becomes of actions one by one needs no message for each on top of it. */

/** Since when what is asked for in this tab is on such a list, ms; null while none is open. */
let listedSince: number | null = null

/** While `since` is no null, the actions asked for in this tab from then on are told by whoever calls. */
export const useTelling = (since: number | null): void =>
  useEffect(() => {
    listedSince = since
    return () => {
      listedSince = null
    }
  }, [since])

/** Whether what became of an action stands on an open list already. */
export const isToldElsewhere = ({ payload }: RecordedEvent, { outbox }: State, tab: string): boolean => {
  if (listedSince === null || !("action" in payload)) return false
  const action = outbox.actions.get(payload.action)
  return action !== undefined && action.tab === tab && action.at >= listedSince
}
