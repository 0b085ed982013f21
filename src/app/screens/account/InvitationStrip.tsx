import { useLayoutEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { outboxItem } from "../../../domain/views/outbox.ts"
import { invitationToSend, latestInvitation, type SentInvitation } from "../../../domain/views/subAccounts.ts"
import { useView, useViewOf } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useActionText } from "../../i18n/useActionText.ts"
import { CopyButton } from "../../sharing/CopyButton.tsx"
import { CodeText } from "../../sharing/InvitationCode.tsx"
import { useInvitationCode } from "../../sharing/useInvitationCode.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Glyph } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon, QrIcon } from "../../ui/icons.ts"

const HIDDEN_CODE = "000000"

/** The code and its buttons; only their room until the code is known. */
const Handover = ({
  invitation: { action, name },
  code,
}: {
  readonly invitation: SentInvitation
  readonly code: string | null
}) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const open = useOpenDialog()
  return (
    <div className={code === null ? "handles gone" : "handles"} inert={code === null}>
      <CodeText code={code ?? HIDDEN_CODE} />
      <CopyButton text={code ?? ""} />
      <IconButton
        icon={QrIcon}
        label={t("pages.account.subs.showQr", { name })}
        onPress={() => open("showInvitation", { subject: action })}
      />
      <IconButton
        icon={CloseIcon}
        label={t("common.action.dismiss")}
        onPress={() => ask({ type: "DismissAction", action })}
      />
    </div>
  )
}

export interface ShownInvitation {
  readonly invitation: SentInvitation | null
  readonly code: string | null
  /** True once it is known whether the latest invitation has a code. Without a code it has no room either. */
  readonly isCodeKnown: boolean
}

/**
 * The latest sent invitation, unless its code is lost; if there is none, the one that waits to be sent. During the
 * lookup of a code, the strip keeps the room of an invitation that is already shown, and takes none otherwise (UX-5).
 */
export const useInvitation = (): ShownInvitation => {
  const sent = useView(latestInvitation) ?? null
  const toSend = useView(invitationToSend) ?? null
  const code = useInvitationCode(sent?.action ?? null)
  const isThere = useRef(false)
  const isCodeKnown = sent === null || code !== undefined
  const isSentShown = sent !== null && (isCodeKnown ? code !== null : isThere.current)
  const invitation = isSentShown ? sent : toSend
  useLayoutEffect(() => {
    isThere.current = invitation !== null
  })
  return { invitation, code: code ?? null, isCodeKnown }
}

/** The latest invitation that is not accepted yet, with its code (SUB-2). */
export const InvitationStrip = ({ invitation, code }: Pick<ShownInvitation, "invitation" | "code">) => {
  const { t } = useTranslation()
  const actionText = useActionText()
  const item = useViewOf(outboxItem, invitation?.action ?? "") ?? null
  if (invitation === null || item === null) return null
  const { action, name, state } = invitation
  const isSent = state === "confirmed"
  return (
    <div key={action} className={isSent ? "invite" : "invite to-send"} role="status">
      <Glyph name={state} large />
      <p className="grow">
        {isSent ? t("pages.account.subs.invited", { name }) : actionText(item)}
        {!isSent && <span className="faint"> {t("common.state.pending")}</span>}
      </p>
      <Handover invitation={invitation} code={code} />
    </div>
  )
}
