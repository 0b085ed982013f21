import { Effect, Layer } from "effect"
import { Preferences } from "../../domain/ports/platform.ts"

/**
 * Local storage. Where the browser forbids it, or it is full, a value is kept in memory for as long as the page lives:
 * the app then works, and forgets.
 */
export const preferencesLayer: Layer.Layer<Preferences> = Layer.sync(Preferences, () => {
  const storage = localStorageOrNone()
  /** What local storage did not take; it wins over what local storage has, until another tab changes that. */
  const unstored = new Map<string, string>()
  addEventListener("storage", ({ key, storageArea }: StorageEvent) => {
    if (storageArea === null || storageArea !== storage) return
    if (key === null) unstored.clear()
    else unstored.delete(key)
  })
  /** Keys this tab has asked about: clearing names none. */
  const asked = new Set<string>()

  return Preferences.of({
    get: (key) =>
      Effect.sync(() => {
        asked.add(key)
        return unstored.get(key) ?? storage?.getItem(key) ?? null
      }),
    set: (key, value) =>
      Effect.sync(() => {
        if (stored(storage, key, value)) unstored.delete(key)
        else unstored.set(key, value)
      }),
    remove: (key) =>
      Effect.sync(() => {
        unstored.delete(key)
        storage?.removeItem(key)
      }),
    keys: Effect.sync(() => [...new Set([...Object.keys(storage ?? {}), ...unstored.keys()])]),
    onForeignChange: (listener) =>
      Effect.sync(() => {
        const heard = ({ key, storageArea }: StorageEvent) => {
          if (storageArea !== null && storageArea !== storage) return
          for (const changed of key === null ? asked : [key]) listener(changed)
        }
        addEventListener("storage", heard)
        return () => removeEventListener("storage", heard)
      }),
  })
})

/** Reading the property alone throws where storage is forbidden. */
const localStorageOrNone = (): Storage | undefined => {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

const stored = (storage: Storage | undefined, key: string, value: string): boolean => {
  try {
    storage?.setItem(key, value)
    return storage !== undefined
  } catch {
    return false
  }
}
