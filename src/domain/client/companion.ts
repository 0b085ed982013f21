import { Effect } from "effect"
import { followBridge } from "./bridge/linking.ts"
import { relayNat } from "./bridge/relaying.ts"
import { followModes } from "./bridge/switching.ts"
import { followViewing } from "./bridge/viewing.ts"
import { followNeighbours } from "./lan/neighbours.ts"
import { keepWithinBounds } from "./log/retention.ts"
import { supervised } from "./supervision.ts"

/** What nobody waits for at the start, for as long as a page lives: its native side, and the size of the log. */
export const runCompanion = Effect.all(
  [
    supervised("bridge", followBridge),
    supervised("neighbours", followNeighbours),
    supervised("viewing", followViewing),
    supervised("modes", followModes),
    supervised("nat", relayNat),
    supervised("retention", keepWithinBounds),
  ],
  { concurrency: "unbounded", discard: true },
)
