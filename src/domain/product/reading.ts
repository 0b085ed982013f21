import { choice, observation } from "../event/command.ts"
import { defineProcess, type Editable } from "../event/feature.ts"
import { requestDevices } from "../features/devices/state.ts"
import { type RefreshCommand, refreshEvents } from "../features/refresh/feature.ts"
import type { SessionCommand } from "../features/session/decide.ts"
import { requestSharing } from "../features/sharing/state.ts"
import { valid } from "../values/parsed.ts"
import { type DevicesReading, decideProfile, decideRead, type SharingReading } from "./decideRead.ts"
import type { ReadFailureCommand } from "./lists.ts"
import type { State } from "./state.ts"

type ReadingCommand =
  | RefreshCommand
  | DevicesReading
  | SharingReading
  | ReadFailureCommand
  | Extract<SessionCommand, { type: "RecordProfile" }>

/** Requests and readings of lists, and their effect on the outbox. */
export const reading = defineProcess({
  events: refreshEvents,
  evolve: (state: Editable<State>, { payload: { account, list } }, draft) => {
    state.devices = requestDevices(state.devices, account, list, draft)
    if (list !== "devices") state.sharing = requestSharing(state.sharing, account, list, draft)
  },
  commands: {
    RequestRefresh: observation,
    RecordProfile: observation,
    RecordDevices: observation,
    RecordSubAccounts: observation,
    RecordMainAccounts: observation,
    RecordReadFailure: observation,
    DismissAwaiting: choice,
  },
  decide: (command: ReadingCommand, state: State, { at }) =>
    command.type === "RecordProfile" ? valid(decideProfile(command, state)) : decideRead(command, state, at),
})
