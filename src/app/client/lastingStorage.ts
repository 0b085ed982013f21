/** Whether the browser promised not to remove what this app has stored, and how the app asks for it. */

let hasAsked = false
const listeners = new Set<() => void>()

/** Calls back when the browser has answered. */
export const onAnswer = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Once an action is kept here and nowhere else, losing the storage would lose the action. A browser may ask the
 * person, so it is asked once a page and only then. Settings show the answer; a browser that does not answer promised
 * nothing.
 */
export const askForLastingStorage = (): void => {
  if (hasAsked || !("storage" in navigator)) return
  hasAsked = true
  navigator.storage.persist().then(
    () => {
      for (const listener of listeners) listener()
    },
    () => undefined,
  )
}
