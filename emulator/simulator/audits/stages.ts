import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import type { State } from "../../../src/domain/product/state.ts"

/** The steps of actions through the outbox, by name. A step that no seed took is untested. */

/** The status of the event's action, in words. Undefined when the event has no known action. */
export const stageOf = ({ outbox }: State, { payload }: RecordedEvent): string | undefined => {
  if (!("action" in payload)) return undefined
  const status = outbox.actions.get(String(payload.action))?.status
  if (status === undefined) return undefined
  switch (status.state) {
    case "waiting":
    case "unconfirmed":
      return `${status.state}:${status.reason}`
    case "confirmed":
      return `confirmed by ${status.by}`
    default:
      return status.state
  }
}
