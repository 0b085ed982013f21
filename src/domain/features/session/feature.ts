import { record } from "../../event/command.ts"
import { defineFeature } from "../../event/feature.ts"
import { valid } from "../../values/parsed.ts"
import { decideSession, type SessionCommand } from "./decide.ts"
import { sessionEvents } from "./events.ts"
import { evolveSession, initialSession } from "./state.ts"

export const session = defineFeature({
  key: "session",
  initial: initialSession,
  events: sessionEvents,
  evolve: evolveSession,
  commands: {
    CompleteSignIn: record,
    EndSession: record,
    RecordDeletion: record,
    RecordDeleted: record,
    EnterAsGuest: record,
  },
  decide: (command: Exclude<SessionCommand, { type: "RecordProfile" }>, state) => valid(decideSession(command, state)),
})
