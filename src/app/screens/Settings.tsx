import { useTranslation } from "react-i18next"
import { useHandle, useStart } from "../client/client.ts"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { useLinkTold } from "./network/useLinkTold.ts"
import { Danger } from "./settings/Danger.tsx"
import { Diagnostics } from "./settings/Diagnostics.tsx"
import { General } from "./settings/General.tsx"
import { Messages } from "./settings/Messages.tsx"
import { NativeSide } from "./settings/NativeSide.tsx"
import { Streaming } from "./settings/Streaming.tsx"
import { useOrigins } from "./settings/useOrigins.ts"

/** SETTINGS-1 to SETTINGS-3, the bridge of BRIDGE-5, and the diagnostics of SETTINGS-4. */
export const Settings = () => {
  const { t } = useTranslation()
  usePage(t("pages.settings.title"))
  const pairing = useHandle()?.pairing ?? null
  const origins = useOrigins(pairing)
  const isLinkTold = useLinkTold()
  /* What the bridge tells would push the rest down. */
  const isTold = useStart().phase !== "loading" && (pairing === null || (isLinkTold && !origins.isAwaited))
  const isOpening = useOpening(true, isTold)
  return (
    <div className="page of-settings">
      <div className="page-head">
        <h1>{t("pages.settings.title")}</h1>
      </div>
      <div className="groups">
        <General />
        <Streaming />
        <Messages />
        <NativeSide pairing={pairing} origins={origins} />
        {!isOpening && (
          <>
            <Diagnostics />
            <Danger />
          </>
        )}
      </div>
      {!isOpening && <PhoneFoot />}
    </div>
  )
}
