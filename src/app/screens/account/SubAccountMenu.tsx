import { useTranslation } from "react-i18next"
import { invitationToSub, type SubAccountRow } from "../../../domain/views/subAccounts.ts"
import { useViewOf } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useInvitationCode } from "../../sharing/useInvitationCode.ts"
import {
  ApproveIcon,
  AssignIcon,
  DisableIcon,
  EyeIcon,
  InviteIcon,
  MailIcon,
  QrIcon,
  RemoveIcon,
  RenameIcon,
} from "../../ui/icons.ts"
import { ActionMenu, type MenuEntry } from "../../ui/Menu.tsx"

type Entry =
  | "showInvitation"
  | "invitation"
  | "manageDevices"
  | "preview"
  | "renameSubAccount"
  | "subAccountEmail"
  | "approve"
  | "disable"
  | "enable"
  | "removeSubAccount"

/**
 * The allowed acts (SUB-3, SUB-5) in the state that was asked for last: devices only when active, approve only when
 * accepted.
 */
export const SubAccountMenu = ({
  row: { id, name, status, may, change },
  onChange,
}: {
  readonly row: SubAccountRow
  readonly onChange: (state: 2 | 3) => void
}) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const isGoing = change?.to === "removed"
  const isInvited = status === "pending" && !isGoing
  const invited = useViewOf(invitationToSub, id) ?? null
  const hasCode = typeof useInvitationCode(invited) === "string"
  const items: readonly (MenuEntry<Entry> | false)[] = [
    isInvited && hasCode && { id: "showInvitation", label: t("pages.account.subs.do.showCode"), icon: QrIcon },
    isInvited && { id: "invitation", label: t("pages.account.subs.do.inviteAgain"), icon: InviteIcon },
    may.manageDevices && { id: "manageDevices", label: t("pages.account.subs.do.manageDevices"), icon: AssignIcon },
    { id: "preview", label: t("pages.account.subs.do.preview"), icon: EyeIcon },
    !isGoing && { id: "renameSubAccount", label: t("common.action.rename"), icon: RenameIcon },
    !isGoing && { id: "subAccountEmail", label: t("pages.account.subs.do.editEmail"), icon: MailIcon },
    may.approve && { id: "approve", label: t("common.action.approve"), icon: ApproveIcon },
    may.disable && { id: "disable", label: t("common.action.disable"), icon: DisableIcon },
    may.enable && { id: "enable", label: t("common.action.enable"), icon: ApproveIcon },
    !isGoing && {
      id: "removeSubAccount",
      label: t("pages.account.subs.do.remove"),
      icon: RemoveIcon,
      danger: true,
      separated: true,
    },
  ]
  return (
    <ActionMenu
      label={t("common.action.actionsFor", { name })}
      items={items.filter((item) => item !== false)}
      onAction={(entry) => {
        if (entry === "approve" || entry === "enable") onChange(2)
        else if (entry === "disable") onChange(3)
        else if (entry === "showInvitation") open(entry, { subject: invited ?? "" })
        else open(entry, { subject: id })
      }}
    />
  )
}
