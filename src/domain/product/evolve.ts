import type { Draft } from "../event/draft.ts"
import type { RecordedEvent } from "./events.ts"
import { parts } from "./parts.ts"
import type { State } from "./state.ts"

const byType = new Map(parts.flatMap((part) => Object.keys(part.events).map((type) => [type, part] as const)))

export const evolve = (state: State, event: RecordedEvent, draft: Draft): State => {
  const next = draft.edit(state)
  byType.get(event.type)?.fold(next, event, draft)
  return next
}
