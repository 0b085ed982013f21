import * as Schema from "effect/Schema"
import { choice, observation, record } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { DIAGNOSTICS_KEPT } from "../../values/limits.ts"
import { valid } from "../../values/parsed.ts"

/** The damage of an event: the unreadable part of it, or that it is missing. */
export const damageProblems = ["envelope", "version", "payload", "fold", "missing"] as const
export type DamageProblem = (typeof damageProblems)[number]

export const diagnosticEvents = {
  /** Unreadable input: its source and the wrong field, never the value (invariant 11). */
  InputRejected: {
    v: 1,
    origin: "app",
    sign: ["warning", "warn"],
    payload: Schema.Struct({
      source: Schema.Literals(["cloud", "bridge", "preferences"]),
      subject: Schema.String,
      problem: Schema.String,
    }),
  },
} as const
export type DiagnosticEvent = EventOf<typeof diagnosticEvents>
type Rejected = DiagnosticEvent["payload"]

export const damageEvents = {
  /** Replaces an unreadable event, which is set aside. It changes nothing (EVENT-7). */
  EventSetAside: {
    v: 1,
    origin: "app",
    sign: ["warning", "warn"],
    payload: Schema.Struct({ type: Schema.NullOr(Schema.String), problem: Schema.Literals(damageProblems) }),
  },
  /** Damage of the log that a tab found, reported once. */
  DamageFound: {
    v: 1,
    origin: "app",
    sign: ["warning", "bad"],
    payload: Schema.Struct({
      /** Events that were set aside because they are unreadable, and how many of them were about actions. */
      unread: Schema.Int,
      actions: Schema.Int,
      /** Missing events. */
      missing: Schema.Int,
      /** Rows that do not belong to the sequence. */
      odd: Schema.Int,
      /** True when the snapshot was dropped, which loses nothing. */
      snapshot: Schema.Boolean,
    }),
  },
  DamageDismissed: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct({}) },
  /** The log was gone when the app started, but the saved user was there: the browser, or a person, deleted the log. */
  LogLost: { v: 1, origin: "app", sign: ["warning", "bad"], payload: Schema.Struct({}) },
  /** The log is writable again after the given failure. `forgotten`: number of events that were pruned to make room. */
  StorageRecovered: {
    v: 2,
    origin: "app",
    sign: ["info", "off"],
    payload: Schema.Struct({ reason: Schema.Literals(["quota", "failed"]), forgotten: Schema.Int }),
    upcast: { 1: (payload: unknown) => ({ ...Object(payload), forgotten: 0 }) },
  },
} as const
export type DamageEvent = EventOf<typeof damageEvents>
export type Damage = Extract<DamageEvent, { type: "DamageFound" }>["payload"]

export type DiagnosticsState = readonly (Rejected & { readonly at: number })[]
export const initialDiagnostics: DiagnosticsState = []

/**
 * The losses since the person last dismissed the notice: `all` for a whole log, `forgotten` for the oldest events that
 * were pruned for lack of room. Null when there is nothing to show.
 */
export type DamageState = (Damage & { readonly all?: true; readonly forgotten?: number }) | null
export const initialDamage: DamageState = null

export type DiagnosticsCommand = { readonly type: "RejectInput" } & Rejected
export type DamageCommand =
  /** `knew`: the recorded damage at the time of opening the log. */
  | ({ readonly type: "RecordDamage"; readonly knew: DamageState } & Damage)
  | { readonly type: "DismissDamage" }
  | { readonly type: "RecordLostLog" }
  /** Tries to write the log; it leaves an event exactly when that works. `forgotten`: number of pruned events. */
  | { readonly type: "TryStorage"; readonly reason: "quota" | "failed"; readonly forgotten: number }

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

export const evolveDamage = (state: DamageState, event: DamageEvent): DamageState => {
  switch (event.type) {
    case "DamageFound":
      return added(state, event.payload)
    case "DamageDismissed":
      return null
    case "LogLost":
      return { ...(state ?? nothingLost), all: true }
    case "EventSetAside":
      return state
    case "StorageRecovered":
      return withoutOldest(state, event.payload.forgotten)
  }
}

const nothingLost: Damage = { unread: 0, actions: 0, missing: 0, odd: 0, snapshot: false }

const withoutOldest = (state: DamageState, forgotten: number): DamageState =>
  forgotten === 0 ? state : { ...(state ?? nothingLost), forgotten: (state?.forgotten ?? 0) + forgotten }

/** A dropped snapshot alone has lost nothing and is not reported. */
const added = (before: DamageState, found: Damage): DamageState => {
  if (found.unread + found.missing + found.odd === 0) return before
  if (before === null) return found
  return {
    ...before,
    unread: before.unread + found.unread,
    actions: before.actions + found.actions,
    missing: before.missing + found.missing,
    odd: before.odd + found.odd,
    snapshot: before.snapshot || found.snapshot,
  }
}

/**
 * The number of recent problems of one input that are compared with a new one, so that alternating kinds of junk are
 * recorded once each.
 */
const REPORTED_LATELY = 8

/** A repeated problem of the same input is recorded once, until enough others have come between. */
export const decideDiagnostics = (
  { source, subject, problem }: DiagnosticsCommand,
  state: DiagnosticsState,
): readonly DiagnosticEvent[] => {
  const lately = state.filter((entry) => entry.source === source && entry.subject === subject).slice(-REPORTED_LATELY)
  return lately.some((entry) => entry.problem === problem)
    ? []
    : [{ type: "InputRejected", payload: { source, subject, problem } }]
}

export const decideDamage = (command: DamageCommand, state: DamageState): readonly DamageEvent[] => {
  if (command.type === "TryStorage") {
    const { reason, forgotten } = command
    return [{ type: "StorageRecovered", payload: { reason, forgotten } }]
  }
  if (command.type === "DismissDamage") return state === null ? [] : [{ type: "DamageDismissed", payload: {} }]
  if (command.type === "RecordLostLog") return state?.all ? [] : [{ type: "LogLost", payload: {} }]
  const { unread, actions, snapshot } = command
  const { missing, odd } = isReported(command, state) ? nothingLost : command
  if (unread + missing + odd === 0 && !snapshot) return []
  return [{ type: "DamageFound", payload: { unread, actions, missing, odd, snapshot } }]
}

/** Several tabs may open a log whose sequence was mended. The first one records it. */
const isReported = (
  { knew, missing, odd }: Extract<DamageCommand, { type: "RecordDamage" }>,
  now: DamageState,
): boolean => {
  const before = knew ?? nothingLost
  return now !== null && now.missing >= before.missing + missing && now.odd >= before.odd + odd
}

/** SETTINGS-1: with diagnostics logging off, no such event is recorded. The input changes nothing either way. */
export const diagnostics = defineFeature({
  key: "diagnostics",
  initial: initialDiagnostics,
  events: diagnosticEvents,
  evolve: evolveDiagnostics,
  commands: { RejectInput: observation },
  decide: (command: DiagnosticsCommand, state, _stamp, { keepsDiagnostics }: { readonly keepsDiagnostics: boolean }) =>
    valid(keepsDiagnostics ? decideDiagnostics(command, state) : []),
})

export const damage = defineFeature({
  key: "damage",
  initial: initialDamage,
  events: damageEvents,
  evolve: evolveDamage,
  commands: { RecordDamage: record, DismissDamage: choice, RecordLostLog: record, TryStorage: record },
  decide: (command: DamageCommand, state, _stamp, { isNewLog }: { readonly isNewLog: boolean }) =>
    // Another tab may have adopted the saved user meanwhile, so this is its new log.
    valid(command.type === "RecordLostLog" && !isNewLog ? [] : decideDamage(command, state)),
})
