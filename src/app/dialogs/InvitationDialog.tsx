import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { InvitationForm, useInvitation } from "./InvitationForm.tsx"
import { InvitationSent } from "./InvitationSent.tsx"
import type { SubjectDialogProps } from "./useDialogs.tsx"

const FORM = "invitation-form"

/** SUB-2: whom to invite, then the code to hand over. */
export const InvitationDialog = ({ isOpen, onClose }: SubjectDialogProps) => {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ readonly email: string; readonly since: number } | null>(null)
  const invitation = useInvitation(asked)
  const form = <InvitationForm id={FORM} onAsked={(email, since) => setAsked({ email, since })} />
  const isSent = asked !== null && invitation !== null
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(isSent ? "dialog.invitation.sentTitle" : "dialog.invitation.title")}
      actions={
        isSent ? (
          <>
            <Button onPress={() => setAsked(null)}>{t("dialog.invitation.another")}</Button>
            <Button variant="primary" onPress={onClose}>
              {t("common.action.done")}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={onClose}>{t("common.action.cancel")}</Button>
            <Button variant="primary" type="submit" form={FORM} isPending={asked !== null}>
              {t("common.action.sendInvitation")}
            </Button>
          </>
        )
      }
    >
      {isSent ? <InvitationSent invitation={invitation} /> : form}
    </Dialog>
  )
}
