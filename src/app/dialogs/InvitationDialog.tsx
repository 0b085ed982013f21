import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { invitationOfAction, subAccountRow } from "../../domain/views/subAccounts.ts"
import { useViewOf } from "../client/client.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { InvitationForm, type Invited } from "./InvitationForm.tsx"
import { InvitationSent } from "./InvitationSent.tsx"
import { LaterNote } from "./LaterNote.tsx"
import { useAttempt } from "./useAttempt.ts"

const blank: Invited = { name: "", email: "" }
const aboutEmail: ReadonlySet<string | undefined> = new Set(["invalidEmail", "ownEmail", "emailExists"])

const invitationIn = (state: State, action: string | null) =>
  action === null ? null : invitationOfAction(state, action)

/** The subject of the dialog: a sub-account that the person invites once more. */
const invitedIn = (state: State, id: string): Invited | null => subAccountRow(state, id)

/** Sends the typed invitation. `failureText` is the reason of a refusal, in the tab at once or by the server later. */
const useInviting = (again: Invited) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(again)
  /** The last action that the form has queued. */
  const [asked, setAsked] = useState<string | null>(null)
  const invitation = useViewOf(invitationIn, asked) ?? null
  const { attempt, isPending, refused, why, forget } = useAttempt(({ actions }) => setAsked(actions[0] ?? null))
  const answer = invitation?.state === "refused" ? (invitation.setback?.reason ?? "unknown") : undefined
  const reason = refused ?? answer
  const failureText = why ?? (answer === undefined ? null : t(`common.error.${answer}`))
  return {
    typed,
    failureText,
    isAboutEmail: aboutEmail.has(reason),
    isPending: isPending || (asked !== null && invitation === null),
    /** The invitation after the request; null while the person fills in the form. */
    sent: answer === undefined ? invitation : null,
    type: (next: Invited) => {
      setTyped(next)
      setAsked(null)
      forget()
    },
    send: (invited: Invited) => {
      setAsked(null)
      attempt({ type: "SendInvitation", ...invited })
    },
  }
}

/** SUB-2: whom to invite, then the code to hand over. The typed text stays until the server has accepted it. */
export const InvitationDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const form = useId()
  const { name, email } = useViewOf(invitedIn, subject) ?? blank
  const again = { name, email }
  const { typed, failureText, isAboutEmail, isPending, sent, type, send } = useInviting(again)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(sent === null ? "dialog.invitation.title" : "dialog.invitation.sentTitle")}
      actions={
        sent === null ? (
          <Acts onCancel={onClose} form={form} isPending={isPending}>
            {t("common.action.sendInvitation")}
          </Acts>
        ) : (
          <>
            <Button onPress={() => type(blank)}>{t("dialog.invitation.another")}</Button>
            <Button variant="primary" onPress={onClose}>
              {t("common.action.done")}
            </Button>
          </>
        )
      }
    >
      {sent === null ? (
        <>
          <p>{t("dialog.invitation.body")}</p>
          <InvitationForm
            id={form}
            typed={typed}
            refused={isAboutEmail && failureText !== null ? failureText : undefined}
            onType={type}
            onSend={send}
          />
          <LaterNote />
          <InlineError text={isAboutEmail ? null : failureText} />
        </>
      ) : (
        <InvitationSent invitation={sent} />
      )}
    </Dialog>
  )
}
