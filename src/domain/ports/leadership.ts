import { Context, Data, type Effect, type Scope } from "effect"

/** What a tab says of itself to the others of its browser; `asks` wants the same of them. */
export interface Presence {
  readonly tab: string
  /** It is seen, and could lead. */
  readonly ready: boolean
  readonly asks: boolean
}

/** The browser refuses the lock itself, which no wait changes. */
export class LockError extends Data.TaggedError("LockError")<{ readonly reason: "refused" }> {}

/**
 * One tab a browser leads: it alone sends queued actions. The lock says who may try; the epoch in the log decides.
 * Heartbeats and presence are kept beside the log, never in it.
 */
export class Leadership extends Context.Service<
  Leadership,
  {
    /** Whether this browser has locks; without them no tab ever leads. */
    readonly available: boolean
    /**
     * Waits for the lock and holds it until the scope closes. `steal` takes it from a holder that went silent.
     * The inner effect ends when the lock was taken away by another tab.
     */
    readonly hold: (options: { readonly steal: boolean }) => Effect.Effect<Effect.Effect<void>, LockError, Scope.Scope>
    /** Whether any tab holds the lock, as far as the browser says. */
    readonly isHeld: Effect.Effect<boolean>
    /** Says that the leader lives; `at` in ms. */
    readonly beat: (at: number) => Effect.Effect<void>
    /** The last beat of any tab, ms; null when there was none. */
    readonly lastBeat: Effect.Effect<number | null>
    readonly tell: (presence: Presence) => Effect.Effect<void>
    /** Calls back with what another tab tells; returns how to stop. */
    readonly onPresence: (listener: (presence: Presence) => void) => Effect.Effect<() => void>
  }
>()("sightline/Leadership") {}
