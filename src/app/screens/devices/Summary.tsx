import { useTranslation } from "react-i18next"
import type { DeviceListView } from "../../../domain/views/devices.ts"

export type DeviceList = Extract<DeviceListView, { readonly count: number }>

/** How many are online; of a list that is old only how many there were. */
export const Summary = ({ list: { count, online, lastKnown } }: { readonly list: DeviceList }) => {
  const { t } = useTranslation()
  return (
    <p className="sub">
      {lastKnown ? t("devices.summaryLastKnown", { count }) : t("devices.summary", { online, count })}
    </p>
  )
}
