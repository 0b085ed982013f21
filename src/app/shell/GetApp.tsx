import { useTranslation } from "react-i18next"
import { useDeployment } from "../client/client.ts"

/** Leads to the desktop app, where the deployment names a place for it. */
export const GetApp = ({ className = "btn" }: { readonly className?: "btn" | "btn primary" | "word" }) => {
  const { t } = useTranslation()
  const { releasesUrl } = useDeployment()
  if (releasesUrl === null) return null
  return (
    <a className={className} href={releasesUrl} target="_blank" rel="noreferrer">
      {t("devices.notice.getApp")}
    </a>
  )
}
