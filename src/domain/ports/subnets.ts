import { Context, Data, type Effect } from "effect"

/** The worker that expands the targets of a scan is broken. */
export class SubnetsError extends Data.TaggedError("SubnetsError")<{ readonly reason: "broken" }> {}

/** Expands scan targets off the main thread. */
export class Subnets extends Context.Service<
  Subnets,
  {
    /** Returns `count` hosts from index `from` on, over all targets in order; fewer at the end, none after it. */
    readonly hosts: (
      targets: readonly string[],
      from: number,
      count: number,
    ) => Effect.Effect<readonly string[], SubnetsError>
  }
>()("sightline/Subnets") {}
