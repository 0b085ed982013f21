import { useTranslation } from "react-i18next"
import { invitationOfAction } from "../../domain/views/subAccounts.ts"
import { useViewOf } from "../client/client.ts"
import { InvitationHandover } from "../sharing/InvitationHandover.tsx"
import { useInvitationCode } from "../sharing/useInvitationCode.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Spinner } from "../ui/Spinner.tsx"
import type { DialogProps } from "./dialogProps.ts"

/** The code of an invitation that was sent before, to hand over once more (SUB-2). */
export const ShowInvitationDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const invitation = useViewOf(invitationOfAction, subject)
  const code = useInvitationCode(subject)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.invitation.sentTitle")}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t("common.action.done")}
        </Button>
      }
    >
      {code === undefined && <Spinner />}
      {code === null && <p>{t("dialog.invitation.codeLost", { name: invitation?.name ?? "" })}</p>}
      {code !== undefined && code !== null && invitation !== null && invitation !== undefined && (
        <InvitationHandover name={invitation.name} code={code} link={invitation.link} />
      )}
    </Dialog>
  )
}
