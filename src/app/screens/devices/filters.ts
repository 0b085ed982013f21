import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import { deviceKinds, OWN, UNNAMED } from "../../../domain/views/deviceFilter.ts"
import { deviceStatuses, deviceTypes } from "../../../domain/views/devices.ts"
import { tagsInUse } from "../../../domain/views/deviceTags.ts"
import { type DeviceSort, sorts } from "../../../domain/views/findDevices.ts"
import type { Overview } from "../../../domain/views/overview.ts"
import { useView } from "../../client/client.ts"
import { statusKeys } from "../../devices/cardWords.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { chosenIn } from "../../lists/FilterMenu.tsx"
import type { ChoiceGroup } from "../../ui/ChoiceMenu.tsx"
import type { Finding } from "./finding.ts"

export interface Ordering extends Pick<Finding, "choice" | "choose"> {
  readonly isSearching: boolean
}
export type Choosing = Pick<Finding, "choice" | "choose"> & {
  /** All owners of listed devices. */
  readonly owners: readonly string[]
}

/** True when the list shows the best matches first: during a search, unless the person chose another order. */
export const isRanked = ({ choice: { sort, reversed }, isSearching }: Omit<Ordering, "choose">): boolean =>
  isSearching && sort === "name" && !reversed

const within = <Value extends string>(values: readonly Value[], chosen: readonly string[]): readonly Value[] =>
  values.filter((value) => chosen.includes(value))

const counted = ["kinds", "types", "owners", "tags"] as const
type Counted = (typeof counted)[number]

/** The number of devices that each choice of the toolbar would show, for open menus. */
export const useCounts = (overview: Overview | null) => {
  const { number } = useFormat()
  return useCallback(
    (group: string, choice: string) => {
      const part = counted.find((id) => id === group)
      return part && number(overview?.[part].get(choice) ?? 0)
    },
    [overview, number],
  )
}

/** The choices of the toolbar in words, the same in menus and in the dialog of phones. */
export const useFilters = ({ choice, choose, owners: all }: Choosing) => {
  const { t } = useTranslation()
  const inUse = useView(tagsInUse) ?? []
  const group = (
    id: Counted,
    label: string,
    words: readonly string[],
    name: (word: string) => string,
    onChange: (chosen: readonly string[]) => void,
  ): ChoiceGroup => ({
    id,
    label,
    mode: "several",
    chosen: choice[id],
    choices: words.map((word) => ({ id: word, label: name(word) })),
    onChange,
  })
  const kind = group(
    "kinds",
    t("devices.table.kind"),
    deviceKinds,
    (word) => t(`devices.card.kind.${within(deviceKinds, [word])[0] ?? "cloud"}`),
    (chosen) => choose({ kinds: within(deviceKinds, chosen) }),
  )
  const type = group(
    "types",
    t("devices.find.type"),
    deviceTypes,
    (word) => word,
    (chosen) => choose({ types: within(deviceTypes, chosen) }),
  )
  // A link may name an owner or tag that no device has any more. The menu shows it, so that a person can remove it.
  const owners = [...new Set([...all, ...choice.owners])]
  const owner = group(
    "owners",
    t("devices.table.owner"),
    owners,
    (word) => (word === OWN ? t("devices.table.you") : word === UNNAMED ? t("common.state.unknown") : word),
    (chosen) => choose({ owners: chosen }),
  )
  const tags = [...new Set([...inUse, ...choice.tags])]
  const tag = group(
    "tags",
    t("devices.find.tags"),
    tags,
    (word) => word,
    (chosen) => choose({ tags: chosen }),
  )
  // A single owner leaves nothing to choose.
  const hasOwners = owners.length > 1 || choice.owners.length > 0
  const groups = [kind, type, ...(hasOwners ? [owner] : []), ...(tags.length === 0 ? [] : [tag])]
  return {
    menus: [
      { id: "kinds", label: t("devices.find.kind"), groups: [kind, type] },
      ...groups.slice(2).map((only) => ({ id: only.id, label: only.label, groups: [{ ...only, labelHidden: true }] })),
    ],
    groups,
  }
}

/** All active filters in words, including those of the overview line. */
export const useChosen = (choosing: Choosing): readonly string[] => {
  const { t } = useTranslation()
  const { choice } = choosing
  return [
    ...deviceStatuses.filter((status) => choice.statuses.includes(status)).map((status) => t(statusKeys[status])),
    ...(choice.outdated ? [t("devices.find.update")] : []),
    ...(choice.needsYou ? [t("devices.find.needsYou")] : []),
    ...chosenIn(useFilters(choosing).groups),
  ]
}

export const useOrder = ({ choice, choose, isSearching }: Ordering) => {
  const { t } = useTranslation()
  const { sort, reversed } = choice
  const nameOf = (id: DeviceSort) => {
    const order = isRanked({ choice: { ...choice, sort: id }, isSearching }) ? "match" : id
    return t(`devices.find.sorts.${order}`)
  }
  const by = nameOf(sort)
  const groups: readonly ChoiceGroup[] = [
    {
      id: "by",
      label: t("devices.find.sort"),
      mode: "one",
      chosen: [sort],
      choices: sorts.map((id) => ({ id, label: nameOf(id) })),
      onChange: (chosen) => choose({ sort: within(sorts, chosen)[0] ?? "name" }),
    },
    {
      id: "direction",
      label: t("devices.find.direction"),
      labelHidden: true,
      mode: "several",
      chosen: reversed ? ["reversed"] : [],
      choices: [{ id: "reversed", label: t("devices.find.reverse") }],
      onChange: (chosen) => choose({ reversed: chosen.length > 0 }),
    },
  ]
  return { by, label: t(reversed ? "devices.find.sortedReversed" : "devices.find.sorted", { by }), groups }
}
