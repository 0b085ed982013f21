import type { AskRejection } from "../actions/definition.ts"
import { askFor, asksForAction, type PersonCommand } from "../actions/table.ts"
import type { Stamp } from "../event/event.ts"
import { type ApplicationCommand, decideApplication } from "../features/application/feature.ts"
import { type BridgeCommand, decideBridge } from "../features/bridge/feature.ts"
import { type ConnectionCommand, decideConnection } from "../features/connection/feature.ts"
import {
  type DamageCommand,
  type DiagnosticsCommand,
  decideDamage,
  decideDiagnostics,
} from "../features/diagnostics/feature.ts"
import type { FirmwareCommand, FirmwareRejection } from "../features/firmware/commands.ts"
import { decideFirmware } from "../features/firmware/decide.ts"
import { decideFlows, type FlowsCommand, type FlowsRejection } from "../features/flows/feature.ts"
import { decideLan, type LanCommand } from "../features/lan/decide.ts"
import { decidePlaces, type PlacesCommand } from "../features/places/feature.ts"
import { decideReach, type ReachCommand } from "../features/reach/feature.ts"
import type { RefreshCommand } from "../features/refresh/feature.ts"
import { decideSession, type SessionCommand } from "../features/session/decide.ts"
import { actionExpiryMs, decideSettings, isOn, type SettingsCommand } from "../features/settings/feature.ts"
import { decideSharing, type SharingCommand } from "../features/sharing/decide.ts"
import { decideTags, type TagsCommand, type TagsRejection } from "../features/tags/feature.ts"
import {
  decideOutbox,
  type OutboxCommand,
  type OutboxContext,
  type OutboxRejection,
  queueIntent,
} from "../outbox/decide.ts"
import { sightOf } from "../outbox/overlay.ts"
import { OPEN_ACTIONS_MAX, UNDO_MS } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { type BatchCommand, type BatchRejection, decideBatch, stopsOf } from "./batches.ts"
import { type DevicesReading, decideProfile, decideRead, type SharingReading } from "./decideRead.ts"
import type { Event } from "./events.ts"
import { firmwareTargetOf } from "./firmwareTargets.ts"
import type { ReadFailureCommand } from "./lists.ts"
import type { State } from "./state.ts"
import { isUnaccepted } from "./unacceptedInvitations.ts"

/** Which devices a sub-account sees from now on, and which no longer (SUB-5): all of it is queued, or nothing. */
export interface AssignDevices {
  readonly type: "AssignDevices"
  readonly accountId: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** A fact about an account, whoever is signed in by now. */
type Acceptance = Extract<SharingCommand, { type: "RecordAcceptance" }>

export type Command =
  | ApplicationCommand
  | ConnectionCommand
  | SessionCommand
  | SettingsCommand
  | RefreshCommand
  | DevicesReading
  | SharingReading
  | ReadFailureCommand
  | Acceptance
  | OutboxCommand
  | PersonCommand
  | AssignDevices
  | PlacesCommand
  | FlowsCommand
  | DiagnosticsCommand
  | DamageCommand
  | TagsCommand
  | BridgeCommand
  | LanCommand
  | ReachCommand
  | FirmwareCommand
  | BatchCommand

export type Rejection =
  | OutboxRejection
  | AskRejection
  | FlowsRejection
  | TagsRejection
  | FirmwareRejection
  | BatchRejection
  | "foreignAccount"

type Decision = Parsed<readonly Event[], Rejection>

const outboxContext = (state: State): OutboxContext => ({
  account: state.session.current?.account ?? null,
  connection: state.connection,
  subAccountStatus: (id) => state.sharing.subAccounts.get(id)?.status,
  expiryMs: actionExpiryMs(state.settings),
  isNeeded: (action) => isUnaccepted(state, action),
})

export const decide = (command: Command, state: State, stamp: Stamp): Decision => {
  switch (command.type) {
    case "StartApp":
    case "TellAppVersion":
    case "DismissVersionNotice":
      return valid(decideApplication(command, state.application))
    case "ReportConnection":
      return valid(decideConnection(command, state.connection))
    case "RecordProfile":
      return valid(decideProfile(command, state))
    case "CompleteSignIn":
    case "EndSession":
    case "RecordDeletion":
    case "RecordDeleted":
    case "EnterAsGuest":
      return valid(decideSession(command, state.session))
    case "ObservePreference":
      return valid(decideSettings(command, state.settings))
    case "RecordDevices":
    case "RecordReadFailure":
    case "RequestRefresh":
    case "RecordSubAccounts":
    case "RecordMainAccounts":
    case "DismissAwaiting":
      return decideRead(command, state, stamp.at)
    case "OpenRoute":
    case "OpenDialog":
    case "CloseDialog":
    case "ShowToast":
      return valid(decidePlaces(command, state.places, stamp.tab))
    case "RecordAcceptance":
      return valid(decideSharing(command, state.sharing, stamp.at))
    case "StartFlow":
    case "ResumeFlow":
    case "MoveFlow":
      return decideFlows(command, state.flows, stamp.tab)
    case "RejectInput":
      // SETTINGS-1: whoever has turned diagnostics logging off keeps no such notes; the input changes nothing either way.
      return valid(isOn(state.settings, "diagnostics") ? decideDiagnostics(command, state.diagnostics) : [])
    case "RecordDamage":
    case "DismissDamage":
    case "TryStorage":
      return valid(decideDamage(command, state.damage))
    case "RecordLostLog":
      // Another tab may have adopted the saved user meanwhile: then this is its new log.
      return valid(state.session.emails.size > 0 ? [] : decideDamage(command, state.damage))
    case "TagDevices":
    case "UntagDevices":
      return isForeign(state, stamp)
        ? invalid("foreignAccount")
        : decideTags(command, state.tags, state.session.current?.account ?? null, isOwnDevice(state))
    case "OpenDevice":
    case "ReportAsked":
    case "ReportReached":
    case "ReportHandedOver":
    case "ReportUnreached":
    case "CloseDevice":
    case "ReportMode":
    case "WantPasscode":
    case "SettlePasscode":
    case "AskAboutKey":
    case "JudgeKey":
    case "RecordScreen":
      return valid(decideReach(command, state.reach, stamp.tab))
    case "ReportBridge":
    case "TellLinuxTips":
    case "DismissLinuxTips":
      return valid(decideBridge(command, state.bridge))
    case "RecordLanDevices":
    case "StartScan":
    case "EndScan":
    case "TellLanWake":
      return valid(decideLan(command, state.lan))
    case "KeepFirmware":
    case "RemoveFirmware":
    case "StopFirmwareDownload":
    case "StartFirmwareUpdate":
    case "DismissFirmwareUpdate":
    case "StartCampaign":
    case "RuleCampaign":
    case "PauseCampaign":
    case "ResumeCampaign":
    case "StopCampaign":
    case "DismissCampaign":
    case "SkipInCampaign":
      return isForeign(state, stamp)
        ? invalid("foreignAccount")
        : decideFirmware(command, state.firmware, stamp, firmwareTargetOf(state))
    case "LearnLatestFirmware":
    case "RecordLatestUnread":
    case "WantImage":
    case "RecordImageMove":
    case "RecordImageKept":
    case "RecordImageFailure":
    case "RecordImageGone":
    case "MoveFirmwareUpdate":
    case "FailFirmwareUpdate":
    case "RecordNativeProgress":
    case "RecordRunningBuild":
    case "PostponeInCampaign":
    case "AdvanceCampaign":
      return decideFirmware(command, state.firmware, stamp, firmwareTargetOf(state))
    case "StartBatch":
    case "MoveBatch":
    case "AdvanceBatch":
      return isForeign(state, stamp)
        ? invalid("foreignAccount")
        : decideBatch(command, state, stamp, outboxContext(state))
    case "AssignDevices":
      return assignAll(command, state, stamp)
    case "DiscardActions": {
      const discarded = decideOutbox(command, state.outbox, stamp, outboxContext(state))
      return discarded.ok ? valid([...discarded.value, ...stopsOf(state, command.account)]) : discarded
    }
    case "CancelAction":
    case "HurryAction":
    case "DismissAction":
    case "DismissSettled":
    case "ConfirmAction":
    case "SendActionAgain":
      return isForeign(state, stamp)
        ? invalid("foreignAccount")
        : decideOutbox(command, state.outbox, stamp, outboxContext(state))
    default:
      return asksForAction(command)
        ? decideIntent(command, state, stamp)
        : decideOutbox(command, state.outbox, stamp, outboxContext(state))
  }
}

/** What was asked in sight of one account is not done in the name of another that signed in meanwhile (AUTH-13). */
const isForeign = ({ session }: State, { inSightOf }: Stamp): boolean =>
  inSightOf !== undefined && inSightOf !== (session.current?.account ?? null)

/** A guest's are those on no account's list: the last one stays while nobody is signed in. */
const isOwnDevice =
  ({ session, devices }: State) =>
  (did: string): boolean =>
    session.current === null
      ? !devices.bound.has(did)
      : devices.account === session.current.account && devices.bound.has(did)

const decideIntent = (command: PersonCommand, state: State, stamp: Stamp): Decision => {
  if (isForeign(state, stamp)) return invalid("foreignAccount")
  const sight = sightOf(state)
  if (sight === null) return invalid("signedOut")
  const asking = askFor(command, sight)
  if (!asking.ok) return asking
  if (asking.value === null) return valid([])
  const queued = queueIntent(asking.value.intent, asking.value, state.outbox, stamp, outboxContext(state))
  // Without a connection there is time enough.
  return queued.ok && "undo" in command && command.undo === true && state.connection.status === "online"
    ? valid([...queued.value, undoable(stamp)])
    : queued
}

/** No two of them are about the same device, so each is decided without the others; together they must have room. */
const assignAll = ({ accountId, add, remove }: AssignDevices, state: State, stamp: Stamp): Decision => {
  const { account } = outboxContext(state)
  const wanted = new Map([...remove.map((did) => [did, false] as const), ...add.map((did) => [did, true] as const)])
  const open = account === null ? 0 : state.outbox.actions.openOf(account).length
  const events: Event[] = []
  for (const [did, isAdd] of wanted) {
    const id = `${stamp.id}.${events.length}`
    const decision = decideIntent({ type: "AssignDevice", accountId, did, isAdd }, state, { ...stamp, id })
    if (!decision.ok) return decision
    events.push(...decision.value)
  }
  const count = (type: Event["type"]) => events.filter((event) => event.type === type).length
  const openAfter = open + count("ActionQueued") - count("ActionSuperseded")
  return openAfter > OPEN_ACTIONS_MAX ? invalid("outboxFull") : valid(events)
}

const undoable = ({ id, at }: Stamp): Event => ({
  type: "ActionDelayed",
  payload: { action: id, reason: "undo", until: at + UNDO_MS, ambiguous: false },
})
