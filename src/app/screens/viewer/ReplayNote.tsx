import { useTranslation } from "react-i18next"
import type { ViewedDevice } from "../../../domain/features/deviceSession/feature.ts"
import { useClient } from "../../client/provider.ts"
import { useStore } from "../../client/store.ts"
import { Glyph } from "../../ui/Glyph.tsx"

/** In a replay: tells that a screen was open at this moment, and why it is not visible (SCREEN-8). */
export const ReplayNote = ({ device }: { readonly device: ViewedDevice }) => {
  const { t } = useTranslation()
  const start = useStore(useClient().start)
  // Only a replay has no log of its own.
  if (start.phase !== "ready" || start.handle.log !== null || device.screen === null) return null
  return (
    <div className="vnote">
      <Glyph name="info" />
      <p role="status">{t("devices.viewer.replayed", { name: device.name })}</p>
    </div>
  )
}
