import * as Schema from "effect/Schema"
import { observation } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import { asBefore, type Envelope, type EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { ACTION_EXPIRY_MAX_MS, ACTION_EXPIRY_MIN_MS, ACTION_EXPIRY_MS } from "../../values/limits.ts"
import { valid } from "../../values/parsed.ts"
import { type PreferenceKey, preferenceKeys, type SettingsState } from "./preferences.ts"

export { isOn, type PreferenceKey, preferenceKeys, type SettingsState } from "./preferences.ts"

/**
 * Preferences live in local storage. The log holds their observed values, so that a replay shows the same screen.
 * Folding never writes back.
 */
const settingsEvents = {
  PreferenceObserved: {
    v: 3,
    origin: "person",
    sign: ["info", "off"],
    payload: Schema.Struct({ key: Schema.Literals(preferenceKeys), value: Schema.NullOr(Schema.String) }),
    upcast: { 1: asBefore, 2: asBefore },
  },
} as const
export type SettingsEvent = EventOf<typeof settingsEvents>

const initialSettings: SettingsState = new Map()

export interface SettingsCommand {
  readonly type: "ObservePreference"
  readonly key: PreferenceKey
  readonly value: string | null
}

const evolveSettings = (state: SettingsState, event: SettingsEvent & Envelope, draft: Draft): SettingsState => {
  const next = draft.edit(state)
  const { key, value } = event.payload
  if (value === null) next.delete(key)
  else next.set(key, value)
  return next
}

const decideSettings = (command: SettingsCommand, state: SettingsState): readonly SettingsEvent[] =>
  (state.get(command.key) ?? null) === command.value
    ? []
    : [{ type: "PreferenceObserved", payload: { key: command.key, value: command.value } }]

/**
 * OFFLINE-6: the time for which wake and reboot stay valid, ms. A value that is out of range or unreadable counts as
 * the default.
 */
export const actionExpiryMs = (state: SettingsState): number => {
  const value = Number(state.get("actionExpiry") ?? ACTION_EXPIRY_MS)
  return Number.isInteger(value) && value >= ACTION_EXPIRY_MIN_MS && value <= ACTION_EXPIRY_MAX_MS
    ? value
    : ACTION_EXPIRY_MS
}

export const settings = defineFeature({
  key: "settings",
  initial: initialSettings,
  events: settingsEvents,
  evolve: evolveSettings,
  commands: { ObservePreference: observation },
  decide: (command: SettingsCommand, state) => valid(decideSettings(command, state)),
})
