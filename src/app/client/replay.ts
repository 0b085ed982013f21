import type { State } from "../../domain/product/state.ts"
import { isDialogName, type RecordedName } from "../../domain/values/dialogs.ts"
import type { FleetLog } from "../../domain/views/fleetLog.ts"
import { createClient } from "./create.ts"
import type { Deployment } from "./deployment.ts"
import { type ClientHandle, noViewer } from "./handle.ts"
import type { OpenedDialog } from "./overlays.ts"
import type { Client } from "./provider.ts"

/**
 * One moment of a recorded log: the state folded so far, the time of its last event, ms, and the tab whose screen it
 * is.
 */
export interface Moment {
  readonly state: State
  readonly at: number
  readonly tab: string
  /** The fleet as the log reports it up to this moment. */
  readonly fleet?: FleetLog
}

/**
 * A client of one moment of a folded log, as the person at its tab saw it. Its overlays come from the log. It refuses
 * all requests of screens: it sends nothing, and neither reads nor writes anything of this browser. A client never
 * changes: the next moment is another client, which takes over from the one `before`. React renders a change of a store
 * in one piece, which would delay keys; it renders another client in slices.
 */
export const createReplayClient = (moment: Moment, deployment: Deployment, before: Client | null): Client => {
  const client = createClient(() => moment.at)
  client.start.set({ phase: "ready", handle: handleOf(moment), deployment })
  client.shows(client.start.get())
  showOpened(client, moment, before?.dialog.get() ?? null)
  /* Every moment refuses requests, so callers need not start again. Pages find the device list as they left it. */
  return before === null ? client : { ...client, whenReady: before.whenReady, devicesAddress: before.devicesAddress }
}

const handleOf = ({ state, tab, fleet }: Moment): ClientHandle => ({
  tab,
  secure: true,
  state: () => state,
  status: () => ({ storage: "ok", outdated: false, failing: false }),
  isSilent: () => false,
  subscribe: () => () => undefined,
  onEvents: () => () => undefined,
  log: null,
  ...(fleet !== undefined && { fleet }),
  send: (_request, refused) => refused?.("readOnly"),
  invitationCode: (_action, report) => report(null),
  pairing: null,
  view: () => noViewer,
})

const showOpened = (
  { dialog, outboxPanel, commandView, filesPanel }: Client,
  { state, tab }: Moment,
  shown: OpenedDialog | null,
): void => {
  const opened = state.places.get(tab)?.dialogs ?? []
  const isOpened = (name: RecordedName) => opened.some((one) => one.dialog === name)
  outboxPanel.set({ isOpen: isOpened("outbox"), focus: null })
  commandView.set(isOpened("palette") ? "palette" : isOpened("shortcuts") ? "shortcuts" : "none")
  filesPanel.set(isOpened("logFiles"))
  dialog.set(dialogOf(state, tab, shown))
}

/** The dialog that was opened last. Returns `shown` itself while it is the same opening. */
const dialogOf = (state: State, tab: string, shown: OpenedDialog | null): OpenedDialog | null => {
  const last = state.places.get(tab)?.dialogs.findLast(({ dialog }) => isDialogName(dialog))
  const name = last?.dialog
  if (last === undefined || name === undefined || !isDialogName(name)) return null
  const subject = last.about ?? ""
  const { among } = last
  if (shown?.name === name && shown.subject === subject) return shown
  return {
    name,
    subject,
    among,
    isOpen: true,
    session: state.session.current?.id ?? null,
    opening: (shown?.opening ?? 0) + 1,
  }
}
