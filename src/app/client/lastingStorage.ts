import { createStore } from "./store.ts"

/** The state of the app's request to the browser never to remove the storage of this site. */
export const lastingStorage = createStore<"unasked" | "asked" | "answered">("unasked")

/**
 * Once an action is kept here and nowhere else, losing the storage would lose the action. A browser may ask the
 * person, so it is asked once a page and only then. Settings show the answer; a browser that does not answer promised
 * nothing.
 */
export const askForLastingStorage = (): void => {
  if (lastingStorage.get() !== "unasked" || !("storage" in navigator)) return
  lastingStorage.set("asked")
  navigator.storage.persist().then(
    () => lastingStorage.set("answered"),
    () => undefined,
  )
}
