import { useCallback, useMemo } from "react"
import type { SettingsState } from "../../../domain/features/settings/feature.ts"
import { tagsOf } from "../../../domain/features/tags/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import { useSend, useView } from "../../client/client.ts"
import { type ColumnId, columnIds } from "../../devices/columns.ts"
import { usePreference } from "../../preferences/usePreference.ts"
import type { Finding } from "./finding.ts"

const hiddenOf = (settings: SettingsState): string => settings.get("deviceColumns") ?? ""

const hasTags = ({ session, tags }: State): boolean => tagsOf(tags, session.current?.account ?? null).size > 0

const withoutTags: readonly ColumnId[] = columnIds.filter((id) => id !== "tags")

/**
 * The columns of the table that there are, and those of them that the person wants: as the address says, else as chosen last
 * in this browser; and how to choose others, which both keep (DEVICE-17). Without any tag its column would be empty, and the
 * notices beside the names need the room.
 */
export const useColumns = ({ choice, choose }: Pick<Finding, "choice" | "choose">) => {
  const send = useSend()
  const kept = usePreference(hiddenOf)
  const offered = (useView(hasTags) ?? false) ? columnIds : withoutTags
  const hidden: readonly string[] = useMemo(() => choice.hidden ?? kept.split(","), [choice.hidden, kept])
  // The same list while the choice is the same: another list renders all rows.
  const wanted = useMemo(() => offered.filter((id) => !hidden.includes(id)), [offered, hidden])
  const show = useCallback(
    (shown: readonly string[]) => {
      const out = columnIds.filter((id) => (offered.includes(id) ? !shown.includes(id) : hidden.includes(id)))
      choose({ hidden: out })
      send({ type: "SetPreference", key: "deviceColumns", value: out.length === 0 ? null : out.join(",") })
    },
    [choose, send, offered, hidden],
  )
  return { offered, wanted, show }
}
