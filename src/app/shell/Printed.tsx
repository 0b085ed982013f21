import { useTranslation } from "react-i18next"
import { SECOND } from "../client/clock.ts"
import { useClient } from "../client/provider.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { usePrinting } from "../ui/useMedia.ts"

/** Above a printed page: its title, and the time it tells of (UX-6). */
export const Printed = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const { clock } = useClient()
  const isPrinting = usePrinting()
  if (!isPrinting) return null
  return (
    <p className="printed">
      <b>{document.title}</b>
      <span>{t("common.time.asOf", { time: format.full(clock.now(SECOND)) })}</span>
    </p>
  )
}
