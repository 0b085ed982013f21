import { Context, Data, type Effect, type Scope } from "effect"

/** A tab's message to the other tabs of its browser. `asks` requests the same message from them. */
export interface Presence {
  readonly tab: string
  /** True when the tab is visible and could lead. */
  readonly ready: boolean
  readonly asks: boolean
}

/** The browser refuses the lock itself. Waiting does not help. */
export class LockError extends Data.TaggedError("LockError")<{ readonly reason: "refused" }> {}

/**
 * One tab of each browser leads: it alone sends queued actions. The lock says who may try, and the epoch in the log
 * decides. Heartbeats and presence are kept beside the log, never in it.
 */
export class Leadership extends Context.Service<
  Leadership,
  {
    /** True when this browser has locks. Without them no tab ever leads. */
    readonly available: boolean
    /**
     * Waits for the lock and holds it until the scope closes. `steal` takes it from a holder that went silent. The
     * inner effect completes when another tab takes the lock away.
     */
    readonly hold: (options: { readonly steal: boolean }) => Effect.Effect<Effect.Effect<void>, LockError, Scope.Scope>
    /** True when any tab holds the lock, as far as the browser reports. */
    readonly isHeld: Effect.Effect<boolean>
    /** Records that the leader lives; `at` in ms. */
    readonly beat: (at: number) => Effect.Effect<void>
    /** The last beat of any tab, ms; null when there was none. */
    readonly lastBeat: Effect.Effect<number | null>
    readonly tell: (presence: Presence) => Effect.Effect<void>
    /** Calls back with the message of another tab. Returns a function that unsubscribes. */
    readonly onPresence: (listener: (presence: Presence) => void) => Effect.Effect<() => void>
  }
>()("sightline/Leadership") {}
