import { lazy } from "react"
import type { State } from "../../../domain/model/state.ts"
import { ownAccount } from "../../../domain/views/account.ts"
import { INVITATION_DIALOG } from "../../../domain/views/messages.ts"
import { useView } from "../../client/client.ts"
import { RenameAccountDialog } from "../../dialogs/RenameAccountDialog.tsx"
import { type SubjectDialogProps, useDialogs } from "../../dialogs/useDialogs.tsx"

const shownName = (state: State) => ownAccount(state)?.name ?? ""

const RenameOwn = ({ isOpen, onClose }: SubjectDialogProps) => (
  <RenameAccountDialog name={useView(shownName) ?? ""} isOpen={isOpen} onClose={onClose} />
)

const dialogs = {
  renameAccount: RenameOwn,
  changeEmail: lazy(() =>
    import("../../dialogs/ChangeEmailDialog.tsx").then((m) => ({ default: m.ChangeEmailDialog })),
  ),
  acceptInvitation: lazy(() =>
    import("../../dialogs/AcceptInvitationDialog.tsx").then((m) => ({ default: m.AcceptInvitationDialog })),
  ),
  disconnect: lazy(() => import("../../dialogs/DisconnectDialog.tsx").then((m) => ({ default: m.DisconnectDialog }))),
  [INVITATION_DIALOG]: lazy(() =>
    import("../../dialogs/InvitationDialog.tsx").then((m) => ({ default: m.InvitationDialog })),
  ),
  showInvitation: lazy(() =>
    import("../../dialogs/ShowInvitationDialog.tsx").then((m) => ({ default: m.ShowInvitationDialog })),
  ),
  renameSubAccount: lazy(() =>
    import("../../dialogs/RenameSubAccountDialog.tsx").then((m) => ({ default: m.RenameSubAccountDialog })),
  ),
  subAccountEmail: lazy(() =>
    import("../../dialogs/SubAccountEmailDialog.tsx").then((m) => ({ default: m.SubAccountEmailDialog })),
  ),
  manageDevices: lazy(() =>
    import("../../dialogs/ManageDevicesDialog.tsx").then((m) => ({ default: m.ManageDevicesDialog })),
  ),
  removeSubAccount: lazy(() =>
    import("../../dialogs/RemoveSubAccountDialog.tsx").then((m) => ({ default: m.RemoveSubAccountDialog })),
  ),
  preview: lazy(() => import("../../dialogs/PreviewDialog.tsx").then((m) => ({ default: m.PreviewDialog }))),
}

export type AccountDialog = keyof typeof dialogs
export type OpenDialog = (dialog: AccountDialog, subject?: string) => void

/** The dialogs of the account screen. */
export const useAccountDialogs = () => useDialogs<AccountDialog>(dialogs)
