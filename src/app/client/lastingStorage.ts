import { createStore } from "./store.ts"

let hasAsked = false

/** Whether the browser has answered the app, which asked it not to remove what is stored here. */
export const hasAnswered = createStore(false)

/**
 * Once an action is kept here and nowhere else, losing the storage would lose the action. A browser may ask the
 * person, so it is asked once a page and only then. Settings show the answer; a browser that does not answer promised
 * nothing.
 */
export const askForLastingStorage = (): void => {
  if (hasAsked || !("storage" in navigator)) return
  hasAsked = true
  navigator.storage.persist().then(
    () => hasAnswered.set(true),
    () => undefined,
  )
}
