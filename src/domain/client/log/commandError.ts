import { Data } from "effect"
import type { StoreError } from "../../ports/eventStore.ts"
import type { Rejection } from "../../product/decide.ts"

/**
 * Why a command has left no event. `rejected`: the domain refused it. `storage`: the log could not be written, nothing
 * happened and nothing may be sent (invariant 18). `outdated`: a newer release wrote the log; reload. `defect`: a bug of
 * ours in deciding this one command.
 */
export class CommandError extends Data.TaggedError("CommandError")<{
  readonly reason: "rejected" | "storage" | "outdated" | "defect"
  readonly rejection: Rejection | null
  /** Why the log could not be written. */
  readonly storage: StoreError["reason"] | null
}> {}
