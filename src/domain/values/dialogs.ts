/** What can be open over a page, as the log names it (EVENT-1). */

/** Every dialog that the dialog host can show. */
export const dialogNames = [
  "rename",
  "wake",
  "wakeOverLan",
  "usbMode",
  "hidMode",
  "reboot",
  "tags",
  "batch",
  "batchWake",
  "batchReboot",
  "batchFirmware",
  "batchAssign",
  "batchTags",
  "renameAccount",
  "changeEmail",
  "acceptInvitation",
  "disconnect",
  "invitation",
  "showInvitation",
  "renameSubAccount",
  "subAccountEmail",
  "manageDevices",
  "removeSubAccount",
  "preview",
  "resetSettings",
  "deleteAccount",
  "firmware",
  "stopCampaign",
  "logout",
] as const
export type DialogName = (typeof dialogNames)[number]

/**
 * What opens without the host: the outbox, the page of one device, the palette, the help sheet, and of the event log the
 * panel of its files and a file while it is opened.
 */
const elsewhere = ["outbox", "device", "palette", "shortcuts", "logFiles", "logFile"] as const

/** All that the app records as open. A log may hold other names, of another release. */
export const recordedNames = [...dialogNames, ...elsewhere] as const
export type RecordedName = (typeof recordedNames)[number]
