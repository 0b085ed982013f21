import { useEffect } from "react"
import type { RecordedEvent } from "../../domain/product/events.ts"
import type { State } from "../../domain/product/state.ts"
import { type Telling, useClient } from "../client/provider.ts"

/** While `on`, the caller shows what becomes of the actions that this tab queues, so no toast repeats it. */
export const useTelling = (on: boolean): void => {
  const { telling } = useClient()
  useEffect(() => {
    if (!on) return
    telling.isOn = true
    return () => {
      telling.isOn = false
    }
  }, [on, telling])
}

/**
 * Whether an open list of results shows what became of an action. After a list was closed early, toasts tell only what
 * went wrong: nobody wants to read fifty times that all is well.
 */
export const isToldElsewhere = (event: RecordedEvent, { outbox }: State, tab: string, telling: Telling): boolean => {
  if (!("action" in event.payload)) return false
  const { action } = event.payload
  if (telling.isOn && event.type === "ActionQueued" && event.tab === tab) telling.actions.add(action)
  for (const known of telling.actions) if (!outbox.actions.has(known)) telling.actions.delete(known)
  return telling.actions.has(action) && (telling.isOn || event.type === "ActionConfirmed")
}
