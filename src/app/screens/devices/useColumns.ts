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
 * The available columns of the table, and the wanted ones: those in the address, otherwise the last choice in this
 * browser. A new choice goes to both (DEVICE-17). Without any tag there is no column of tags, because the notices
 * beside the names need its room.
 */
export const useColumns = ({ choice, choose }: Pick<Finding, "choice" | "choose">) => {
  const send = useSend()
  const kept = usePreference(hiddenOf)
  const offered = (useView(hasTags) ?? false) ? columnIds : withoutTags
  const hidden: readonly string[] = useMemo(() => choice.hidden ?? kept.split(","), [choice.hidden, kept])
  // An unchanged choice returns the same list, because another one renders all rows.
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
