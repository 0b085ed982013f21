import { Schema } from "effect"

/**
 * Why a command has left no event. `rejected`: the domain refused it. `storage`: the log could not be written, nothing
 * happened and nothing may be sent (invariant 18). `outdated`: a newer release wrote the log; reload. `defect`: a bug of
 * ours in deciding this one command.
 */
export class CommandError extends Schema.TaggedError<CommandError>()("CommandError", {
  reason: Schema.Literals(["rejected", "storage", "outdated", "defect"]),
  rejection: Schema.NullOr(Schema.String),
}) {}
