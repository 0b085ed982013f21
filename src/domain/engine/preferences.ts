import { Effect } from "effect"
import { Preferences } from "../ports/platform.ts"
import { type PreferenceKey, preferenceKeys } from "../settings/feature.ts"
import { Engine } from "./engine.ts"
import { report } from "./reporting.ts"

/** Writes a preference where it lives and lets the log observe it. */
export const setPreference = Effect.fnUntraced(function* (key: PreferenceKey, value: string | null) {
  const preferences = yield* Preferences
  yield* value === null ? preferences.remove(key) : preferences.set(key, value)
  yield* report({ type: "ObservePreference", key, value })
})

/** At start the log catches up with what changed while no tab was open. */
export const observePreferences = Effect.gen(function* () {
  const preferences = yield* Preferences
  const engine = yield* Engine
  yield* Effect.forEach(
    preferenceKeys,
    Effect.fnUntraced(function* (key) {
      const value = yield* preferences.get(key)
      if ((engine.state().settings.get(key) ?? null) !== value) yield* report({ type: "ObservePreference", key, value })
    }),
    { discard: true, concurrency: "unbounded" },
  )
})
