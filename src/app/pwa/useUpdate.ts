import { useSyncExternalStore } from "react"
import { applyUpdate, subscribeUpdate, type UpdateState, updateState } from "./serviceWorker.ts"

/** Whether a new version of the app waits, and how to start it. */
export const useUpdate = (): { readonly state: UpdateState; readonly apply: () => void } => ({
  state: useSyncExternalStore(subscribeUpdate, updateState),
  apply: applyUpdate,
})
