import type { DialogName } from "../../domain/values/dialogs.ts"
import { type LaterPart, laterPart } from "../loading/overlay.ts"
import type { DialogProps } from "./dialogProps.ts"

/** The component of each dialog. Its code is fetched when the dialog first opens, or ahead. */
export const dialogs: Readonly<Record<DialogName, LaterPart<DialogProps>>> = {
  rename: laterPart(() => import("./NameDialog.tsx").then((m) => m.RenameDialog)),
  wake: laterPart(() => import("./WakeDialog.tsx").then((m) => m.WakeDialog)),
  wakeOverLan: laterPart(() => import("./WakeOverLanDialog.tsx").then((m) => m.WakeOverLanDialog)),
  usbMode: laterPart(() => import("./ModeDialog.tsx").then((m) => m.UsbModeDialog)),
  hidMode: laterPart(() => import("./ModeDialog.tsx").then((m) => m.HidModeDialog)),
  reboot: laterPart(() => import("./ConfirmDialog.tsx").then((m) => m.RebootDialog)),
  tags: laterPart(() => import("./TagsDialog.tsx").then((m) => m.TagsDialog)),
  batch: laterPart(() => import("./BatchRecordDialog.tsx").then((m) => m.BatchRecordDialog)),
  batchWake: laterPart(() => import("./BatchDialog.tsx").then((m) => m.BatchWakeDialog)),
  batchReboot: laterPart(() => import("./BatchDialog.tsx").then((m) => m.BatchRebootDialog)),
  batchFirmware: laterPart(() => import("./BatchFirmwareDialog.tsx").then((m) => m.BatchFirmwareDialog)),
  batchAssign: laterPart(() => import("./BatchDialog.tsx").then((m) => m.BatchAssignDialog)),
  batchTags: laterPart(() => import("./TagsDialog.tsx").then((m) => m.BatchTagsDialog)),
  renameAccount: laterPart(() => import("./NameDialog.tsx").then((m) => m.RenameAccountDialog)),
  changeEmail: laterPart(() => import("./ChangeEmailDialog.tsx").then((m) => m.ChangeEmailDialog)),
  acceptInvitation: laterPart(() => import("./AcceptInvitationDialog.tsx").then((m) => m.AcceptInvitationDialog)),
  disconnect: laterPart(() => import("./ConfirmDialog.tsx").then((m) => m.DisconnectDialog)),
  invitation: laterPart(() => import("./InvitationDialog.tsx").then((m) => m.InvitationDialog)),
  showInvitation: laterPart(() => import("./ShowInvitationDialog.tsx").then((m) => m.ShowInvitationDialog)),
  renameSubAccount: laterPart(() => import("./NameDialog.tsx").then((m) => m.RenameSubAccountDialog)),
  subAccountEmail: laterPart(() => import("./SubAccountEmailDialog.tsx").then((m) => m.SubAccountEmailDialog)),
  manageDevices: laterPart(() => import("./ManageDevicesDialog.tsx").then((m) => m.ManageDevicesDialog)),
  removeSubAccount: laterPart(() => import("./ConfirmDialog.tsx").then((m) => m.RemoveSubAccountDialog)),
  preview: laterPart(() => import("./PreviewDialog.tsx").then((m) => m.PreviewDialog)),
  resetSettings: laterPart(() => import("./ResetSettingsDialog.tsx").then((m) => m.ResetSettingsDialog)),
  deleteAccount: laterPart(() => import("./DeleteAccountDialog.tsx").then((m) => m.DeleteAccountDialog)),
  firmware: laterPart(() => import("./FirmwareDialog.tsx").then((m) => m.FirmwareDialog)),
  stopCampaign: laterPart(() => import("./StopCampaignDialog.tsx").then((m) => m.StopCampaignDialog)),
  logout: laterPart(() => import("./LogoutDialog.tsx").then((m) => m.LogoutDialog)),
}

const DEVICE_DIALOGS = [
  "rename",
  "wake",
  "reboot",
  "tags",
  "firmware",
  "logout",
] as const satisfies readonly DialogName[]

/** Fetches the dialogs that must open without a network, after the first picture. */
export const fetchAhead = () => Promise.all(DEVICE_DIALOGS.map((name) => dialogs[name].fetch()))
