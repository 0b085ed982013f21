import * as Schema from "effect/Schema"
import { choice, observation, record } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { DIAGNOSTICS_KEPT } from "../../values/limits.ts"
import { valid } from "../../values/parsed.ts"

/** Why an event of the log is not what it was: which part of it cannot be read, or that it is gone. */
export const damageProblems = ["envelope", "version", "payload", "fold", "missing"] as const
export type DamageProblem = (typeof damageProblems)[number]

export const diagnosticEvents = {
  /** Input that could not be read: where it came from and which field was wrong, never the value (invariant 11). */
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
  /** Takes the place of an event that cannot be read, which is kept aside. It changes nothing (EVENT-7). */
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
      /** Events set aside because they cannot be read, and how many of those were about actions. */
      unread: Schema.Int,
      actions: Schema.Int,
      /** Events that are gone. */
      missing: Schema.Int,
      /** Rows that have no place in the sequence. */
      odd: Schema.Int,
      /** Whether the snapshot was dropped, which loses nothing. */
      snapshot: Schema.Boolean,
    }),
  },
  DamageDismissed: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct({}) },
  /** The log was gone when the app started, though the saved user was not: the browser, or a person, deleted it. */
  LogLost: { v: 1, origin: "app", sign: ["warning", "bad"], payload: Schema.Struct({}) },
  /** The log can be written again; nothing could be written for the reason given. `forgotten`: events that went to make room. */
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
 * What was lost since the person last dismissed the notice, `all` for a whole log, and how many of its oldest events were
 * let go of for want of room; null when there is nothing to tell.
 */
export type DamageState = (Damage & { readonly all?: true; readonly forgotten?: number }) | null
export const initialDamage: DamageState = null

export type DiagnosticsCommand = { readonly type: "RejectInput" } & Rejected
export type DamageCommand =
  /** `knew`: the damage recorded when the log was opened. */
  | ({ readonly type: "RecordDamage"; readonly knew: DamageState } & Damage)
  | { readonly type: "DismissDamage" }
  | { readonly type: "RecordLostLog" }
  /** Tries whether the log can be written; it leaves an event exactly when it can. `forgotten`: what went to make room. */
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

/** A dropped snapshot alone has cost nothing and is not reported. */
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

/** How many recent problems of one input are compared with a new one: alternating kinds of junk are recorded once each. */
const REPORTED_LATELY = 8

/** A problem that repeats with the same input is recorded once, until others have come between. */
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

/** Several tabs may open a log whose sequence was mended: the first one records it. */
const isReported = (
  { knew, missing, odd }: Extract<DamageCommand, { type: "RecordDamage" }>,
  now: DamageState,
): boolean => {
  const before = knew ?? nothingLost
  return now !== null && now.missing >= before.missing + missing && now.odd >= before.odd + odd
}

/** SETTINGS-1: with diagnostics logging off no such events are recorded; the input changes nothing either way. */
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
    // Another tab may have adopted the saved user meanwhile: then this is its new log.
    valid(command.type === "RecordLostLog" && !isNewLog ? [] : decideDamage(command, state)),
})
