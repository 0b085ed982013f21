import { Schema } from "effect"
import type { Draft } from "../decider/draft.ts"
import type { Envelope, EventOf } from "../decider/event.ts"

const ConnectionStatus = Schema.Literals(["online", "offline", "unreachable"])
/** `offline`: the system says so; `unreachable`: the network seems to work, the server does not answer. */
export type ConnectionStatus = typeof ConnectionStatus.Type

export const connectionEvents = {
  ConnectionChanged: { v: 1, payload: Schema.Struct({ status: ConnectionStatus }) },
} as const
export type ConnectionEvent = EventOf<typeof connectionEvents>

export interface ConnectionState {
  readonly status: ConnectionStatus
  /** ms */
  readonly since: number
}
export const initialConnection: ConnectionState = { status: "online", since: 0 }

export interface ConnectionCommand {
  readonly type: "ReportConnection"
  readonly status: ConnectionStatus
}

export const evolveConnection = (
  state: ConnectionState,
  event: ConnectionEvent & Envelope,
  draft: Draft,
): ConnectionState => {
  const next = draft.edit(state)
  next.status = event.payload.status
  next.since = event.at
  return next
}

export const decideConnection = (command: ConnectionCommand, state: ConnectionState): readonly ConnectionEvent[] =>
  command.status === state.status ? [] : [{ type: "ConnectionChanged", payload: { status: command.status } }]
