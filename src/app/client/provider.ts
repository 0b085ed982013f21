import { createContext, createElement, type ReactNode, startTransition, useContext, useEffect, useState } from "react"
import type { EngineStatus } from "../../domain/client/log/engine.ts"
import type { Mode } from "../../domain/wire/bridge.ts"
import type { Deployment } from "./deployment.ts"
import type { AppRequest, ClientHandle } from "./handle.ts"
import type { CommandView, OpenedDialog, OutboxPanel } from "./overlays.ts"
import type { Rescue } from "./rescue.ts"
import type { Store } from "./store.ts"
import type { Clock } from "./ticker.ts"

export type ClientStart =
  /** `folded`: the share of a long log that a new release has read. */
  | { readonly phase: "loading"; readonly folded?: number }
  | { readonly phase: "ready"; readonly handle: ClientHandle; readonly deployment: Deployment }
  /** The log could not be opened, or the engine's code not be loaded. A screen shows the reason. */
  | { readonly phase: "failed"; readonly reason: EngineStatus["storage"]; readonly rescue: Rescue | null }

/** The batches whose results are on screen, so that no toast repeats them. */
export type OpenRecords = Set<string>

/**
 * The typed text when the native side went away together with its question. The device asks again once the native side
 * is back. The text is only in memory, until the person sends or abandons it.
 */
export interface UnfinishedPasscode {
  readonly id: string
  readonly text: string
}

/**
 * The shared parts of the screens of one client: its engine, its clock, and the overlays of its pages. The live client
 * follows the person. A replay has a client for each moment of its log. Two clients never share a store.
 */
export interface Client {
  readonly start: Store<ClientStart>
  /** Known before the engine is ready. */
  readonly deployment: Store<Deployment>
  readonly clock: Clock
  readonly dialog: Store<OpenedDialog | null>
  readonly outboxPanel: Store<OutboxPanel>
  readonly commandView: Store<CommandView>
  /** True while the panel with the files of the event log is open. */
  readonly filesPanel: Store<boolean>
  readonly openRecords: OpenRecords
  /** The address of the device list with its last filter and order (DEVICE-12). */
  readonly devicesAddress: Store<string>
  /** The requested modes that devices have not reported yet (MODE-2), by device. Only this page waits for them. */
  readonly askedModes: Store<ReadonlyMap<string, Mode>>
  readonly unfinishedPasscode: Store<UnfinishedPasscode | null>
  /** Requests of screens that the engine has not answered yet. */
  readonly unanswered: Set<AppRequest>
  /** Called by the provider once the screens show this start. */
  readonly shows: (start: ClientStart) => void
  /**
   * Runs at once, or as soon as the screens show that the engine is ready. Calls `failed` when the engine will never be
   * ready.
   */
  readonly whenReady: (run: (handle: ClientHandle) => void, failed?: () => void) => void
  /** Calls back when the state, the status or the start has changed. */
  readonly subscribe: (listener: () => void) => () => void
}

const ClientContext = createContext<Client | null>(null)
const StartContext = createContext<ClientStart>({ phase: "loading" })

/**
 * Provides a part of the page with its client. The engine's readiness changes every screen, so it is a transition:
 * React renders it in slices, and a slow machine can respond in between. Callers that wait for the engine run in the
 * next task, because a commit in the middle of a transition makes React render all of it again at once.
 */
export const ClientProvider = ({ value, children }: { readonly value: Client; readonly children: ReactNode }) => {
  const [start, setStart] = useState(value.start.get)
  useEffect(() => {
    const follow = () => startTransition(() => setStart(value.start.get()))
    follow()
    return value.start.subscribe(follow)
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => value.shows(start))
    return () => clearTimeout(timer)
  }, [value, start])
  return createElement(ClientContext, { value }, createElement(StartContext, { value: start }, children))
}

/** Provides the screens with one moment of a replay. Its start is ready from the first and never changes. */
export const MomentProvider = ({ value, children }: { readonly value: Client; readonly children: ReactNode }) =>
  createElement(ClientContext, { value }, createElement(StartContext, { value: value.start.get() }, children))

/** The start of the engine, as all screens of the page show it. */
export const useStart = (): ClientStart => useContext(StartContext)

export const useClient = (): Client => {
  const client = useContext(ClientContext)
  if (client === null) throw new Error("a screen needs a ClientProvider around it")
  return client
}
