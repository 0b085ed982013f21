import { STATUS_DELETED } from "../sharing/state.ts"
import type { CallName } from "../wire/cloud.ts"
import type { Intent } from "../wire/intent.ts"

/**
 * How each call is delivered (design.md section 3).
 * `read`: retried, never queued, one in flight. `absolute`: says a final value, so it may be sent again and a newer one
 * of the same target replaces an unsent older one. `once`: never sent again by itself after it left. `immediate`: now or
 * never. `person`: somebody waits for the answer; never stored.
 */
export type Delivery = "read" | "absolute" | "once" | "immediate" | "person"

export const deliveries: Readonly<Record<CallName, Delivery>> = {
  loginWithToken: "read",
  get_subaccount_list: "read",
  get_main_accounts: "read",
  rename_device: "absolute",
  rename_account: "absolute",
  rename_subaccount: "absolute",
  update_subaccount_email: "absolute",
  update_subaccount_state: "absolute",
  modify_subdevice: "absolute",
  disconnect_main_account: "once",
  send_invitation: "once",
  request_device: "once",
  signin: "person",
  signup: "person",
  verify_activation: "person",
  reset_password: "person",
  verify_resetpassword_code: "person",
  update_email: "person",
  confirm_email_change: "person",
  deactivate_request: "person",
  deactivate_confirm: "person",
  accept_invitation: "person",
}

export const isAbsolute = (intent: Intent): boolean => deliveries[intent.call] === "absolute"

/** Wake and reboot: stale ones must not fire, and their refused session signs nobody out (S 8, OFFLINE-6). */
export const isDeviceCommand = (intent: Intent): boolean => intent.call === "request_device"

/** The sub-account that the intent takes off the list (S 4); null when it takes none. */
export const removedBy = (intent: Intent): string | null =>
  intent.call === "update_subaccount_state" && intent.input.state === STATUS_DELETED ? intent.input.accountId : null

/** The list that tells whether the intent took effect; null when none can. */
export type TellingRead = "devices" | "subAccounts" | "mainAccounts"
export const tellingRead = (intent: Intent): TellingRead | null => {
  switch (intent.call) {
    case "rename_device":
    case "rename_account":
      return "devices"
    case "disconnect_main_account":
      return "mainAccounts"
    case "request_device":
      return null
    default:
      return "subAccounts"
  }
}

/**
 * The list that the intent changes in a way its answer does not tell; null when the lists know it from the intent. Who is
 * invited gets an id there, and with a main account its devices go.
 */
export const changedBeside = ({ call }: Intent): TellingRead | null => {
  if (call === "send_invitation") return "subAccounts"
  return call === "disconnect_main_account" ? "devices" : null
}

/** Order is kept within a lane; lanes go side by side: one a device, one a sub-account, one for the own account. */
export const laneOf = (intent: Intent): string => {
  if ("did" in intent.input) return `device ${intent.input.did}`
  if (intent.call === "disconnect_main_account" || !("accountId" in intent.input)) return "own"
  return `sub ${intent.input.accountId}`
}

/** What an absolute intent sets: intents of one target replace each other. */
export const targetOf = (intent: Intent): string => {
  switch (intent.call) {
    case "rename_device":
      return `${intent.call} ${intent.input.did}`
    case "modify_subdevice":
      return `${intent.call} ${intent.input.accountId} ${intent.input.deviceId}`
    case "rename_subaccount":
    case "update_subaccount_email":
    case "update_subaccount_state":
    case "disconnect_main_account":
      return `${intent.call} ${intent.input.accountId}`
    case "request_device":
      return `${intent.call} ${intent.input.cmd} ${intent.input.did}`
    case "rename_account":
    case "send_invitation":
      return intent.call
  }
}
