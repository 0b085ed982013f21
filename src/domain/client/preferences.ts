import { Effect } from "effect"
import { type PreferenceKey, preferenceKeys } from "../features/settings/feature.ts"
import { Preferences } from "../ports/platform.ts"
import { Engine } from "./log/engine.ts"

/**
 * Lets the log observe a preference as it is. Another tab may write it until the log knows: then it is read again, so that
 * the last record is the stored value.
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

/** Writes a preference where it lives and lets the log observe it. */
export const setPreference = Effect.fnUntraced(function* (key: PreferenceKey, value: string | null) {
  const preferences = yield* Preferences
  yield* value === null ? preferences.remove(key) : preferences.set(key, value)
  yield* observe(key)
})

/**
 * After many changed at once. This tab may not have seen yet what another has just recorded, so each is sent: the log
 * records only what differs.
 */
export const observeAll = Effect.suspend(() =>
  Effect.forEach(preferenceKeys, observe, { discard: true, concurrency: "unbounded" }),
)

/** At start the log catches up with what changed while no tab was open. */
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
