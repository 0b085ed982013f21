import { useTranslation } from "react-i18next"
import { LogInOrOut } from "./LogInOrOut.tsx"
import { useVersion } from "./useVersion.ts"

/** Phones have no sidebar. The foot of the sidebar is below the page there. */
export const PhoneFoot = () => {
  const { t } = useTranslation()
  const version = useVersion()
  return (
    <div className="side-foot phone-foot">
      <LogInOrOut />
      <p className="ver">{t("layout.version", { version })}</p>
    </div>
  )
}
