import { Effect } from "effect"
import { Bridge, type PairingError } from "../../domain/ports/bridge.ts"
import type { PairedOrigin } from "../../domain/wire/bridge.ts"

export type PairingFailure = Pick<PairingError, "reason" | "waitMs" | "triesLeft">

/** Pairs this page with the bridge by the code from its terminal (BRIDGE-5). */
export interface Pairing {
  /** Makes the bridge show a code. `shown` receives how long the code is valid, ms. */
  readonly ask: (shown: (holdsMs: number) => void, failed: (failure: PairingFailure) => void) => void
  /** Enters the code that a person has read on the native side. */
  readonly enter: (code: string, paired: () => void, failed: (failure: PairingFailure) => void) => void
  /**
   * Reports the origins that may use the bridge, now and after each change that this page makes. Returns how to stop.
   */
  readonly follow: (report: (origins: readonly PairedOrigin[]) => void, refused: () => void) => () => void
  /** Revokes the right of an origin to use the bridge; followers get the outcome. */
  readonly revoke: (origin: string) => void
}

/** Runs an effect in the engine; returns how to end it. */
type Run = (effect: Effect.Effect<void, never, Bridge>) => () => void

/** Fetched once the settings page needs it. */
const origins = Effect.promise(() => import("./origins.ts"))

/** Pairs over the bridge of the engine in which `run` runs effects. */
export const pairingOver = (run: Run): Pairing => ({
  ask: (shown, failed) =>
    run(
      Effect.match(
        Effect.flatMap(Bridge, ({ askPairing }) => askPairing),
        { onSuccess: shown, onFailure: failed },
      ),
    ),
  enter: (code, paired, failed) =>
    run(
      Effect.match(
        Effect.flatMap(Bridge, ({ pair }) => pair(code)),
        { onSuccess: paired, onFailure: failed },
      ),
    ),
  follow: (report, refused) => run(Effect.flatMap(origins, ({ followOrigins }) => followOrigins(report, refused))),
  revoke: (origin) => run(Effect.flatMap(origins, ({ revokeOrigin }) => revokeOrigin(origin))),
})
