import { useCallback } from "react"
import type { SettingsState } from "../../../domain/features/settings/feature.ts"
import type { DeviceSort } from "../../../domain/views/findDevices.ts"
import { useSend } from "../../client/client.ts"
import { usePreference } from "../../preferences/usePreference.ts"

/** The columns of the table that may be left out, in their order; the state and the name always stand first. */
export const columnIds = ["strip", "lastSeen", "build", "kind", "owner", "tags"] as const
export type ColumnId = (typeof columnIds)[number]

interface Column {
  /** px */
  readonly width: number
  /** The table must be this wide for it, px. */
  readonly from: number
  readonly sort: DeviceSort | null
}

export const columns: Readonly<Record<ColumnId, Column>> = {
  strip: { width: 116, from: 640, sort: null },
  lastSeen: { width: 104, from: 0, sort: "lastSeen" },
  build: { width: 136, from: 780, sort: "build" },
  kind: { width: 132, from: 860, sort: null },
  owner: { width: 112, from: 960, sort: null },
  tags: { width: 108, from: 1060, sort: null },
}

const hiddenOf = (settings: SettingsState): string => settings.get("deviceColumns") ?? ""

/** Which columns the person left out, and how to choose others; kept in this browser. */
export const useHiddenColumns = () => {
  const send = useSend()
  const hidden = usePreference(hiddenOf).split(",")
  const show = useCallback(
    (shown: readonly string[]) => {
      const value = columnIds.filter((id) => !shown.includes(id)).join(",")
      send({ type: "SetPreference", key: "deviceColumns", value: value === "" ? null : value })
    },
    [send],
  )
  return { shown: columnIds.filter((id) => !hidden.includes(id)), show }
}

/** Of the chosen columns those for which a table of this width, px, has room. */
export const fitting = (shown: readonly ColumnId[], width: number): readonly ColumnId[] =>
  shown.filter((id) => columns[id].from <= width)

/** State, name, the rest, menu. */
export const templateOf = (shown: readonly ColumnId[]): string =>
  ["30px", "minmax(0, 1fr)", ...shown.map((id) => `${columns[id].width}px`), "40px"].join(" ")
