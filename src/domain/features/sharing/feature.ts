import { record } from "../../event/command.ts"
import { defineFeature } from "../../event/feature.ts"
import { valid } from "../../values/parsed.ts"
import { decideSharing, type SharingCommand } from "./decide.ts"
import { sharingEvents } from "./events.ts"
import { evolveSharing, initialSharing } from "./state.ts"

export const sharing = defineFeature({
  key: "sharing",
  initial: initialSharing,
  events: sharingEvents,
  evolve: evolveSharing,
  /** The other commands belong to the process of readings. */
  commands: { RecordAcceptance: record },
  decide: (command: Extract<SharingCommand, { type: "RecordAcceptance" }>, state, { at }) =>
    valid(decideSharing(command, state, at)),
})
