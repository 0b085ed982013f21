import { Context, type Effect } from "effect"
import type { RecordedEvent } from "../product/events.ts"
import type { State } from "../product/state.ts"

/** What a log that is begun anew takes over. Few ever need it, so its code comes when it is asked for. */
export class Carrying extends Context.Service<
  Carrying,
  {
    /** Null while the code cannot be had. */
    readonly survivors: Effect.Effect<((state: State) => readonly RecordedEvent[]) | null>
  }
>()("sightline/Carrying") {}
