import type { DeviceSort } from "../../domain/views/findDevices.ts"

/** The columns of the table that may be left out, in their order; the state and the name always come first. */
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
  kind: { width: 148, from: 876, sort: null },
  owner: { width: 112, from: 960, sort: null },
  tags: { width: 108, from: 1060, sort: null },
}

/** Of the chosen columns those for which a table of this width, px, has room. */
export const fitting = (shown: readonly ColumnId[], width: number): readonly ColumnId[] =>
  shown.filter((id) => columns[id].from <= width)

/** State, name, the rest, menu. */
export const templateOf = (shown: readonly ColumnId[]): string =>
  ["30px", "minmax(0, 1fr)", ...shown.map((id) => `${columns[id].width}px`), "40px"].join(" ")
