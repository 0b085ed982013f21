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

/** Requests of a screen to the client. App and simulator send the same ones; `answering.ts` handles them. */

/**
 * The account that was shown when the person asked. A request for one account is never carried out for another, even if
 * that one has signed in meanwhile (OFFLINE-10). Unset means the account that this tab shows when it handles the
 * request.
 */
interface Shown {
  readonly asAccount?: AccountKey | null
}

/** Requests that are a single command for the log. */
export type CommandRequest = Shown & AskedCommand

/** All requests that a screen may send to the client. */
export type ClientRequest = CommandRequest | (Shown & (HandledRequest | BatchRequest))

/** Requests that need more than one command, and queue nothing. */
export type HandledRequest =
  | FlowRequest
  | { readonly type: "SignOut"; readonly unsent: "keep" | "discard" }
  | { readonly type: "EnterAsGuest" }
  /** Reads a list again, even while the server is unreachable. `asked`: a person waits for it. */
  | { readonly type: "Refresh"; readonly list: ListName; readonly asked: boolean }
  | { readonly type: "SetPreference"; readonly key: PreferenceKey; readonly value: string | null }
  | { readonly type: "StartFlow"; readonly flow: FlowName }
  /** Scans these targets, or the saved ones, for devices. */
  | { readonly type: "Scan"; readonly targets: readonly string[] }
  | { readonly type: "CancelScan" }
  | { readonly type: "AddSubnet"; readonly text: string }
  | { readonly type: "RemoveSubnet"; readonly text: string }
  /** Wakes over the native side; null wakes the computer that is bound to the device. */
  | { readonly type: "WakeOverLan"; readonly id: string; readonly mac: string | null }
  /** Clears local storage except the saved user; takes a second (SETTINGS-2). */
  | { readonly type: "ResetSettings" }
  /** Completes when the device reports that it is in this mode (MODE-1). */
  | { readonly type: "SwitchMode"; readonly id: string; readonly mode: Mode }
  /** Sends every waiting action of the account again at once. */
  | { readonly type: "HurryAll" }
  /** Sends a message to the native side now or never. The outcome arrives as messages. */
  | { readonly type: "TellBridge"; readonly message: BridgeMessage }
  /** Connects to a device to show its screen, or disconnects from it. */
  | ({ readonly type: "ConnectDevice" } & DeviceTarget)
  | { readonly type: "RetryDevice" }
  | { readonly type: "DisconnectDevice" }
  | { readonly type: "AnswerPasscode"; readonly passcode: string; readonly keep: boolean }
  /** For all devices of the running campaign; "" for none. */
  | { readonly type: "OfferPasscode"; readonly passcode: string; readonly keep: boolean }
  | { readonly type: "GiveUpPasscode" }
  /** Trusts the key that a device offers now, or disconnects from that device. */
  | ({ readonly type: "DecideAboutKey" } & KeyDecision)

/** One request for several devices (DEVICE-18). */
export interface BatchRequest extends BatchAsk {
  readonly type: "BeginBatch"
  readonly dids: readonly string[]
  readonly undo: boolean
}

/**
 * `insecure`: this page lacks the Web Locks that the queue needs, so nothing is queued. `bridgeAway`: there is no
 * native side to do it now. `bridgeUnable`: the present one cannot. `unanswered`: the log may or may not have recorded
 * it.
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

/** The result of a request: the ids of the actions that it queued, in order. For a batch, the id of the batch. */
export interface Answer {
  readonly actions: readonly string[]
}

export const noActions: Answer = { actions: [] }

/** The result of a command for the screen that sent it, from its events. */
export const answerOf = (events: readonly RecordedEvent[]): Answer => ({
  actions: events.flatMap(({ type, payload }) =>
    type === "ActionQueued" ? [payload.action] : type === "BatchStarted" ? [payload.batch] : [],
  ),
})

export const refusedOf = ({ reason, rejection, storage }: CommandError<Rejection>): ClientRefused => {
  if (reason === "rejected") return rejection ?? "defect"
  return storage === "unanswered" ? storage : reason
}
