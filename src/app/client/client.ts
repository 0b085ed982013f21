import { useCallback, useRef, useSyncExternalStore } from "react"
import type { EngineStatus } from "../../domain/engine/engine.ts"
import type { State } from "../../domain/model/state.ts"
import { touchClocks, useNow } from "./clock.ts"
import { type Deployment, loadDeployment, noDeployment } from "./deployment.ts"
import type { ClientHandle, CommandRequest, Refused, Request } from "./handle.ts"
import { sameView } from "./sameView.ts"

/**
 * The engine is a chunk of its own that loads beside the first screen. Screens have two hooks: `useView` reads a view,
 * `useSend` sends a request; before the engine is there views are undefined and requests wait.
 */

type Start =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly handle: ClientHandle; readonly deployment: Deployment }
  /** The log could not be opened (or the chunk not be loaded): the reason is for the screen that says so. */
  | { readonly phase: "failed"; readonly reason: EngineStatus["storage"] }

let start: Start = { phase: "loading" }
let deployment: Deployment = noDeployment
const listeners = new Set<() => void>()
const early: ((handle: ClientHandle) => void)[] = []

const announce = (next: Start) => {
  start = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const wake = () => {
  touchClocks()
  for (const listener of listeners) listener()
}

/** Loads settings and engine and starts both; called once. */
export const startClient = async (): Promise<void> => {
  try {
    const [settings, runtime] = await Promise.all([loadDeployment(), import("../runtime.ts")])
    deployment = settings
    const started = await runtime.startRuntime(settings)
    if (!started.ok) return announce({ phase: "failed", reason: started.reason })
    started.handle.subscribe(wake)
    announce({ phase: "ready", handle: started.handle, deployment })
    for (const run of early.splice(0)) run(started.handle)
  } catch {
    announce({ phase: "failed", reason: "failed" })
  }
}

export const useStart = (): Start => useSyncExternalStore(subscribe, () => start)

export const useDeployment = (): Deployment => {
  const now = useStart()
  return now.phase === "ready" ? now.deployment : deployment
}

/** A view of the state, rerendering only when what it shows has changed; undefined until the engine is there. */
export const useView = <View>(view: (state: State, now: number) => View, period?: number): View | undefined => {
  const now = useNow(period)
  const last = useRef<View | undefined>(undefined)
  return useSyncExternalStore(subscribe, () => {
    if (start.phase !== "ready") return undefined
    const next = view(start.handle.state(), now)
    if (!sameView(last.current, next)) last.current = next
    return last.current
  })
}

/** What keeps the engine from working as it should. */
export const useEngineStatus = (): EngineStatus & { readonly secure: boolean } => {
  const last = useRef<(EngineStatus & { secure: boolean }) | undefined>(undefined)
  return useSyncExternalStore(subscribe, () => {
    const next =
      start.phase === "ready"
        ? { ...start.handle.status(), secure: start.handle.secure }
        : { storage: start.phase === "failed" ? start.reason : ("ok" as const), outdated: false, secure: true }
    if (last.current === undefined || !sameView(last.current, next)) last.current = next
    return last.current
  })
}

/** Sends a request; before the engine is there it waits for it. */
export const useSend = () =>
  useCallback((request: Request, refused?: (reason: Refused) => void, done?: () => void) => {
    if (start.phase === "ready") start.handle.send(request, refused, done)
    else if (start.phase === "failed") refused?.("storage")
    else early.push((handle) => handle.send(request, refused, done))
  }, [])

/** Whether the domain would refuse a command now: for messages beside a field. */
export const useCheck = () =>
  useCallback((command: CommandRequest): Refused | null => {
    return start.phase === "ready" ? start.handle.check(command) : null
  }, [])

/** This tab's name in the log; undefined until the engine is there. */
export const useTab = (): string | undefined => {
  const now = useStart()
  return now.phase === "ready" ? now.handle.tab : undefined
}
