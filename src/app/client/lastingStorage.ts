import { createStore } from "./store.ts"

/** Whether the app has asked the browser not to remove what is stored here, and whether the browser has answered. */
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
