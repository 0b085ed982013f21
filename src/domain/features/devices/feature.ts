import { defineFeature, noCommands } from "../../event/feature.ts"
import { deviceEvents } from "./events.ts"
import { evolveDevices, initialDevices } from "./state.ts"

export const devices = defineFeature({
  key: "devices",
  initial: initialDevices,
  events: deviceEvents,
  evolve: evolveDevices,
  ...noCommands,
})
