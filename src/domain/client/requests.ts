import type { CommandError } from "../engine/commandError.ts"
import type { ListName } from "../event/listRead.ts"
import type { KeyDecision } from "../features/deviceSession/keys.ts"
import type { FlowName } from "../features/flows/machines.ts"
import type { PreferenceKey } from "../features/settings/feature.ts"
import type { BatchAsk } from "../product/batches.ts"
import type { AskedCommand, Rejection } from "../product/decide.ts"
import type { RecordedEvent } from "../product/events.ts"
import type { AccountKey } from "../values/identity.ts"
import type { SubnetRejection } from "../values/subnets.ts"
import type { BridgeMessage, Mode } from "../wire/bridge.ts"
import type { FlowRequest } from "./accounts/flows/steps.ts"
import type { DeviceTarget, ModeRefused } from "./bridge/desk.ts"
import type { ScanRefused } from "./lan/scanning.ts"

/** What a screen may ask of the client. App and simulator ask alike; `answering.ts` does it. */

/**
 * The account whose data was on screen when the person asked: what was shown as one account's is not done as another's,
 * even if that one has signed in meanwhile (OFFLINE-10). Unset, it is the account that this tab shows when it answers.
 */
interface Shown {
  readonly asAccount?: AccountKey | null
}

/** Requests that are one command for the log. */
export type CommandRequest = Shown & AskedCommand

/** Everything a screen may ask of the client. */
export type ClientRequest = CommandRequest | (Shown & (HandledRequest | BatchRequest))

/** Requests that take more than one command for the log, and queue nothing. */
export type HandledRequest =
  | FlowRequest
  | { readonly type: "SignOut"; readonly unsent: "keep" | "discard" }
  | { readonly type: "EnterAsGuest" }
  /** Reads a list again, and while the server is away asks it at once; `asked`: a person waits for it. */
  | { readonly type: "Refresh"; readonly list: ListName; readonly asked: boolean }
  | { readonly type: "SetPreference"; readonly key: PreferenceKey; readonly value: string | null }
  | { readonly type: "StartFlow"; readonly flow: FlowName }
  /** Scans these targets, or the saved ones, for devices. */
  | { readonly type: "Scan"; readonly targets: readonly string[] }
  | { readonly type: "CancelScan" }
  | { readonly type: "AddSubnet"; readonly text: string }
  | { readonly type: "RemoveSubnet"; readonly text: string }
  /** Wakes over the native side; null for the computer that is bound to the device. */
  | { readonly type: "WakeOverLan"; readonly id: string; readonly mac: string | null }
  /** Clears local storage but for the saved user; takes a second (SETTINGS-2). */
  | { readonly type: "ResetSettings" }
  /** Done when the device reports that it is in this mode (MODE-1). */
  | { readonly type: "SwitchMode"; readonly id: string; readonly mode: Mode }
  /** Tries every waiting action of the account again at once. */
  | { readonly type: "HurryAll" }
  /** Sends a message to the native side now or never; the outcome arrives as messages. */
  | { readonly type: "TellBridge"; readonly message: BridgeMessage }
  /** Connects to a device to look at its screen, and leaves it again. */
  | ({ readonly type: "ConnectDevice" } & DeviceTarget)
  | { readonly type: "RetryDevice" }
  | { readonly type: "DisconnectDevice" }
  | { readonly type: "AnswerPasscode"; readonly passcode: string; readonly keep: boolean }
  /** For all devices of the campaign that has begun; "" for none. */
  | { readonly type: "OfferPasscode"; readonly passcode: string; readonly keep: boolean }
  | { readonly type: "GiveUpPasscode" }
  /** Trusts the key that a device offers now, or leaves that device. */
  | ({ readonly type: "DecideAboutKey" } & KeyDecision)

/** One thing asked of several devices (DEVICE-18). */
export interface BatchRequest extends BatchAsk {
  readonly type: "BeginBatch"
  readonly dids: readonly string[]
  readonly undo: boolean
}

/**
 * `insecure`: this page lacks what a queue that can be trusted needs (locks), so nothing is queued. `bridgeAway`: there is no
 * native side to do it now; `bridgeUnable`: the one there is cannot. `unanswered`: whether the log has kept it is not known.
 */
export type ClientRefused =
  | Rejection
  | ScanRefused
  | SubnetRejection
  | ModeRefused
  | "insecure"
  | "storage"
  | "unanswered"
  | "outdated"
  | "defect"

/** The result of a request: the ids of the actions that it queued, in order. A batch that it began stands for its actions. */
export interface Answer {
  readonly actions: readonly string[]
}

export const noActions: Answer = { actions: [] }

/** What the events of a command answer to the screen that asked for it. */
export const answerOf = (events: readonly RecordedEvent[]): Answer => ({
  actions: events.flatMap(({ type, payload }) =>
    type === "ActionQueued" ? [payload.action] : type === "BatchStarted" ? [payload.batch] : [],
  ),
})

export const refusedOf = ({ reason, rejection, storage }: CommandError<Rejection>): ClientRefused => {
  if (reason === "rejected") return rejection ?? "defect"
  return storage === "unanswered" ? storage : reason
}
