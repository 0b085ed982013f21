/** Everything that can be open over a page, by its name in the log (EVENT-1), each with the key of its text. */

/** Every dialog that the dialog host can show. */
export const dialogTitles = {
  rename: "common.action.rename",
  wake: "common.action.wake",
  wakeOverLan: "common.action.wake",
  usbMode: "devices.card.mode.usb",
  hidMode: "devices.card.mode.hid",
  reboot: "common.action.reboot",
  tags: "common.action.tag",
  batch: "dialog.batch.list",
  batchWake: "common.action.wake",
  batchReboot: "common.action.reboot",
  batchFirmware: "common.action.updateFirmware",
  batchAssign: "common.action.assign",
  batchTags: "common.action.tag",
  renameAccount: "dialog.renameAccount.title",
  changeEmail: "dialog.changeEmail.title",
  acceptInvitation: "dialog.acceptInvitation.title",
  disconnect: "pages.account.setback.what.disconnect_main_account",
  invitation: "dialog.invitation.title",
  showInvitation: "dialog.invitation.sentTitle",
  renameSubAccount: "common.action.rename",
  subAccountEmail: "pages.account.subs.do.editEmail",
  manageDevices: "pages.account.subs.do.manageDevices",
  removeSubAccount: "pages.account.subs.do.remove",
  preview: "pages.account.subs.do.preview",
  resetSettings: "pages.settings.reset",
  deleteAccount: "pages.settings.deleteAccount",
  firmware: "common.action.updateFirmware",
  stopCampaign: "pages.updates.stop",
  logout: "layout.logOut",
} as const
export type DialogName = keyof typeof dialogTitles

/**
 * Things that open without the dialog host: the outbox, the page of one device, the palette, the help sheet; and of the
 * event log the panel of its files, and a file while it is opened.
 */
const elsewhere = {
  outbox: "layout.outbox.title",
  device: "pages.log.filter.device",
  palette: "layout.palette.title",
  shortcuts: "layout.shortcuts.title",
  logFiles: "pages.log.report",
  logFile: "pages.log.file.open",
} as const

/** All names of open things that the app records. A log may hold other names, from another release. */
export const recordedTitles = { ...dialogTitles, ...elsewhere } as const
export type RecordedName = keyof typeof recordedTitles

export const isDialogName = (name: string): name is DialogName => Object.hasOwn(dialogTitles, name)
