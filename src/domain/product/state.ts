import { initialOf, type StateOf } from "../event/feature.ts"
import { application } from "../features/application/feature.ts"
import { batches } from "../features/batches/feature.ts"
import { bridge } from "../features/bridge/feature.ts"
import { connection } from "../features/connection/feature.ts"
import { deviceSession } from "../features/deviceSession/feature.ts"
import { devices } from "../features/devices/feature.ts"
import { damage, diagnostics } from "../features/diagnostics/feature.ts"
import { firmware } from "../features/firmware/feature.ts"
import { flows } from "../features/flows/feature.ts"
import { lan } from "../features/lan/feature.ts"
import { navigation } from "../features/navigation/feature.ts"
import { wakes } from "../features/recentMacs/feature.ts"
import { session } from "../features/session/feature.ts"
import { settings } from "../features/settings/feature.ts"
import { sharing } from "../features/sharing/feature.ts"
import { tags } from "../features/tags/feature.ts"
import { outbox } from "../outbox/state.ts"

/**
 * Every slice of the state, with the events that change it alone. The processes in this folder change several slices at
 * once.
 */
export const features = [
  application,
  connection,
  session,
  settings,
  devices,
  sharing,
  outbox,
  navigation,
  flows,
  diagnostics,
  damage,
  tags,
  wakes,
  bridge,
  lan,
  deviceSession,
  firmware,
  batches,
] as const

/** Raise it when the shape or the meaning of State changes: a start then ignores older snapshots and folds the log. */
export const STATE_VERSION = 30

/** The state of all screens: one fold of events, one slice for each feature (EVENT-2, STATE-1). */
export type State = StateOf<(typeof features)[number]>

export const initialState: State = initialOf(features)
