import { Effect } from "effect"
import { Bridge, type PairingError } from "../../domain/ports/bridge.ts"

export type PairingFailure = Pick<PairingError, "reason" | "waitMs" | "triesLeft">

/** Pairs this page with the bridge by the code from its terminal (BRIDGE-5). */
export interface Pairing {
  /** Has the bridge show a code: `shown` is told how long it holds, ms. */
  readonly ask: (shown: (holdsMs: number) => void, failed: (failure: PairingFailure) => void) => void
  /** What a person has read there. */
  readonly enter: (code: string, paired: () => void, failed: (failure: PairingFailure) => void) => void
}

/** Over the bridge of the engine that `run` runs in. */
export const pairingOver = (run: (effect: Effect.Effect<void, never, Bridge>) => void): Pairing => ({
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
})
