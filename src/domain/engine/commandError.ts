import { Data } from "effect"
import type { StoreError } from "../ports/eventStore.ts"

interface Fields<Rejection> {
  readonly reason: "rejected" | "storage" | "outdated" | "defect"
  readonly rejection: Rejection | null
  /** The reason why the log could not be written. */
  readonly storage: StoreError["reason"] | null
}

/**
 * The reason why a command has left no event. `rejected`: the model refused it. `storage`: the log could not be
 * written; nothing happened and nothing may be sent (invariant 18). `outdated`: a newer release wrote the log, so the
 * page must be reloaded. `defect`: a bug of ours in deciding this one command.
 */
export class CommandError<Rejection> extends Data.TaggedError("CommandError")<Fields<unknown>> {
  declare readonly rejection: Rejection | null

  /* Only a constructor can tie the type of the fields to the type parameter of the class. */
  constructor(fields: Fields<Rejection>) {
    super(fields)
  }
}

export const commandError = (
  reason: Exclude<Fields<never>["reason"], "rejected">,
  storage: StoreError["reason"] | null = null,
): CommandError<never> => new CommandError<never>({ reason, rejection: null, storage })
