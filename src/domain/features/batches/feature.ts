import { defineFeature, noCommands } from "../../event/feature.ts"
import { batchEvents } from "./events.ts"
import { evolveBatches, initialBatches } from "./state.ts"

export const batches = defineFeature({
  key: "batches",
  initial: initialBatches,
  events: batchEvents,
  evolve: evolveBatches,
  ...noCommands,
})
