import * as Schema from "effect/Schema"
import { observation } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { valid } from "../../values/parsed.ts"

const ConnectionStatus = Schema.Literals(["online", "offline", "unreachable"])
/**
 * `offline`: the system reports no network. `unreachable`: the network seems to work, but the server does not answer.
 */
export type ConnectionStatus = typeof ConnectionStatus.Type

const connectionEvents = {
  ConnectionChanged: {
    v: 1,
    origin: "app",
    sign: ["pending", "off"],
    payload: Schema.Struct({ status: ConnectionStatus }),
  },
} as const
export type ConnectionEvent = EventOf<typeof connectionEvents>

export interface ConnectionState {
  readonly status: ConnectionStatus
  /** ms */
  readonly since: number
  /** Event that recorded the status, 0 for none. */
  readonly seq: number
  /** Time of the server's last reply before it went away, ms; null while it is online. */
  readonly awaySince: number | null
  /** How long the server had been away before it was online again, ms. */
  readonly awayMs: number
}
const initialConnection: ConnectionState = { status: "online", since: 0, seq: 0, awaySince: null, awayMs: 0 }

export interface ConnectionCommand {
  readonly type: "ReportConnection"
  readonly status: ConnectionStatus
}

const evolveConnection = (state: ConnectionState, event: ConnectionEvent & Envelope, draft: Draft): ConnectionState => {
  const next = draft.edit(state)
  const { status } = event.payload
  next.awayMs = status === "online" ? Math.max(0, event.at - (state.awaySince ?? event.at)) : state.awayMs
  next.awaySince = status === "online" ? null : (state.awaySince ?? event.at)
  next.status = status
  next.since = event.at
  next.seq = event.seq
  return next
}

const decideConnection = (command: ConnectionCommand, state: ConnectionState): readonly ConnectionEvent[] =>
  command.status === state.status ? [] : [{ type: "ConnectionChanged", payload: { status: command.status } }]

export const connection = defineFeature({
  key: "connection",
  initial: initialConnection,
  events: connectionEvents,
  evolve: evolveConnection,
  commands: { ReportConnection: observation },
  decide: (command: ConnectionCommand, state) => valid(decideConnection(command, state)),
})
