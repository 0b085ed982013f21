import type { DeviceSort } from "../../domain/views/findDevices.ts"

/** The optional columns of the table, in their order. The state and the name always come first. */
export const columnIds = ["strip", "lastSeen", "build", "kind", "owner", "tags"] as const
export type ColumnId = (typeof columnIds)[number]

interface Column {
  /** px */
  readonly width: number
  /** The least width of the table at which it has the column, px. */
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

/** The chosen columns for which a table of this width, px, has room. */
export const fitting = (shown: readonly ColumnId[], width: number): readonly ColumnId[] =>
  shown.filter((id) => columns[id].from <= width)

/** The grid template: state, name, the other columns, menu. */
export const templateOf = (shown: readonly ColumnId[]): string =>
  ["30px", "minmax(0, 1fr)", ...shown.map((id) => `${columns[id].width}px`), "40px"].join(" ")
