import { useTranslation } from "react-i18next"
import { useDeployment } from "../client/client.ts"

/**
 * A link to the desktop app, where the deployment names a page for it. `isUpdate` links to the page of its releases.
 */
export const GetApp = ({
  className = "btn",
  isUpdate = false,
}: {
  readonly className?: "btn" | "btn primary" | "word"
  readonly isUpdate?: boolean
}) => {
  const { t } = useTranslation()
  const { releasesUrl, desktopUrl } = useDeployment()
  const address = isUpdate ? releasesUrl : desktopUrl
  if (address === null) return null
  return (
    <a className={className} href={address} target="_blank" rel="noreferrer">
      {t("devices.notice.getApp")}
    </a>
  )
}
