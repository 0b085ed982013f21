import type { State } from "../../domain/product/state.ts"
import { isDialogName, type RecordedName } from "../../domain/values/dialogs.ts"
import type { FleetLog } from "../../domain/views/fleetLog.ts"
import { createClient } from "./create.ts"
import type { Deployment } from "./deployment.ts"
import { type ClientHandle, noViewer } from "./handle.ts"
import type { OpenedDialog } from "./overlays.ts"
import type { Client } from "./provider.ts"

/** One moment of a recorded log: the state folded so far, the time of the event it ends with, ms, and whose screen it is. */
export interface Moment {
  readonly state: State
  readonly at: number
  readonly tab: string
  /** The fleet as the log reports it up to this moment. */
  readonly fleet?: FleetLog
}

/**
 * A client of one moment of a folded log, as the person at its tab saw it. What is open comes from the log, and nothing
 * that a screen asks for is done: no request leaves it, and nothing of this browser is read or written. Nothing in it
 * changes either: the next moment is another client, which goes on from the one `before`. React renders what changed in a
 * store at once and whole, and would keep keys waiting; another client it renders in slices.
 */
export const createReplayClient = (moment: Moment, deployment: Deployment, before: Client | null): Client => {
  const client = createClient(() => moment.at)
  client.start.set({ phase: "ready", handle: handleOf(moment), deployment })
  client.shows(client.start.get())
  showOpened(client, moment, before?.dialog.get() ?? null)
  /* What is asked is refused at each moment, so callers need not start again; and pages find the list as it was left. */
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

/** The dialog that was opened last; the one on show stays the same while it is the same opening. */
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
