import { Effect } from "effect"
import { type PreferenceKey, preferenceKeys } from "../features/settings/feature.ts"
import { Preferences } from "../ports/platform.ts"
import { Engine } from "./log/engine.ts"

/**
 * Lets the log observe a preference. Another tab may write it before the log has recorded it, so it is read again until
 * the last record equals the stored value.
 */
const observe = Effect.fnUntraced(function* (key: PreferenceKey) {
  const preferences = yield* Preferences
  const engine = yield* Engine
  for (;;) {
    const value = yield* preferences.get(key)
    const isRecorded = yield* Effect.isSuccess(engine.dispatch({ type: "ObservePreference", key, value }))
    if (!isRecorded || (yield* preferences.get(key)) === value) return
  }
})

/** Writes a preference to local storage and lets the log observe it. */
export const setPreference = Effect.fnUntraced(function* (key: PreferenceKey, value: string | null) {
  const preferences = yield* Preferences
  yield* value === null ? preferences.remove(key) : preferences.set(key, value)
  yield* observe(key)
})

/**
 * Observes all preferences after many have changed. This tab may not have read yet what another has just recorded, so
 * it sends each: the log records only differences.
 */
export const observeAll = Effect.suspend(() =>
  Effect.forEach(preferenceKeys, observe, { discard: true, concurrency: "unbounded" }),
)

/** At start, the log observes what changed while no tab was open. */
export const observePreferences = Effect.gen(function* () {
  const preferences = yield* Preferences
  const engine = yield* Engine
  yield* Effect.forEach(
    preferenceKeys,
    Effect.fnUntraced(function* (key) {
      const value = yield* preferences.get(key)
      if ((engine.state().settings.get(key) ?? null) !== value) yield* observe(key)
    }),
    { discard: true, concurrency: "unbounded" },
  )
})
