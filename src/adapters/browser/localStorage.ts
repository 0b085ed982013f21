import { PASSCODE_KEY_PREFIX } from "../../domain/values/limits.ts"
import { type KeptPart, refusalOf, type Unkept, unkept } from "./unkept.ts"

/** The token from pairing: a secret of this browser. Resetting the settings deletes it. */
export const PAIRED_KEY = "bridgeToken"

const partOf = (key: string): KeptPart => {
  if (key === "user") return "user"
  if (key === PAIRED_KEY) return "pairing"
  return key.startsWith(PASSCODE_KEY_PREFIX) ? "passcodes" : "settings"
}

/** Where storage is forbidden, even reading the property throws. */
const storageOrNone = (): Storage | undefined => {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

const read = (key: string): string | null => {
  try {
    return storageOrNone()?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** The reason why the value was not written; null when it was. */
const write = (key: string, value: string): Unkept["reason"] | null => {
  const storage = storageOrNone()
  if (storage === undefined) return "unavailable"
  try {
    storage.setItem(key, value)
    return null
  } catch (cause) {
    return refusalOf(cause)
  }
}

/** Values that local storage did not take. They override local storage until another tab changes them. */
const unstored = new Map<string, string>()

const keepAgain = (): void => {
  for (const [key, value] of unstored) setLocal(key, value)
}

const drop = (key: string): void => {
  if (!unstored.delete(key)) return
  const part = partOf(key)
  if (![...unstored.keys()].some((other) => partOf(other) === part)) unkept.clear(part)
}

/** Where the browser does not store it, the value lives as long as the page, and the app shows that to the person. */
export const setLocal = (key: string, value: string): void => {
  const reason = write(key, value)
  if (reason === null) {
    drop(key)
    return
  }
  unstored.set(key, value)
  unkept.note(partOf(key), reason, keepAgain)
}

export const getLocal = (key: string): string | null => unstored.get(key) ?? read(key)

/**
 * Throws where the browser refuses: the value would come back at the next start, and a reset must report that
 * (SETTINGS-2).
 */
export const removeLocal = (key: string): void => {
  drop(key)
  storageOrNone()?.removeItem(key)
}

export const localKeys = (): readonly string[] => [
  ...new Set([...Object.keys(storageOrNone() ?? {}), ...unstored.keys()]),
]

/** `known`: number of settings in the log. When local storage has none of them, a person has deleted it. */
export const noteMissing = (known: number): void => {
  if (known > 0 && storageOrNone()?.length === 0) unkept.note("settings", "deleted")
}

/** Local storage was emptied in one step, as browsers do. Our own reset removes each key by name. */
const noteEmptied = (): void => {
  unstored.clear()
  unkept.note("settings", "deleted")
}

/** Calls back with the key that another tab has changed; null for all of them. */
export const onForeignLocal = (listener: (key: string | null) => void): (() => void) => {
  const changed = ({ key, storageArea }: StorageEvent) => {
    if (storageArea === null || storageArea === storageOrNone()) listener(key)
  }
  addEventListener("storage", changed)
  return () => removeEventListener("storage", changed)
}

/** Follows the changes of other tabs, from when the engine is loaded. */
export const followLocal = (): (() => void) =>
  onForeignLocal((key) => {
    if (key === null) noteEmptied()
    else drop(key)
  })
