import { Effect } from "effect"
import { runBatches } from "./batches/running.ts"
import { followBridge } from "./bridge/linking.ts"
import { relayNat } from "./bridge/relaying.ts"
import { followModes } from "./bridge/switching.ts"
import { followViewing } from "./bridge/viewing.ts"
import { settleReboots } from "./lan/absences.ts"
import { followLanDevices } from "./lan/lanDevices.ts"
import { runScans } from "./lan/scanning.ts"
import { followWakes } from "./lan/waking.ts"
import { keepWithinBounds, makeRoom } from "./log/retention.ts"
import { keepSnapshots } from "./log/snapshots.ts"
import { supervised } from "./supervision.ts"
import { rereadChanged } from "./sync/rereads.ts"

/**
 * Loops that no action and no list depends on, for as long as a page lives: for the native side and the network, for
 * lists that change with others, and for the log of the next start.
 */
export const backgroundLoops = Effect.all(
  [
    supervised("bridge", followBridge),
    followLanDevices,
    supervised("viewing", followViewing),
    supervised("modes", followModes),
    supervised("nat", relayNat),
    supervised("scans", runScans),
    supervised("wakes", followWakes),
    supervised("absences", settleReboots),
    supervised("batches", runBatches),
    supervised("rereads", rereadChanged),
    supervised("snapshots", keepSnapshots),
    supervised("retention", keepWithinBounds),
    supervised("room", makeRoom()),
  ],
  { concurrency: "unbounded", discard: true },
)
