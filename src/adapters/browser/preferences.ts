import { Effect, Layer } from "effect"
import { Preferences } from "../../domain/ports/platform.ts"
import { followLocal, getLocal, localKeys, onForeignLocal, removeLocal, setLocal } from "./localStorage.ts"

/**
 * Local storage. Where the browser forbids it, or it is full, a value stays in memory while the page lives: the app
 * then works, and shows what it will forget.
 */
export const preferencesLayer: Layer.Layer<Preferences> = Layer.sync(Preferences, () => {
  followLocal()
  /** Keys that this tab has read, because clearing local storage reports no keys. */
  const asked = new Set<string>()

  return Preferences.of({
    get: (key) =>
      Effect.sync(() => {
        asked.add(key)
        return getLocal(key)
      }),
    set: (key, value) => Effect.sync(() => setLocal(key, value)),
    remove: (key) => Effect.sync(() => removeLocal(key)),
    keys: Effect.sync(localKeys),
    onForeignChange: (listener) =>
      Effect.sync(() =>
        onForeignLocal((key) => {
          for (const changed of key === null ? asked : [key]) listener(changed)
        }),
      ),
  })
})
