import { useCallback, useRef, useSyncExternalStore } from "react"
import type { EngineStatus } from "../../domain/client/log/engine.ts"
import type { Answer } from "../../domain/client/requests.ts"
import type { State } from "../../domain/product/state.ts"
import { useNow } from "./clock.ts"
import { type Deployment, unreadDeployment } from "./deployment.ts"
import type { AppRequest, ClientHandle, Refused } from "./handle.ts"
import { type Look, lookAgain } from "./lookAgain.ts"
import { type ClientStart, useClient, useStart } from "./provider.ts"
import { sameView } from "./sameView.ts"
import { useStore } from "./store.ts"

export { useStart } from "./provider.ts"

/**
 * A screen reads by `useView` (or `useViewOf` for the view of one thing) and sends requests by `useSend`. Before the
 * engine is ready, views are undefined and requests wait.
 */

export const useDeployment = (): Deployment => useStore(useClient().deployment)

/** True once the app has read the settings of the deployment, or has given up on reading them. */
export const useIsDeploymentKnown = (): boolean => useDeployment() !== unreadDeployment

/**
 * A view of the state; undefined until the engine is ready. The caller rerenders only when the view shows something
 * else.
 */
export const useView = <View>(view: (state: State, now: number) => View, period?: number): View | undefined => {
  const { subscribe } = useClient()
  const start = useStart()
  const now = useNow(period)
  const last = useRef<Look<State, View> | undefined>(undefined)
  return useSyncExternalStore(subscribe, () => {
    if (start.phase !== "ready") return undefined
    last.current = lookAgain(last.current, view, start.handle.state(), now)
    return last.current.shown
  })
}

/** A view of one thing, by its id: `useViewOf(subAccountRow, id)`. `view` must be the same function on every render. */
export const useViewOf = <About, View>(
  view: (state: State, about: About, now: number) => View,
  about: About,
): View | undefined => useView(useCallback((state: State, now: number) => view(state, about, now), [view, about]))

/** True while the app reads a long log. For those seconds its content is unknown. */
export const useIsFolding = (): boolean => {
  const start = useStart()
  return start.phase === "loading" && start.folded !== undefined
}

/** The faults that keep the engine from working as it should. */
export const useEngineStatus = (): EngineStatus & { readonly secure: boolean } => {
  const { subscribe } = useClient()
  const start = useStart()
  const last = useRef<(EngineStatus & { secure: boolean }) | undefined>(undefined)
  return useSyncExternalStore(subscribe, () => {
    const next = statusOf(start)
    if (last.current === undefined || !sameView(last.current, next)) last.current = next
    return last.current
  })
}

const statusOf = (start: ClientStart): EngineStatus & { readonly secure: boolean } =>
  start.phase === "ready"
    ? { ...start.handle.status(), secure: start.handle.secure }
    : { storage: start.phase === "failed" ? start.reason : "ok", outdated: false, failing: false, secure: true }

/** Sends a request, which waits until the engine is ready. */
export const useSend = () => {
  const { whenReady, unanswered } = useClient()
  return useCallback(
    (request: AppRequest, refused?: (reason: Refused) => void, done?: (answer: Answer) => void) => {
      unanswered.add(request)
      const refuse = (reason: Refused): void => {
        unanswered.delete(request)
        refused?.(reason)
      }
      const finish = (answer: Answer): void => {
        unanswered.delete(request)
        done?.(answer)
      }
      whenReady(
        (handle) => handle.send(request, refuse, finish),
        () => refuse("storage"),
      )
    },
    [whenReady, unanswered],
  )
}

/** The engine, for code that needs more than views and requests; undefined until it is ready. */
export const useHandle = (): ClientHandle | undefined => {
  const start = useStart()
  return start.phase === "ready" ? start.handle : undefined
}

/** True when the server has owed a reply for longer than a server usually takes. */
export const useIsSilent = (): boolean => {
  const { subscribe } = useClient()
  const handle = useHandle()
  return useSyncExternalStore(subscribe, () => handle?.isSilent() ?? false)
}

/** This tab's name in the log; undefined until the engine is ready. */
export const useTab = (): string | undefined => useHandle()?.tab
