import { useSyncExternalStore } from "react"
import { applyUpdate, dismissUpdate, subscribeUpdate, type UpdateState, updateState } from "./serviceWorker.ts"

/** Whether a new version of the app waits, and how to start it or to put it off. */
export const useUpdate = (): {
  readonly state: UpdateState
  readonly apply: () => void
  readonly dismiss: () => void
} => ({
  state: useSyncExternalStore(subscribeUpdate, updateState),
  apply: applyUpdate,
  dismiss: dismissUpdate,
})
