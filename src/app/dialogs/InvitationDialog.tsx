import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { CommandRequest } from "../client/handle.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { InlineError } from "./InlineError.tsx"
import { InvitationForm } from "./InvitationForm.tsx"
import { InvitationSent } from "./InvitationSent.tsx"
import { LaterNote } from "./LaterNote.tsx"
import type { SubjectDialogProps } from "./useDialogs.tsx"
import { type AskedInvitation, useInvitation } from "./useInvitation.ts"
import { useSubmit } from "./useSubmit.ts"

type SendInvitation = Extract<CommandRequest, { readonly type: "SendInvitation" }>

/** SUB-2: whom to invite, then the code to hand over. */
export const InvitationDialog = ({ isOpen, onClose }: SubjectDialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const [asked, setAsked] = useState<AskedInvitation | null>(null)
  const invitation = useInvitation(asked)
  const { submit, isPending, refused } = useSubmit<SendInvitation>(({ email }, since) =>
    setAsked({ email: email.trim(), since }),
  )
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
            <Button variant="primary" type="submit" form={form} isPending={isPending || asked !== null}>
              {t("common.action.sendInvitation")}
            </Button>
          </>
        )
      }
    >
      {isSent ? (
        <InvitationSent invitation={invitation} />
      ) : (
        <>
          <p>{t("dialog.invitation.body")}</p>
          <InvitationForm id={form} onSend={(name, email) => submit({ type: "SendInvitation", name, email })} />
          <LaterNote />
          <InlineError text={refused && t(refusedKey(refused))} />
        </>
      )}
    </Dialog>
  )
}
