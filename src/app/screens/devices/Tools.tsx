import { memo, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Selection } from "../../devices/selection.ts"
import { chosenIn, FilterMenu } from "../../lists/FilterMenu.tsx"
import { Button } from "../../ui/Button.tsx"
import { ChoiceCounts, ChoiceMenu } from "../../ui/ChoiceMenu.tsx"
import { Icon, type IconShape } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import {
  CardsIcon,
  CloseIcon,
  FilterIcon,
  SelectIcon,
  SortIcon,
  SortReversedIcon,
  TableIcon,
  WallIcon,
} from "../../ui/icons.ts"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { useNarrow } from "../../ui/useMedia.ts"
import { DeviceSearch } from "./DeviceSearch.tsx"
import { useDeviceView, useHasWall } from "./deviceView.ts"
import { type Choosing, type Ordering, useCounts, useFilters, useOrder } from "./filters.ts"
import type { Finding, SearchTyping } from "./finding.ts"

/** Delay of the announcement, ms, so that a person who types hears the result of the word, not of each letter. */
const AFTER_TYPING_MS = 700

/**
 * Announces the number of shown devices after a change of search or filter, not when the list opens. Removes an
 * outdated announcement, because its number must never differ from that of the list.
 */
const FoundNews = memo(({ query, choice, found }: Pick<Finding, "query" | "choice" | "found">) => {
  const { t } = useTranslation()
  const [news, setNews] = useState("")
  const { sort: _sort, reversed: _reversed, view: _view, hidden: _hidden, ...filter } = choice
  const wanted = JSON.stringify([query.search, filter])
  const shown = useRef(wanted)
  const text = t("devices.find.news", { shown: found.ids.length, all: found.of })
  useEffect(() => {
    if (shown.current === wanted) return
    const timer = setTimeout(() => {
      shown.current = wanted
      setNews(text)
    }, AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted, text])
  return (
    <p className="vh" role="status">
      {news === text ? news : ""}
    </p>
  )
})

const NO_IDS: readonly string[] = []

type Filtering = Choosing & Pick<Finding, "isFiltered" | "clear">

const Menus = memo(({ isFiltered, clear, ...choosing }: Filtering) => {
  const { t } = useTranslation()
  const { menus } = useFilters(choosing)
  return (
    <>
      {menus.map(({ id, ...menu }) => (
        <FilterMenu key={id} {...menu} />
      ))}
      {isFiltered && (
        <Button variant="plain" onPress={clear}>
          {t("devices.find.clear")}
        </Button>
      )}
    </>
  )
})

const Order = memo((choosing: Ordering) => {
  const { by, label, groups } = useOrder(choosing)
  const icon = choosing.choice.reversed ? SortReversedIcon : SortIcon
  return (
    <ChoiceMenu plain label={label} icon={icon} groups={groups}>
      {by}
    </ChoiceMenu>
  )
})

/** All filters behind one button, on phones. */
const OneButton = memo(({ isFiltered, clear, ...choosing }: Filtering) => {
  const { t } = useTranslation()
  const { groups } = useFilters(choosing)
  const what = t("devices.find.filters")
  const n = chosenIn(groups).length
  const name = n === 0 ? what : t("devices.find.several", { what, n })
  return (
    <>
      <ChoiceMenu label={name} icon={FilterIcon} isActive={n > 0} groups={groups}>
        {name}
      </ChoiceMenu>
      {isFiltered && <IconButton icon={CloseIcon} label={t("devices.find.clear")} onPress={clear} />}
    </>
  )
})

/** Cards, table or Wall. */
const View = memo((of: Parameters<typeof useDeviceView>[0]) => {
  const { t } = useTranslation()
  const { view, show } = useDeviceView(of)
  const hasWall = useHasWall()
  const sign = (icon: IconShape, name: string) => (
    <span title={name}>
      <Icon of={icon} small />
      <span className="vh">{name}</span>
    </span>
  )
  return (
    <SegmentedRadio
      label={t("devices.table.view")}
      labelHidden
      value={view}
      onChange={show}
      options={[
        { value: "cards", label: sign(CardsIcon, t("devices.table.cards")) },
        { value: "table", label: sign(TableIcon, t("devices.table.table")) },
        ...(hasWall ? [{ value: "wall" as const, label: sign(WallIcon, t("devices.wall.title")) }] : []),
      ]}
    />
  )
})

/** Starts or ends a selection. */
const Select = memo(({ isChoosing, clear, start }: Pick<Selection, "isChoosing" | "clear" | "start">) => {
  const { t } = useTranslation()
  return (
    <Button variant="plain" icon={SelectIcon} aria-pressed={isChoosing} onPress={isChoosing ? clear : start}>
      {t("devices.selection.select")}
    </Button>
  )
})

/**
 * Search, filters, order, view and the start of a selection (DEVICE-12, DEVICE-13). Each part renders only when its
 * own content changes, because a letter of a search changes little.
 */
export const Tools = ({
  typing,
  finding,
  selection: { isChoosing, clear, start },
}: {
  readonly typing: SearchTyping
  readonly finding: Finding
  readonly selection: Selection
}) => {
  const Filters = useNarrow() ? OneButton : Menus
  const { choice, choose, clear: clearFilters, found, isFiltered, overview, query } = finding
  const counts = useCounts(overview)
  const owners = overview?.allOwners ?? NO_IDS
  return (
    <div className="tools">
      <DeviceSearch {...typing} />
      <div className="filters">
        <ChoiceCounts value={counts}>
          <Filters choice={choice} choose={choose} owners={owners} clear={clearFilters} isFiltered={isFiltered} />
        </ChoiceCounts>
      </div>
      <div className="tools-end">
        <Order choice={choice} choose={choose} isSearching={query.search !== ""} />
        <View choice={choice} choose={choose} of={found.of} />
        <Select isChoosing={isChoosing} clear={clear} start={start} />
      </div>
      <FoundNews query={query} choice={choice} found={found} />
    </div>
  )
}
