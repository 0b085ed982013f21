import { lazy } from "react"
import type { State } from "../../domain/model/state.ts"
import { ownAccount } from "../../domain/views/account.ts"
import { INVITATION_DIALOG } from "../../domain/views/messages.ts"
import { useView } from "../client/client.ts"
import { RenameAccountDialog } from "./RenameAccountDialog.tsx"
import { type SubjectDialogProps, useDialogs } from "./useDialogs.tsx"

const shownName = (state: State) => ownAccount(state)?.name ?? ""

const RenameOwn = ({ isOpen, onClose }: SubjectDialogProps) => (
  <RenameAccountDialog name={useView(shownName) ?? ""} isOpen={isOpen} onClose={onClose} />
)

const dialogs = {
  renameAccount: RenameOwn,
  changeEmail: lazy(() => import("./ChangeEmailDialog.tsx").then((m) => ({ default: m.ChangeEmailDialog }))),
  acceptInvitation: lazy(() =>
    import("./AcceptInvitationDialog.tsx").then((m) => ({ default: m.AcceptInvitationDialog })),
  ),
  disconnect: lazy(() => import("./DisconnectDialog.tsx").then((m) => ({ default: m.DisconnectDialog }))),
  [INVITATION_DIALOG]: lazy(() => import("./InvitationDialog.tsx").then((m) => ({ default: m.InvitationDialog }))),
  showInvitation: lazy(() => import("./ShowInvitationDialog.tsx").then((m) => ({ default: m.ShowInvitationDialog }))),
  renameSubAccount: lazy(() =>
    import("./RenameSubAccountDialog.tsx").then((m) => ({ default: m.RenameSubAccountDialog })),
  ),
  subAccountEmail: lazy(() =>
    import("./SubAccountEmailDialog.tsx").then((m) => ({ default: m.SubAccountEmailDialog })),
  ),
  manageDevices: lazy(() => import("./ManageDevicesDialog.tsx").then((m) => ({ default: m.ManageDevicesDialog }))),
  removeSubAccount: lazy(() =>
    import("./RemoveSubAccountDialog.tsx").then((m) => ({ default: m.RemoveSubAccountDialog })),
  ),
  preview: lazy(() => import("./PreviewDialog.tsx").then((m) => ({ default: m.PreviewDialog }))),
}

export type AccountDialog = keyof typeof dialogs
export type OpenDialog = (dialog: AccountDialog, subject?: string) => void

/** The dialogs of the account screen. */
export const useAccountDialogs = () => useDialogs<AccountDialog>(dialogs)
