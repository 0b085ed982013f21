import { observation } from "../../event/command.ts"
import { defineFeature } from "../../event/feature.ts"
import { valid } from "../../values/parsed.ts"
import { decideLan, type LanCommand } from "./decide.ts"
import { lanEvents } from "./events.ts"
import { evolveLan, initialLan } from "./state.ts"

export const lan = defineFeature({
  key: "lan",
  initial: initialLan,
  events: lanEvents,
  evolve: evolveLan,
  commands: { RecordLanDevices: observation, StartScan: observation, EndScan: observation, TellLanWake: observation },
  decide: (command: LanCommand, state) => valid(decideLan(command, state)),
})
