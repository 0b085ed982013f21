import type { State } from "../../domain/model/state.ts"
import { ownAccount } from "../../domain/views/account.ts"
import { INVITATION_DIALOG } from "../../domain/views/messages.ts"
import { useView } from "../client/client.ts"
import { laterPart, readyPart } from "./later.tsx"
import { RemoveSubAccountDialog } from "./RemoveSubAccountDialog.tsx"
import { RenameAccountDialog } from "./RenameAccountDialog.tsx"
import { RenameSubAccountDialog } from "./RenameSubAccountDialog.tsx"
import { type SubjectDialogProps, useDialogs } from "./useDialogs.tsx"

const shownName = (state: State) => ownAccount(state)?.name ?? ""

const RenameOwn = ({ isOpen, onClose }: SubjectDialogProps) => (
  <RenameAccountDialog name={useView(shownName) ?? ""} isOpen={isOpen} onClose={onClose} />
)

const dialogs = {
  renameAccount: readyPart(RenameOwn),
  changeEmail: laterPart(() => import("./ChangeEmailDialog.tsx").then((m) => m.ChangeEmailDialog)),
  acceptInvitation: laterPart(() => import("./AcceptInvitationDialog.tsx").then((m) => m.AcceptInvitationDialog)),
  disconnect: laterPart(() => import("./DisconnectDialog.tsx").then((m) => m.DisconnectDialog)),
  [INVITATION_DIALOG]: laterPart(() => import("./InvitationDialog.tsx").then((m) => m.InvitationDialog)),
  showInvitation: laterPart(() => import("./ShowInvitationDialog.tsx").then((m) => m.ShowInvitationDialog)),
  renameSubAccount: readyPart(RenameSubAccountDialog),
  subAccountEmail: laterPart(() => import("./SubAccountEmailDialog.tsx").then((m) => m.SubAccountEmailDialog)),
  manageDevices: laterPart(() => import("./ManageDevicesDialog.tsx").then((m) => m.ManageDevicesDialog)),
  removeSubAccount: readyPart(RemoveSubAccountDialog),
  preview: laterPart(() => import("./PreviewDialog.tsx").then((m) => m.PreviewDialog)),
}

export type AccountDialog = keyof typeof dialogs
export type OpenDialog = (dialog: AccountDialog, subject?: string) => void

/** The dialogs of the account screen; the smallest come with it, because fetching each would cost more than it is. */
export const useAccountDialogs = () => useDialogs<AccountDialog>(dialogs)
