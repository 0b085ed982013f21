/**
 * Values that a screen keeps for the next time and that the log does not hold. Where local storage is forbidden or
 * full, a value stays in memory while the page lives.
 */
const unstored = new Map<string, string>()

export const readKept = (key: string): string | null => {
  try {
    return unstored.get(key) ?? localStorage.getItem(key)
  } catch {
    return unstored.get(key) ?? null
  }
}

export const keep = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
    unstored.delete(key)
  } catch {
    unstored.set(key, value)
  }
  for (const changed of listeners) changed()
}

const listeners = new Set<() => void>()

/** Calls back after a change, also in another tab. Returns a function that unsubscribes. */
export const onKept = (changed: () => void): (() => void) => {
  listeners.add(changed)
  addEventListener("storage", changed)
  return () => {
    listeners.delete(changed)
    removeEventListener("storage", changed)
  }
}
