import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import type { SentInvitation } from "../../domain/views/subAccounts.ts"
import { useView } from "../client/client.ts"
import { useCopy } from "../clipboard/useCopy.ts"
import { InvitationHandover } from "../sharing/InvitationHandover.tsx"
import { useInvitationCode } from "../sharing/useInvitationCode.ts"
import { useToast } from "../toasts/useToast.ts"
import { Glyph } from "../ui/Glyph.tsx"
import { Spinner } from "../ui/Spinner.tsx"

/** True except in the macOS app, which leaves the clipboard alone (SUB-2). */
const mayCopyHere = ({ application: { isApp, os } }: State): boolean => !(isApp && os === "mac")

/** Copies the code automatically where the browser allows it after the press, and shows a toast once (SUB-2). */
const useCopyAtOnce = (code: string | null | undefined) => {
  const toast = useToast()
  const { copied, copy } = useCopy()
  const mayCopy = useView(mayCopyHere)
  const tried = useRef(false)
  useEffect(() => {
    if (code === null || code === undefined || mayCopy !== true || tried.current) return
    tried.current = true
    copy(code, (went) => {
      if (went) toast({ kind: "success", message: "common.success.invitationSent" })
    })
  }, [code, mayCopy, copy, toast])
  return copied
}

/** The state of an invitation: its code when the app has it, else why it does not have it yet. */
export const InvitationSent = ({ invitation }: { readonly invitation: SentInvitation }) => {
  const { t } = useTranslation()
  const { action, state, name, link } = invitation
  const code = useInvitationCode(state === "confirmed" ? action : null)
  useCopyAtOnce(code)
  switch (state) {
    case "confirmed":
      if (code === undefined) return <Spinner />
      return code === null ? (
        <p>{t("dialog.invitation.codeLost", { name })}</p>
      ) : (
        <InvitationHandover name={name} code={code} link={link} />
      )
    case "unconfirmed":
      return (
        <p className="note-line" role="status">
          <Glyph name="unconfirmed" /> {t("dialog.invitation.unconfirmed")}
        </p>
      )
    default:
      return (
        <p className="note-line" role="status">
          <Glyph name={state} />{" "}
          {t(state === "sending" ? "dialog.invitation.sending" : "dialog.invitation.waits", { name })}
        </p>
      )
  }
}
