import { useCallback, useMemo } from "react"
import type { SettingsState } from "../../../domain/features/settings/feature.ts"
import { useSend } from "../../client/client.ts"
import { usePreference } from "../../preferences/usePreference.ts"
import { columnIds } from "./columns.ts"
import type { Finding } from "./finding.ts"

const hiddenOf = (settings: SettingsState): string => settings.get("deviceColumns") ?? ""

/**
 * The columns of the table that the person wants: as the address says, else as chosen last in this browser; and how to
 * choose others, which both keep (DEVICE-17).
 */
export const useColumns = ({ choice, choose }: Pick<Finding, "choice" | "choose">) => {
  const send = useSend()
  const kept = usePreference(hiddenOf)
  // The same list while nothing else is chosen: all rows are made anew with it.
  const wanted = useMemo(() => {
    const hidden: readonly string[] = choice.hidden ?? kept.split(",")
    return columnIds.filter((id) => !hidden.includes(id))
  }, [choice.hidden, kept])
  const show = useCallback(
    (shown: readonly string[]) => {
      const out = columnIds.filter((id) => !shown.includes(id))
      choose({ hidden: out })
      send({ type: "SetPreference", key: "deviceColumns", value: out.length === 0 ? null : out.join(",") })
    },
    [choose, send],
  )
  return { wanted, show }
}
