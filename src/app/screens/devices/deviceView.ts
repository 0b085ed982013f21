import { useCallback } from "react"
import type { SettingsState } from "../../../domain/features/settings/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import type { FoundDevices } from "../../../domain/views/findDevices.ts"
import { useSend, useView } from "../../client/client.ts"
import { useIsOn, usePreference } from "../../preferences/usePreference.ts"
import { deviceViews, type ListLayout } from "./address.ts"
import type { Finding } from "./finding.ts"

/** Above this number of devices, the table is the default. */
const CARDS_MAX = 60

const isSignedIn = ({ session }: State): boolean => session.current !== null

const keptView = (settings: SettingsState): ListLayout | null =>
  deviceViews.find((view) => view === settings.get("deviceView")) ?? null

/** False for a guest, whose frames are not kept (decision 42). */
export const useHasWall = (): boolean => {
  const isSignedInNow = useView(isSignedIn) ?? false
  return useIsOn("pictures") && isSignedInNow
}

/**
 * Cards, table or Wall: from the address, otherwise the last choice, otherwise by the number of devices (DEVICE-17).
 */
export const useDeviceView = ({
  choice,
  choose,
  of,
}: Pick<Finding, "choice" | "choose"> & Pick<FoundDevices, "of">) => {
  const send = useSend()
  const kept = usePreference(keptView)
  const hasWall = useHasWall()
  const asked = choice.view ?? kept
  const view = (asked === "wall" && !hasWall ? null : asked) ?? (of > CARDS_MAX ? "table" : "cards")
  const show = useCallback(
    (next: ListLayout) => {
      choose({ view: next })
      send({ type: "SetPreference", key: "deviceView", value: next })
    },
    [choose, send],
  )
  return { view, show }
}
