import type { State } from "../../domain/product/state.ts"
import { createClient } from "./create.ts"
import type { Deployment } from "./deployment.ts"
import type { ClientHandle } from "./handle.ts"
import { dialogNames, type OpenedDialog } from "./opened.ts"
import type { Client } from "./provider.ts"
import { createStore } from "./store.ts"

/** One moment of a recorded log: the state folded so far, and the time of the event it ends with, ms. */
export interface Moment {
  readonly state: State
  readonly at: number
  /** The tab whose screen is shown, where that changes from one moment to the next. */
  readonly tab?: string
}

export interface ReplayClient {
  readonly client: Client
  /** Shows another moment: screens, open dialog and outbox panel follow. */
  readonly show: (moment: Moment) => void
}

/**
 * A client over a folded log, as the person at `tab` saw it. What is open comes from the log, and nothing that a screen
 * asks for is done: no request leaves it, and nothing of this browser is read or written.
 */
export const createReplayClient = (tab: string, first: Moment, deployment: Deployment): ReplayClient => {
  const moment = createStore(first)
  const client = createClient(() => moment.get().at)
  const shownTab = () => moment.get().tab ?? tab
  const handle: ClientHandle = {
    get tab() {
      return shownTab()
    },
    secure: true,
    state: () => moment.get().state,
    status: () => ({ storage: "ok", outdated: false, failing: false }),
    subscribe: moment.subscribe,
    onEvents: () => () => undefined,
    log: null,
    send: (_request, refused) => refused?.("readOnly"),
    invitationCode: (_action, told) => told(null),
    pairing: null,
    view: () => ({ set: () => undefined, input: () => undefined, stop: () => undefined }),
    check: () => "readOnly",
  }
  const follow = () => showOpened(client, moment.get().state, shownTab())
  moment.subscribe(follow)
  client.start.set({ phase: "ready", handle, deployment })
  follow()
  return { client, show: moment.set }
}

const showOpened = ({ dialog, outboxPanel, commandView }: Client, state: State, tab: string): void => {
  const opened = state.places.get(tab)?.dialogs ?? []
  const isOpened = (name: string) => opened.some((one) => one.dialog === name)
  outboxPanel.set({ isOpen: isOpened("outbox"), focus: null })
  commandView.set(isOpened("palette") ? "palette" : isOpened("shortcuts") ? "shortcuts" : "none")
  dialog.set(dialogOf(state, tab, dialog.get()))
}

/** The dialog that was opened last; the one on show stays the same while it is the same opening. */
const dialogOf = (state: State, tab: string, shown: OpenedDialog | null): OpenedDialog | null => {
  const last = state.places.get(tab)?.dialogs.findLast(({ dialog }) => dialogNames.some((name) => name === dialog))
  const name = dialogNames.find((known) => known === last?.dialog)
  if (last === undefined || name === undefined) return null
  const subject = last.about ?? ""
  const { among } = last
  if (shown?.name === name && shown.subject === subject) return shown
  return {
    name,
    subject,
    among,
    isOpen: true,
    session: state.session.current?.id ?? null,
    turn: (shown?.turn ?? 0) + 1,
  }
}
