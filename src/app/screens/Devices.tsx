import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { deviceList } from "../../domain/views/listState.ts"
import { useView } from "../client/client.ts"
import { Batches } from "../dialogs/batch/Batches.tsx"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import { BoundDevices } from "./devices/BoundDevices.tsx"
import { BoundSignedOut, GuestSteps } from "./devices/BoundSignedOut.tsx"
import { FirstReading } from "./devices/FirstReading.tsx"
import { useFinding } from "./devices/finding.ts"
import { LanDevices } from "./devices/LanDevices.tsx"
import { OpenedContext, useNewOpened } from "./devices/opened.ts"
import { DevicePage } from "./devices/page/DevicePage.tsx"
import { SelectionBar } from "./devices/SelectionBar.tsx"
import { Summary } from "./devices/Summary.tsx"
import { SelectionContext, useNewSelection } from "./devices/selection.ts"
import { Tools } from "./devices/Tools.tsx"
import { useNetworkTold } from "./devices/useSettled.ts"

const isConnected = ({ connection }: State): boolean => connection.status === "online"

/**
 * DEVICE-1. A guest reads first how to see more, because the HTML says it already (ROUTE-6) and what this network brings
 * later pushes nothing away. Until the log is read, the saved user tells who is no guest.
 */
export const Devices = () => {
  const { t } = useTranslation()
  usePage(t("devices.title"))
  const list = useView(deviceList)
  const { typing, finding } = useFinding()
  const selection = useNewSelection()
  const opened = useNewOpened()
  const isExpected = useExpectsUser(list === undefined ? undefined : list !== null)
  const isGuest = (list === undefined || list === null) && !isExpected
  const isOnline = useView(isConnected) ?? true
  const isAwaited = list === undefined || list === null || (list.status === "loading" && list.failure === null)
  const isRead = !isAwaited || !isOnline
  const isOpening = useOpening(isRead, useNetworkTold())
  const isLoading = !isGuest && (!isRead || isOpening)
  const hasList = !isLoading && list?.status === "list"
  return (
    <OpenedContext value={opened}>
      <div className={opened.did === null ? "split" : "split with-device"}>
        <div className="page of-devices">
          <div className="page-head">
            <h1>{t("devices.title")}</h1>
            {hasList && (
              <Summary list={list} choice={finding.choice} choose={finding.choose} overview={finding.overview} />
            )}
          </div>
          {hasList && <Tools typing={typing} finding={finding} selection={selection} />}
          {isGuest && <BoundSignedOut />}
          {/* Who is on this network and on no list is known when the list is. */}
          {!isLoading && list !== undefined && <LanDevices finding={finding} typing={isGuest ? typing : null} />}
          {isLoading ? (
            <FirstReading />
          ) : isGuest ? (
            list !== undefined && <GuestSteps />
          ) : (
            <SelectionContext value={selection}>
              <Batches />
              <BoundDevices list={list} finding={finding} />
              {hasList && <SelectionBar ids={finding.found.ids} />}
            </SelectionContext>
          )}
        </div>
        {opened.did !== null && <DevicePage did={opened.did} ids={finding.found.ids} />}
      </div>
    </OpenedContext>
  )
}
