import { Schema } from "effect"
import type { Draft } from "../decider/draft.ts"
import type { Envelope, EventOf } from "../decider/event.ts"
import { DIAGNOSTICS_KEPT } from "../values/limits.ts"

/** Input that could not be read: where it came from and which field was wrong, never the value (invariant 11). */
export const diagnosticEvents = {
  InputRejected: {
    v: 1,
    payload: Schema.Struct({
      source: Schema.Literals(["cloud", "bridge", "preferences"]),
      subject: Schema.String,
      problem: Schema.String,
    }),
  },
} as const
export type DiagnosticEvent = EventOf<typeof diagnosticEvents>

export type DiagnosticsState = readonly (DiagnosticEvent["payload"] & { readonly at: number })[]
export const initialDiagnostics: DiagnosticsState = []

export interface DiagnosticsCommand {
  readonly type: "RejectInput"
  readonly source: DiagnosticEvent["payload"]["source"]
  readonly subject: string
  readonly problem: string
}

export const evolveDiagnostics = (
  state: DiagnosticsState,
  event: DiagnosticEvent & Envelope,
  draft: Draft,
): DiagnosticsState => {
  const next = draft.edit(state)
  next.push({ ...event.payload, at: event.at })
  if (next.length > DIAGNOSTICS_KEPT) next.shift()
  return next
}

export const decideDiagnostics = ({ source, subject, problem }: DiagnosticsCommand): readonly DiagnosticEvent[] => [
  { type: "InputRejected", payload: { source, subject, problem } },
]
