import { type ApplicationState, initialApplication } from "../features/application/feature.ts"
import { type BatchesState, initialBatches } from "../features/batches/state.ts"
import { type BridgeState, initialBridge } from "../features/bridge/feature.ts"
import { type ConnectionState, initialConnection } from "../features/connection/feature.ts"
import { type DevicesState, initialDevices } from "../features/devices/state.ts"
import {
  type DamageState,
  type DiagnosticsState,
  initialDamage,
  initialDiagnostics,
} from "../features/diagnostics/feature.ts"
import { type FirmwareState, initialFirmware } from "../features/firmware/state.ts"
import { initialFlows } from "../features/flows/feature.ts"
import type { FlowsState } from "../features/flows/machines.ts"
import { initialLan, type LanState } from "../features/lan/state.ts"
import { initialPlaces, type PlacesState } from "../features/places/feature.ts"
import { initialReach, type ReachState } from "../features/reach/feature.ts"
import { initialRecentMacs, type RecentMacsState } from "../features/recentMacs/feature.ts"
import { initialSession, type SessionState } from "../features/session/state.ts"
import { initialSettings, type SettingsState } from "../features/settings/feature.ts"
import { initialSharing, type SharingState } from "../features/sharing/state.ts"
import { initialTags, type TagsState } from "../features/tags/feature.ts"
import { initialOutbox, type OutboxState } from "../outbox/state.ts"

/** Everything the screens show: one fold of events, one slice a feature (EVENT-2, STATE-1). */
export interface State {
  readonly application: ApplicationState
  readonly connection: ConnectionState
  readonly session: SessionState
  readonly settings: SettingsState
  readonly devices: DevicesState
  readonly sharing: SharingState
  readonly outbox: OutboxState
  readonly places: PlacesState
  readonly flows: FlowsState
  readonly diagnostics: DiagnosticsState
  readonly damage: DamageState
  readonly tags: TagsState
  readonly wakes: RecentMacsState
  readonly bridge: BridgeState
  readonly lan: LanState
  readonly reach: ReachState
  readonly firmware: FirmwareState
  readonly batches: BatchesState
}

/** Raise when the shape or the meaning of State changes: older snapshots are then folded anew from the log. */
export const STATE_VERSION = 30

export const initialState: State = {
  application: initialApplication,
  connection: initialConnection,
  session: initialSession,
  settings: initialSettings,
  devices: initialDevices,
  sharing: initialSharing,
  outbox: initialOutbox,
  places: initialPlaces,
  flows: initialFlows,
  diagnostics: initialDiagnostics,
  damage: initialDamage,
  tags: initialTags,
  wakes: initialRecentMacs,
  bridge: initialBridge,
  lan: initialLan,
  reach: initialReach,
  firmware: initialFirmware,
  batches: initialBatches,
}
