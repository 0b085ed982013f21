import { createStore } from "./store.ts"

/** The state of the app's request to the browser never to remove the storage of this site. */
export const lastingStorage = createStore<"unasked" | "asked" | "answered">("unasked")

/**
 * Once an action is stored only here, losing the storage would lose the action. A browser may ask the person, so the
 * app asks the browser once a page, and not before. Settings show the answer. A browser that does not answer has
 * promised nothing.
 */
export const askForLastingStorage = (): void => {
  if (lastingStorage.get() !== "unasked" || !("storage" in navigator)) return
  lastingStorage.set("asked")
  navigator.storage.persist().then(
    () => lastingStorage.set("answered"),
    () => undefined,
  )
}
