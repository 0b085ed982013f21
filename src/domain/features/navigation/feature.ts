import * as Schema from "effect/Schema"
import { trace } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import type { RecordedName } from "../../values/dialogs.ts"
import { TABS_KEPT, TOAST_MAX } from "../../values/limits.ts"
import { valid } from "../../values/parsed.ts"

/** Parameters of a message: names and numbers, never typed text and never a secret. */
const Params = Schema.Record(Schema.String, Schema.String)

/** The navigation of the person (EVENT-1): path, dialogs and toasts of each tab. */
const navigationEvents = {
  RouteOpened: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct({ path: Schema.String }) },
  DialogOpened: {
    v: 2,
    origin: "person",
    sign: ["info", "off"],
    payload: Schema.Struct({
      dialog: Schema.String,
      /** Id of the subject of the dialog, or null. Version 1 called it `subject`, which exports hide as a name. */
      about: Schema.NullOr(Schema.String),
      /** Ids of the devices that a person chose for a batch. */
      among: Schema.Array(Schema.String),
    }),
    upcast: {
      1: (payload: unknown) => ({ ...Object(payload), about: Reflect.get(Object(payload), "subject"), among: [] }),
    },
  },
  DialogClosed: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct({ dialog: Schema.String }) },
  ToastShown: {
    v: 1,
    origin: "app",
    sign: ["info", "off"],
    payload: Schema.Struct({
      kind: Schema.Literals(["success", "error", "custom", "blank", "loading"]),
      message: Schema.String,
      params: Params,
    }),
  },
} as const
export type NavigationEvent = EventOf<typeof navigationEvents>

interface Toast {
  readonly kind: Extract<NavigationEvent, { type: "ToastShown" }>["payload"]["kind"]
  readonly message: string
  readonly params: Readonly<Record<string, string>>
  /** ms */
  readonly at: number
}

type OpenedDialog = Extract<NavigationEvent, { type: "DialogOpened" }>["payload"]

interface Navigation {
  readonly route: string
  readonly dialogs: readonly OpenedDialog[]
  /** The latest, oldest first. */
  readonly toasts: readonly Toast[]
}

/** By tab, the last moved one at the end. */
type NavigationState = ReadonlyMap<string, Navigation>
const initialNavigation: NavigationState = new Map()

/** Logs may hold names of other releases. The names that this release opens and closes have texts (EVENT-6). */
type Named<Payload> = Payload extends { readonly dialog: string }
  ? Payload & { readonly dialog: RecordedName }
  : Payload

export type NavigationCommand = {
  readonly [E in NavigationEvent as E["type"]]: { readonly type: CommandName[E["type"]] } & Named<E["payload"]>
}[NavigationEvent["type"]]

interface CommandName {
  readonly RouteOpened: "OpenRoute"
  readonly DialogOpened: "OpenDialog"
  readonly DialogClosed: "CloseDialog"
  readonly ToastShown: "ShowToast"
}

const nowhere: Navigation = { route: "/", dialogs: [], toasts: [] }

const evolveNavigation = (state: NavigationState, event: NavigationEvent & Envelope, draft: Draft): NavigationState => {
  const next = draft.edit(state)
  const current = moved(next.get(event.tab) ?? nowhere, event)
  // Moves the tab to the end, where a single one is already.
  if (next.size > 1) next.delete(event.tab)
  next.set(event.tab, current)
  if (next.size > TABS_KEPT) dropOldest(next)
  return next
}

const dropOldest = (tabs: Map<string, Navigation>): void => {
  for (const tab of tabs.keys()) {
    if (tabs.size <= TABS_KEPT) break
    tabs.delete(tab)
  }
}

const moved = (current: Navigation, event: NavigationEvent & Envelope): Navigation => {
  switch (event.type) {
    case "RouteOpened":
      return { ...current, route: event.payload.path, dialogs: [] }
    case "DialogOpened":
      return { ...current, dialogs: [...current.dialogs, event.payload] }
    case "DialogClosed": {
      const last = current.dialogs.findLastIndex(({ dialog }) => dialog === event.payload.dialog)
      return last < 0 ? current : { ...current, dialogs: current.dialogs.toSpliced(last, 1) }
    }
    case "ToastShown":
      return { ...current, toasts: [...current.toasts, { ...event.payload, at: event.at }].slice(-TOAST_MAX) }
  }
}

const decideNavigation = (
  command: NavigationCommand,
  state: NavigationState,
  tab: string,
): readonly NavigationEvent[] => {
  switch (command.type) {
    case "OpenRoute":
      return state.get(tab)?.route === command.path ? [] : [{ type: "RouteOpened", payload: { path: command.path } }]
    case "OpenDialog":
      return [{ type: "DialogOpened", payload: { dialog: command.dialog, about: command.about, among: command.among } }]
    case "CloseDialog":
      return [{ type: "DialogClosed", payload: { dialog: command.dialog } }]
    case "ShowToast": {
      const { kind, message, params } = command
      return [{ type: "ToastShown", payload: { kind, message, params } }]
    }
  }
}

export const navigation = defineFeature({
  key: "places",
  initial: initialNavigation,
  events: navigationEvents,
  evolve: evolveNavigation,
  commands: { OpenRoute: trace, OpenDialog: trace, CloseDialog: trace, ShowToast: trace },
  decide: (command: NavigationCommand, state, { tab }) => valid(decideNavigation(command, state, tab)),
})
