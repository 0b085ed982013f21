import { useTranslation } from "react-i18next"
import { latestInvitation } from "../../../domain/views/subAccounts.ts"
import { useView } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { CopyButton } from "../../sharing/CopyButton.tsx"
import { CodeText } from "../../sharing/InvitationCode.tsx"
import { useInvitationCode } from "../../sharing/useInvitationCode.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Glyph } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon, QrIcon } from "../../ui/icons.ts"

/** The last invitation that nobody has accepted yet, with its code at hand (SUB-2). */
export const InvitationStrip = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const open = useOpenDialog()
  const invitation = useView(latestInvitation) ?? null
  const code = useInvitationCode(invitation?.action ?? null)
  if (invitation === null || code === null || code === undefined) return null
  const { action, name } = invitation
  return (
    <div className="invite" role="status">
      <Glyph name="confirmed" large />
      <p className="grow">{t("pages.account.subs.invited", { name })}</p>
      <CodeText code={code} />
      <CopyButton text={code} />
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
