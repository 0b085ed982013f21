import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import { deviceStatuses, deviceTypes } from "../../../domain/views/devices.ts"
import { tagsInUse } from "../../../domain/views/deviceTags.ts"
import { deviceKinds, sorts } from "../../../domain/views/findDevices.ts"
import { useView } from "../../client/client.ts"
import type { ChoiceGroup } from "../../ui/ChoiceMenu.tsx"
import type { Finding } from "./finding.ts"

export type Choosing = Pick<Finding, "choice" | "choose">

const statusKeys = { online: "online", offline: "offline", lastKnown: "wasOnline" } as const

const usedTags = (state: State) => tagsInUse(state)

const within = <Value extends string>(values: readonly Value[], chosen: readonly string[]): readonly Value[] =>
  values.filter((value) => chosen.includes(value))

/** The choices of the toolbar in words, the same in menus and in the dialog of phones. */
export const useFilters = ({ choice, choose }: Choosing) => {
  const { t } = useTranslation()
  const inUse = useView(usedTags) ?? []
  // A tag of a link that nobody uses any more must still be seen, and be taken away.
  const tags = [...new Set([...inUse, ...choice.tags])]
  const kind: ChoiceGroup = {
    id: "kind",
    label: t("devices.find.kind"),
    mode: "several",
    chosen: choice.kinds,
    choices: deviceKinds.map((id) => ({ id, label: t(`devices.find.kinds.${id}`) })),
    onChange: (chosen) => choose({ kinds: within(deviceKinds, chosen) }),
  }
  const type: ChoiceGroup = {
    id: "type",
    label: t("devices.find.type"),
    mode: "several",
    chosen: choice.types,
    choices: deviceTypes.map((id) => ({ id, label: id })),
    onChange: (chosen) => choose({ types: within(deviceTypes, chosen) }),
  }
  const status: ChoiceGroup = {
    id: "status",
    label: t("devices.find.status"),
    labelHidden: true,
    mode: "several",
    chosen: choice.statuses,
    choices: deviceStatuses.map((id) => ({ id, label: t(`devices.card.${statusKeys[id]}`) })),
    onChange: (chosen) => choose({ statuses: within(deviceStatuses, chosen) }),
  }
  const needs: ChoiceGroup = {
    id: "needs",
    label: t("devices.overview.needsYou"),
    labelHidden: true,
    mode: "several",
    chosen: choice.needsYou ? ["you"] : [],
    choices: [{ id: "you", label: t("devices.overview.needsYou") }],
    onChange: (chosen) => choose({ needsYou: chosen.length > 0 }),
  }
  const tag: ChoiceGroup = {
    id: "tags",
    label: t("devices.find.tags"),
    labelHidden: true,
    mode: "several",
    chosen: choice.tags,
    choices: tags.map((id) => ({ id, label: id })),
    onChange: (chosen) => choose({ tags: chosen }),
  }
  return {
    menus: [
      { id: "kind", label: kind.label, groups: [kind, type] },
      { id: "status", label: status.label, groups: [status, needs] },
      ...(tags.length === 0 ? [] : [{ id: "tags", label: tag.label, groups: [tag] }]),
    ],
    groups: (tags.length === 0 ? [kind, type, status, needs] : [kind, type, status, needs, tag]).map((group) => ({
      ...group,
      labelHidden: false,
    })),
  }
}

/** What is chosen in these groups, in words. */
export const chosenIn = (groups: readonly ChoiceGroup[]): readonly string[] =>
  groups.flatMap(({ chosen, choices }) => choices.filter(({ id }) => chosen.includes(id)).map(({ label }) => label))

export const useOrder = ({ choice: { sort, reversed }, choose }: Choosing) => {
  const { t } = useTranslation()
  const by = t(`devices.find.sorts.${sort}`)
  const groups: readonly ChoiceGroup[] = [
    {
      id: "by",
      label: t("devices.find.sort"),
      mode: "one",
      chosen: [sort],
      choices: sorts.map((id) => ({ id, label: t(`devices.find.sorts.${id}`) })),
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
