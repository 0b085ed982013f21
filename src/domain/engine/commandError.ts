import { Data } from "effect"
import type { StoreError } from "../ports/eventStore.ts"

interface Fields<Rejection> {
  readonly reason: "rejected" | "storage" | "outdated" | "defect"
  readonly rejection: Rejection | null
  /** Why the log could not be written. */
  readonly storage: StoreError["reason"] | null
}

/**
 * Why a command has left no event. `rejected`: the model refused it. `storage`: the log could not be written, nothing
 * happened and nothing may be sent (invariant 18). `outdated`: a newer release wrote the log; reload. `defect`: a bug of
 * ours in deciding this one command.
 */
export class CommandError<Rejection> extends Data.TaggedError("CommandError")<Fields<unknown>> {
  declare readonly rejection: Rejection | null

  /* Only the constructor can hold the fields to the type of the class. */
  constructor(fields: Fields<Rejection>) {
    super(fields)
  }
}

export const commandError = (
  reason: Exclude<Fields<never>["reason"], "rejected">,
  storage: StoreError["reason"] | null = null,
): CommandError<never> => new CommandError<never>({ reason, rejection: null, storage })
