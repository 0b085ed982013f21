import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { encode } from "uqr"
import { CopyButton } from "./CopyButton.tsx"
import { CodeText } from "./InvitationCode.tsx"

/** Quiet space around the code, in modules. Readers need four. */
const BORDER = 4

/** One path for all dark modules, each of them a square. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("")

/** A QR code: dark on light in both themes, because many readers recognize nothing else. */
const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { size, path } = useMemo(() => {
    const qr = encode(text, { ecc: "M", border: BORDER })
    return { size: qr.size, path: pathOf(qr.data) }
  }, [text])
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}

/** The link with the code. The part after `#` never leaves the device that reads it. */
const invitationAddress = (link: string, code: string): string => `${link}#${code}`

/** The code of an invitation to hand over: to read aloud, to copy, to scan (SUB-7). */
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
