import { useTranslation } from "react-i18next"
import type { DeviceListView } from "../../../domain/views/devices.ts"

export type DeviceList = Extract<DeviceListView, { readonly ids: readonly string[] }>

/** How many are online; of a list that is old only how many there were. */
export const Summary = ({ list: { ids, online, lastKnown } }: { readonly list: DeviceList }) => {
  const { t } = useTranslation()
  return (
    <p className="sub">
      {lastKnown
        ? t("devices.summaryLastKnown", { count: ids.length })
        : t("devices.summary", { online, count: ids.length })}
    </p>
  )
}
