import { useTranslation } from "react-i18next"
import { LogInOrOut } from "./LogInOrOut.tsx"

/** Phones have no sidebar: what stands at its foot stands below the page. */
export const PhoneFoot = () => {
  const { t } = useTranslation()
  return (
    <div className="side-foot phone-foot">
      <LogInOrOut />
      <p className="ver">{t("layout.version", { version: import.meta.env.VITE_APP_VERSION })}</p>
    </div>
  )
}
