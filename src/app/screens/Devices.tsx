import { useState } from "react"
import { useTranslation } from "react-i18next"
import { deviceList } from "../../domain/views/devices.ts"
import { useView } from "../client/client.ts"
import { useSingleKey } from "../commands/useKeys.ts"
import { useDeviceDialogs } from "../dialogs/useDeviceDialogs.tsx"
import { usePage } from "../shell/usePage.ts"
import { Button } from "../ui/Button.tsx"
import { SelectIcon } from "../ui/icons.ts"
import { SearchField } from "../ui/SearchField.tsx"
import { BoundDevices } from "./devices/BoundDevices.tsx"
import { LanDevices } from "./devices/LanDevices.tsx"
import { SelectionBar } from "./devices/SelectionBar.tsx"
import { Summary } from "./devices/Summary.tsx"
import { SelectionContext, useNewSelection } from "./devices/selection.ts"

/** DEVICE-1 */
export const Devices = () => {
  const { t } = useTranslation()
  usePage(t("devices.title"))
  const list = useView(deviceList)
  const [search, setSearch] = useState("")
  const { dialogs, openDialog } = useDeviceDialogs()
  const selection = useNewSelection()
  const { cap } = useSingleKey("search")
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
            shortcut={cap}
          />
          <Button
            variant="plain"
            icon={SelectIcon}
            aria-pressed={selection.isChoosing}
            onPress={selection.isChoosing ? selection.clear : selection.start}
          >
            {t("devices.selection.select")}
          </Button>
        </div>
      )}
      <LanDevices />
      <SelectionContext value={selection}>
        <BoundDevices list={list} search={search} onAct={openDialog} />
        {hasList && <SelectionBar ids={list.ids} />}
      </SelectionContext>
      {dialogs}
    </div>
  )
}
