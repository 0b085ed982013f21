import { useState } from "react"
import { useTranslation } from "react-i18next"
import { deviceList } from "../../domain/views/devices.ts"
import { useView } from "../client/client.ts"
import { useDeviceDialogs } from "../dialogs/useDeviceDialogs.tsx"
import { usePage } from "../shell/usePage.ts"
import { SearchField } from "../ui/SearchField.tsx"
import { BoundDevices } from "./devices/BoundDevices.tsx"
import { LanDevices } from "./devices/LanDevices.tsx"
import { Summary } from "./devices/Summary.tsx"

/** DEVICE-1 */
export const Devices = () => {
  const { t } = useTranslation()
  usePage(t("devices.title"))
  const list = useView(deviceList)
  const [search, setSearch] = useState("")
  const { dialogs, openDialog } = useDeviceDialogs()
  const hasList = list?.status === "list"
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t("devices.title")}</h1>
        {hasList && <Summary list={list} />}
      </div>
      {hasList && (
        <div className="tools">
          <SearchField
            label={t("devices.search")}
            placeholder={t("devices.searchHint")}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      <LanDevices />
      <BoundDevices list={list} search={search} onAct={openDialog} />
      {dialogs}
    </div>
  )
}
