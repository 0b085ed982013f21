import { Context, type Effect, type Scope } from "effect"

/**
 * One tab a browser leads: it alone sends queued actions. The lock says who may try; the epoch in the log decides
 * (design.md section 2). Heartbeats are kept beside the log, never in it.
 */
export class Leadership extends Context.Service<
  Leadership,
  {
    /**
     * Waits for the lock and holds it until the scope closes. `steal` takes it from a holder that went silent.
     * The inner effect ends when the lock was taken away by another tab.
     */
    readonly hold: (options: { readonly steal: boolean }) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
    /** Says that the leader lives; `at` in ms. */
    readonly beat: (at: number) => Effect.Effect<void>
    /** The last beat of any tab, ms; null when there was none. */
    readonly lastBeat: Effect.Effect<number | null>
    /** Whether a person can see this tab now: only a visible tab takes over from a silent leader. */
    readonly visible: Effect.Effect<boolean>
  }
>()("sightline/Leadership") {}
