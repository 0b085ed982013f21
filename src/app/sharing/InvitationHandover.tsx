import { useTranslation } from "react-i18next"
import { QrCode } from "../ui/QrCode.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { CodeText } from "./InvitationCode.tsx"

/** The code behind the link: what follows `#` never leaves the device that reads it. */
export const invitationAddress = (link: string, code: string): string => `${link}#${code}`

/** The code of an invitation to hand over: to read out, to copy, to scan (SUB-7). */
export const InvitationHandover = ({
  name,
  code,
  link,
}: {
  readonly name: string
  readonly code: string
  readonly link: string
}) => {
  const { t } = useTranslation()
  return (
    <>
      <p>{t("dialog.invitation.handOver", { name })}</p>
      <div className="handover">
        <QrCode text={invitationAddress(link, code)} label={t("dialog.invitation.qr", { name })} />
        <div className="stack">
          <p className="label">{t("dialog.invitation.code")}</p>
          <CodeText code={code} />
          <div className="row paste">
            <CopyButton text={code} autoFocus />
            <CopyButton text={invitationAddress(link, code)} what="common.action.copyLink" />
          </div>
          <p className="hint">{t("dialog.invitation.scan")}</p>
        </div>
      </div>
    </>
  )
}
