import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import type { State } from "../../../src/domain/product/state.ts"

/** The ways an action goes through the outbox, by name: a way that no seed went was not tested. */

/** The status of the action that an event is about, in words; undefined when it is about none that is known. */
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
