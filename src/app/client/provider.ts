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
  /** `folded`: which share of a long log a new release has read. */
  | { readonly phase: "loading"; readonly folded?: number }
  | { readonly phase: "ready"; readonly handle: ClientHandle; readonly deployment: Deployment }
  /** The log could not be opened (or the chunk not be loaded): the reason is for the screen that says so. */
  | { readonly phase: "failed"; readonly reason: EngineStatus["storage"]; readonly rescue: Rescue | null }

/** The batches whose results are on screen, so that no toast repeats them. */
export type OpenRecords = Set<string>

/**
 * What was typed when the native side went and took its question with it: the device asks again once it is back. In memory
 * alone, as all that is typed, until it is given or given up.
 */
export interface UnfinishedPasscode {
  readonly id: string
  readonly text: string
}

/**
 * What the screens of one client share: its engine, its clock, and what is open over its pages. The live client follows
 * the person; a replay has one for each moment of its log. Two of them never share a store.
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
  /** The list of devices as it was looked at last, with its filter and order (DEVICE-12). */
  readonly devicesAddress: Store<string>
  /** Modes that devices were asked for and have not reported yet (MODE-2), by device; this page alone waits for them. */
  readonly askedModes: Store<ReadonlyMap<string, Mode>>
  readonly unfinishedPasscode: Store<UnfinishedPasscode | null>
  /** Requests of screens that the engine has not answered yet. */
  readonly unanswered: Set<AppRequest>
  /** Called by the provider once the screens show this start. */
  readonly shows: (start: ClientStart) => void
  /** Runs at once, or as soon as the screens show that the engine is ready; `failed` when it never will be. */
  readonly whenReady: (run: (handle: ClientHandle) => void, failed?: () => void) => void
  /** Calls back when the state, the status or the start has changed. */
  readonly subscribe: (listener: () => void) => () => void
}

const ClientContext = createContext<Client | null>(null)
const StartContext = createContext<ClientStart>({ phase: "loading" })

/**
 * Gives a part of the page its client. That the engine is ready changes every screen, so it is a transition: React renders it in
 * slices, and a slow machine answers in between. What waits for the engine comes in the next task, because a commit
 * in the middle of a transition makes React render all of it again at once.
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

/** Gives the screens one moment of a replay, whose start is there from the first and never changes. */
export const MomentProvider = ({ value, children }: { readonly value: Client; readonly children: ReactNode }) =>
  createElement(ClientContext, { value }, createElement(StartContext, { value: value.start.get() }, children))

/** How far the engine is, as all screens of the page know it. */
export const useStart = (): ClientStart => useContext(StartContext)

export const useClient = (): Client => {
  const client = useContext(ClientContext)
  if (client === null) throw new Error("a screen needs a ClientProvider around it")
  return client
}
