import { deviceKinds } from "../../../domain/views/deviceFilter.ts"
import { deviceStatuses, deviceTypes } from "../../../domain/views/devices.ts"
import { type DeviceQuery, sorts } from "../../../domain/views/findDevices.ts"
import { type ColumnId, columnIds } from "../../devices/columns.ts"

/** The parts of a query in the address: filter and order. The search text is in no address. */
export type ListChoice = Omit<DeviceQuery, "search"> & {
  /** Null for the last choice in this browser. */
  readonly view: ListLayout | null
  /** The hidden columns of the table; null for the last choice in this browser. */
  readonly hidden: readonly ColumnId[] | null
}

export const deviceViews = ["cards", "table", "wall"] as const
export type ListLayout = (typeof deviceViews)[number]

const FIRST_SORT = "name"

const known = <Value extends string>(values: readonly Value[], asked: readonly string[]): readonly Value[] =>
  values.filter((value) => asked.includes(value))

/** A link names the shown columns, possibly none. All others are hidden. */
const hiddenIn = (columns: string | null): ListChoice["hidden"] => {
  const shown = columns?.split(",") ?? null
  return shown && columnIds.filter((id) => !shown.includes(id))
}

/** Reads the address, and ignores unknown words. */
export const choiceFrom = (address: URLSearchParams): ListChoice => ({
  kinds: known(deviceKinds, address.getAll("kind")),
  types: known(deviceTypes, address.getAll("type")),
  statuses: known(deviceStatuses, address.getAll("status")),
  owners: [...new Set(address.getAll("owner"))],
  tags: [...new Set(address.getAll("tag"))],
  outdated: address.has("update"),
  needsYou: address.has("needs-you"),
  sort: known(sorts, address.getAll("sort"))[0] ?? FIRST_SORT,
  reversed: address.has("reversed"),
  view: known(deviceViews, address.getAll("view"))[0] ?? null,
  hidden: hiddenIn(address.get("columns")),
})

/** The address of a choice, without defaults. */
export const addressOf = ({
  kinds,
  types,
  statuses,
  owners,
  tags,
  outdated,
  needsYou,
  sort,
  reversed,
  view,
  hidden,
}: ListChoice): URLSearchParams => {
  const address = new URLSearchParams()
  for (const kind of kinds) address.append("kind", kind)
  for (const type of types) address.append("type", type)
  for (const status of statuses) address.append("status", status)
  for (const owner of owners) address.append("owner", owner)
  for (const tag of tags) address.append("tag", tag)
  if (outdated) address.set("update", "")
  if (needsYou) address.set("needs-you", "")
  if (sort !== FIRST_SORT) address.set("sort", sort)
  if (reversed) address.set("reversed", "")
  if (view !== null) address.set("view", view)
  if (hidden !== null) address.set("columns", columnIds.filter((id) => !hidden.includes(id)).join(","))
  return address
}
