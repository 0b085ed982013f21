import { definitionOf, type Intent } from "../actions/table.ts"
import { type FlowName, flowOf } from "../features/flows/machines.ts"
import type { RecordedEvent } from "../product/events.ts"
import type { State } from "../product/state.ts"
import type { CallName } from "../wire/cloud.ts"
import type { Refusal } from "../wire/status.ts"

/** The text of a refusal: -100 has a different one for each call (MSG-1). Names are the keys below `common.error`. */
export type ErrorMessage =
  | Exclude<Refusal, "tooOften">
  | "connect"
  | "keyUnkept"
  | "unreadable"
  | "wait"
  | "disconnectFailed"
  | "signInFailed"
  | "signInLost"
  | "tooOftenLogin"
  | "tooOftenSubmit"
  | "tooOftenLoading"
  | "tooOftenRequest"

export const refusalMessage = (call: CallName, refusal: Refusal): ErrorMessage => {
  if (refusal !== "tooOften") return refusal
  switch (call) {
    case "signin":
      return "tooOftenLogin"
    case "signup":
    case "verify_activation":
      return "tooOftenSubmit"
    case "loginWithToken":
    case "get_subaccount_list":
    case "get_main_accounts":
      return "tooOftenLoading"
    default:
      return "tooOftenRequest"
  }
}

export type SuccessMessage =
  | "signedIn"
  | "loggedOut"
  | "devicesRefreshed"
  | "subAccountsRefreshed"
  | "deviceRenamed"
  | "firmwareUpdated"
  | "accountRenamed"
  | "codeSent"
  | "accountCreated"
  | "passwordReset"
  | "emailUpdated"
  | "accountDeleted"
  | "invitationAccepted"
  | "invitationSentNotCopied"

/** The notice of an event for the person in this tab. Names are keys below `common`. */
export type Notice =
  | { readonly kind: "success"; readonly message: SuccessMessage }
  | { readonly kind: "error"; readonly message: ErrorMessage }
  | { readonly kind: "sent"; readonly message: "wakeSent" | "rebootSent"; readonly subject: string }
  | { readonly kind: "refused"; readonly action: string; readonly message: ErrorMessage }
  | { readonly kind: "unconfirmed"; readonly action: string }
  /** The action succeeded, and replaced a value that another client had set meanwhile. */
  | { readonly kind: "replaced"; readonly action: string; readonly theirs: Intent }

/**
 * The notice of an event for the tab `tab`, decided with the state just before the event; null when there is none.
 * Every visible tab shows the end of an action or update, because the tab that asked may be gone. The toasts decide
 * which notices stay silent while notifications are limited (MSG-5).
 */
export const noticeOf = (event: RecordedEvent, before: State, tab: string): Notice | null => {
  const own = event.tab === tab
  switch (event.type) {
    case "SignedIn":
      return own && flowOf(before.flows, tab, "signIn").stage === "asking"
        ? { kind: "success", message: "signedIn" }
        : null
    case "SignedOut":
      return signedOut(event.payload.reason, own)
    case "DevicesRead":
      return before.devices.read.requested ? { kind: "success", message: "devicesRefreshed" } : null
    case "DevicesReadFailed": {
      if (!before.devices.read.requested) return null
      const { reason } = event.payload
      return { kind: "error", message: reason === "tooOften" ? "tooOftenLoading" : reason }
    }
    case "SubAccountsRead":
      return before.sharing.subAccountsRead.requested ? { kind: "success", message: "subAccountsRefreshed" } : null
    case "SharingReadFailed": {
      const { list, reason } = event.payload
      if (list !== "subAccounts" || !before.sharing.subAccountsRead.requested) return null
      return { kind: "error", message: reason === "tooOften" ? "tooOftenLoading" : reason }
    }
    case "FirmwareUpdateMoved": {
      // A campaign has one notice, at its end.
      const isOwn = before.firmware.updates.get(event.payload.id)?.campaign === null
      return isOwn && event.payload.stage === "completed" ? { kind: "success", message: "firmwareUpdated" } : null
    }
    case "DeviceKeyUnkept":
      return own ? { kind: "error", message: "keyUnkept" } : null
    case "FlowMoved":
      return own ? flowNotice(event, before) : null
    case "InvitationAccepted":
      return own ? { kind: "success", message: "invitationAccepted" } : null
    case "ActionConfirmed":
    case "ActionRefused":
    case "ActionUnconfirmed":
      return actionNotice(event, before, tab)
    default:
      return null
  }
}

const signedOut = (reason: string, own: boolean): Notice | null => {
  if (reason === "person") return own ? { kind: "success", message: "loggedOut" } : null
  if (reason === "lost") return { kind: "error", message: "signInLost" }
  return reason === "refused" ? { kind: "error", message: "sessionInvalid" } : null
}

/** Signing in and an accepted invitation get their notices from their own events, which outlive the form. */
const finished: Readonly<Record<FlowName, SuccessMessage | null>> = {
  signIn: null,
  acceptInvitation: null,
  signUp: "accountCreated",
  resetPassword: "passwordReset",
  changeEmail: "emailUpdated",
  deleteAccount: "accountDeleted",
}

/** The stages of a flow show beside their form. Only its end, and a code sent again, make a notice. */
const flowNotice = (event: Extract<RecordedEvent, { type: "FlowMoved" }>, before: State): Notice | null => {
  const { flow, stage, failure } = event.payload
  if (failure !== null) return null
  const message = finished[flow]
  if (stage === "done") return message === null ? null : { kind: "success", message }
  const resent = before.flows.get(event.tab)?.stage === "resending"
  return resent ? { kind: "success", message: "codeSent" } : null
}

type ActionEnded = Extract<RecordedEvent, { type: "ActionConfirmed" | "ActionRefused" | "ActionUnconfirmed" }>

const actionNotice = (event: ActionEnded, before: State, tab: string): Notice | null => {
  const action = before.outbox.actions.get(event.payload.action)
  // A batch shows the outcomes of its devices together.
  if (action === undefined || action.batch !== undefined) return null
  const { intent, id, subject } = action
  const { messages, isDeviceCommand } = definitionOf(intent)
  if (event.type === "ActionUnconfirmed") return { kind: "unconfirmed", action: id }
  // Its own dialog says more: the code and whether it was copied, or the reason of the refusal beside the typed values.
  const isShownInDialog = before.places.get(tab)?.dialogs.some(({ dialog }) => dialog === messages.shownIn) ?? false
  if (event.type === "ActionRefused") {
    // WAKE-3: a refused session of wake or reboot is shown in the outbox, without a toast.
    const silent = isDeviceCommand && event.payload.reason === "sessionInvalid"
    const message = messages.refused ?? event.payload.reason
    return silent || isShownInDialog ? null : { kind: "refused", action: id, message }
  }
  // The card already shows that the device is back.
  if (event.payload.by === "person" || event.payload.by === "absence") return null
  const { contest, claimedSeq } = action
  if (contest !== undefined && claimedSeq > contest.seq) return { kind: "replaced", action: id, theirs: contest.theirs }
  const { confirmed } = messages
  if (confirmed === null || isShownInDialog) return null
  return confirmed.kind === "sent" ? { ...confirmed, subject } : confirmed
}
