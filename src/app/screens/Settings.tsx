import { useTranslation } from "react-i18next"
import { usePage } from "../focus/usePage.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { Danger } from "./settings/Danger.tsx"
import { Diagnostics } from "./settings/Diagnostics.tsx"
import { General } from "./settings/General.tsx"
import { Messages } from "./settings/Messages.tsx"
import { NativeSide } from "./settings/NativeSide.tsx"
import { Streaming } from "./settings/Streaming.tsx"

/** SETTINGS-1 to SETTINGS-3, the bridge of BRIDGE-5, and the diagnostics of SETTINGS-4. */
export const Settings = () => {
  const { t } = useTranslation()
  usePage(t("pages.settings.title"))
  return (
    <div className="page of-settings">
      <div className="page-head">
        <h1>{t("pages.settings.title")}</h1>
      </div>
      <div className="groups">
        <General />
        <Streaming />
        <Messages />
        <NativeSide />
        <Diagnostics />
        <Danger />
      </div>
      <PhoneFoot />
    </div>
  )
}
