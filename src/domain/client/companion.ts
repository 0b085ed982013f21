import { Effect } from "effect"
import { followBridge } from "./bridge/linking.ts"
import { relayNat } from "./bridge/relaying.ts"
import { followViewing } from "./bridge/viewing.ts"
import { followNeighbours } from "./lan/neighbours.ts"
import { supervised } from "./supervision.ts"

/** All that a tab does about its native side, for as long as its page lives: nobody waits for it at the start. */
export const runCompanion = Effect.all(
  [
    supervised("bridge", followBridge),
    supervised("neighbours", followNeighbours),
    supervised("viewing", followViewing),
    supervised("nat", relayNat),
  ],
  { concurrency: "unbounded", discard: true },
)
