import { Effect } from "effect"
import { Bridge, type PairingError } from "../../domain/ports/bridge.ts"
import type { PairedOrigin } from "../../domain/wire/bridge.ts"

export type PairingFailure = Pick<PairingError, "reason" | "waitMs" | "triesLeft">

/** Pairs this page with the bridge by the code from its terminal (BRIDGE-5). */
export interface Pairing {
  /** Has the bridge show a code: `shown` gets how long it is valid, ms. */
  readonly ask: (shown: (holdsMs: number) => void, failed: (failure: PairingFailure) => void) => void
  /** Enters the code that a person has read on the native side. */
  readonly enter: (code: string, paired: () => void, failed: (failure: PairingFailure) => void) => void
  /** Tells which origins may use the bridge, now and at each change that this page makes; returns how to stop. */
  readonly follow: (report: (origins: readonly PairedOrigin[]) => void, refused: () => void) => () => void
  /** Revokes the right of an origin to use the bridge; followers get the outcome. */
  readonly revoke: (origin: string) => void
}

/** Runs in the engine; what it gives back ends what was begun. */
type Run = (effect: Effect.Effect<void, never, Bridge>) => () => void

/** Fetched when the settings ask for it. */
const origins = Effect.promise(() => import("./origins.ts"))

/** Over the bridge of the engine that `run` runs in. */
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
