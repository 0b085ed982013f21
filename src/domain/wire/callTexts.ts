import type { CallName } from "./cloud.ts"

/** What each call does, for the API document: beside the table, because no page needs it. */
export const callTexts: Readonly<Record<CallName, string>> = {
  signin: "Signs in with the MD5 of the trimmed lower-cased e-mail and the MD5 of the password.",
  signup: "Makes an account that waits for its activation code; an unactivated e-mail gets a new token.",
  verify_activation: "Activates an account; an expired code (-106) answers with a new token.",
  reset_password: "Sends a reset code to the address with this hash.",
  verify_resetpassword_code: "Sets a new password with the code; activates an unactivated account.",
  loginWithToken: "Renews the session and lists devices.",
  rename_device: "Renames a device.",
  request_device: "Asks a device to reboot, wakes what is behind it (wol), or relays a NAT request.",
  deactivate_request: "Sends the code that confirms the deletion of the account.",
  deactivate_confirm: "Deletes the account with the code.",
  update_email: "Sends a code to the new address; the token is the updateToken of confirm_email_change.",
  confirm_email_change: "Changes the e-mail with the code.",
  get_subaccount_list: "Lists sub-accounts and the devices that can be assigned to them.",
  send_invitation: "Invites a sub-account; the link ends in `invitation`, the code goes to the owner.",
  update_subaccount_state: "Approves, disables, enables or removes a sub-account.",
  modify_subdevice: "Assigns a device to a sub-account or takes it away.",
  rename_account: "Renames the own account.",
  rename_subaccount: "Renames a sub-account.",
  accept_invitation: "Accepts an invitation; the owner's approval follows.",
  get_main_accounts: "Lists the main accounts that share devices with this one.",
  disconnect_main_account: "Leaves a main account.",
  update_subaccount_email: "Extension (decision 5): changes the e-mail of a sub-account; a server may not know it.",
}
