import { memo } from "react"
import type { DeviceSort } from "../../../domain/views/findDevices.ts"
import { useCardWords } from "../../devices/cardWords.ts"
import { type ColumnId, columns } from "../../devices/columns.ts"
import { ChoiceMenu } from "../../ui/ChoiceMenu.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ColumnsIcon, DownIcon, UpIcon } from "../../ui/icons.ts"
import { isRanked, type Ordering } from "./filters.ts"
import { useColumns } from "./useColumns.ts"

/** Sorts by its column. Another press reverses the order. */
const Head = ({
  label,
  by,
  sorting,
}: {
  readonly label: string
  readonly by: DeviceSort | null
  readonly sorting: Ordering
}) => {
  const { choice, choose } = sorting
  const isChosen = by !== null && choice.sort === by
  const isSorted = isChosen && !isRanked(sorting)
  // Builds and sightings begin with the newest, names with A.
  const isAscending = choice.reversed !== (by === "name" || by === "status")
  return (
    <th scope="col" aria-sort={isSorted ? (isAscending ? "ascending" : "descending") : undefined}>
      {by === null ? (
        label
      ) : (
        <button type="button" onClick={() => choose({ sort: by, reversed: isChosen && !choice.reversed })}>
          {label}
          {isSorted && <Icon of={isAscending ? UpIcon : DownIcon} small />}
        </button>
      )}
    </th>
  )
}

interface Props {
  readonly shown: readonly ColumnId[]
  readonly sorting: Ordering
}

/** The table header: sorts and names the columns; stays visible. */
export const TableHead = memo(({ shown, sorting }: Props) => {
  const { t } = useCardWords()
  const { offered, wanted, show } = useColumns(sorting)
  const label = (id: ColumnId) => t(`devices.table.${id}`)
  return (
    <thead>
      <tr className="thead" aria-rowindex={1}>
        <th scope="col">
          <span className="vh">{t("devices.table.state")}</span>
        </th>
        <Head label={t("devices.table.name")} by="name" sorting={sorting} />
        {shown.map((id) => (
          <Head key={id} label={label(id)} by={columns[id].sort} sorting={sorting} />
        ))}
        <th scope="col" className="t-menu">
          <ChoiceMenu
            plain
            label={t("devices.table.columns")}
            icon={ColumnsIcon}
            groups={[
              {
                id: "columns",
                label: t("devices.table.columns"),
                mode: "several",
                chosen: wanted,
                choices: offered.map((id) => ({ id, label: label(id) })),
                onChange: show,
              },
            ]}
          >
            {""}
          </ChoiceMenu>
        </th>
      </tr>
    </thead>
  )
})
