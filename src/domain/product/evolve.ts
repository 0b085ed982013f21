import { applyConfirmed } from "../actions/apply.ts"
import { typedMac } from "../actions/definitions/wakeDevice.ts"
import type { Draft } from "../event/draft.ts"
import { evolveApplication } from "../features/application/feature.ts"
import { evolveBatches } from "../features/batches/state.ts"
import { evolveBridge } from "../features/bridge/feature.ts"
import { evolveConnection } from "../features/connection/feature.ts"
import { evolveDevices, requestDevices } from "../features/devices/state.ts"
import { evolveDamage, evolveDiagnostics } from "../features/diagnostics/feature.ts"
import { isFirmwareEvent } from "../features/firmware/events.ts"
import { evolveFirmware } from "../features/firmware/state.ts"
import { evolveFlows } from "../features/flows/feature.ts"
import { evolveLan } from "../features/lan/state.ts"
import { evolvePlaces } from "../features/places/feature.ts"
import { evolveReach, isReachEvent } from "../features/reach/feature.ts"
import { rememberMac } from "../features/recentMacs/feature.ts"
import { evolveSession } from "../features/session/state.ts"
import { evolveSettings } from "../features/settings/feature.ts"
import { evolveSharing, requestSharing } from "../features/sharing/state.ts"
import { evolveTags } from "../features/tags/feature.ts"
import { evolveOutbox } from "../outbox/evolve.ts"
import { evolveFollowed } from "./batches.ts"
import type { RecordedEvent } from "./events.ts"
import type { State } from "./state.ts"
import { isUnaccepted } from "./unacceptedInvitations.ts"

export const evolve = (state: State, event: RecordedEvent, draft: Draft): State => {
  const next = draft.edit(state)
  if (isFirmwareEvent(event)) {
    next.firmware = evolveFirmware(next.firmware, event, draft)
    return next
  }
  if (isReachEvent(event)) {
    next.reach = evolveReach(next.reach, event, draft)
    return next
  }
  switch (event.type) {
    case "AppStarted":
    case "AppVersionTold":
    case "VersionNoticeDismissed":
      next.application = evolveApplication(next.application, event, draft)
      return next
    case "ConnectionChanged":
      next.connection = evolveConnection(next.connection, event, draft)
      return next
    case "SignInStarted":
    case "SignInFailed":
    case "SignedIn":
    case "ProfileRead":
    case "SignedOut":
    case "DeletionSent":
    case "DeletionRefused":
    case "AccountDeleted":
    case "AccountRemembered":
    case "GuestEntered":
      next.session = evolveSession(next.session, event, draft)
      return next
    case "PreferenceObserved":
      next.settings = evolveSettings(next.settings, event, draft)
      return next
    case "DevicesRead":
    case "DevicesReadFailed":
      next.devices = evolveDevices(next.devices, event, draft)
      return next
    case "RefreshRequested":
      next.devices = requestDevices(next.devices, event.payload.account, event.payload.list, draft)
      if (event.payload.list !== "devices")
        next.sharing = requestSharing(next.sharing, event.payload.account, event.payload.list, draft)
      return next
    case "SubAccountsRead":
    case "MainAccountsRead":
    case "SharingReadFailed":
    case "InvitationAccepted":
    case "AwaitingDismissed":
      next.sharing = evolveSharing(next.sharing, event, draft)
      return next
    case "RouteOpened":
    case "DialogOpened":
    case "DialogClosed":
    case "ToastShown":
      next.places = evolvePlaces(next.places, event, draft)
      return next
    case "FlowMoved":
      next.flows = evolveFlows(next.flows, event, draft)
      return next
    case "InputRejected":
      next.diagnostics = evolveDiagnostics(next.diagnostics, event, draft)
      return next
    case "StorageRecovered":
    case "EventSetAside":
    case "DamageFound":
    case "DamageDismissed":
    case "LogLost":
      next.damage = evolveDamage(next.damage, event)
      return next
    case "DevicesTagged":
    case "DevicesUntagged":
      next.tags = evolveTags(next.tags, event, draft)
      return next
    case "BridgeLinkChanged":
    case "LinuxTipsTold":
    case "LinuxTipsDismissed":
      next.bridge = evolveBridge(next.bridge, event, draft)
      return next
    case "LanDevicesTold":
    case "ScanStarted":
    case "ScanEnded":
    case "LanWakeTold":
      next.lan = evolveLan(next.lan, event, draft)
      return next
    case "BatchStarted":
    case "BatchMoved":
    case "BatchDeviceLeft":
      next.batches = evolveBatches(next.batches, event, draft)
      return next
    default:
      if (event.type === "ActionQueued")
        next.wakes = rememberMac(next.wakes, event.payload.account, typedMac(event.payload.intent), draft)
      else if (event.type === "ActionConfirmed") confirm(next, event.payload.action, event, draft)
      next.batches = evolveFollowed(next.batches, event, next.outbox, draft)
      next.outbox = evolveOutbox(next.outbox, event, draft, (action) => isUnaccepted(next, action))
      return next
  }
}

const confirm = (
  state: { -readonly [K in keyof State]: State[K] },
  id: string,
  { seq, at }: RecordedEvent,
  draft: Draft,
): void => {
  const action = state.outbox.actions.get(id)
  if (action !== undefined) applyConfirmed(state, { account: action.account, intent: action.intent, seq, at }, draft)
}
