import { Context, Data, type Effect } from "effect"

/** The addresses of a search could not be made: the worker that makes them is broken. */
export class SubnetsError extends Data.TaggedError("SubnetsError")<{ readonly reason: "broken" }> {}

/** Expands scan targets off the main thread. */
export class Subnets extends Context.Service<
  Subnets,
  {
    /** So many hosts from this number on, over all targets in their order; fewer at the end, none after it. */
    readonly hosts: (
      targets: readonly string[],
      from: number,
      count: number,
    ) => Effect.Effect<readonly string[], SubnetsError>
  }
>()("sightline/Subnets") {}
