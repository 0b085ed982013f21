import { memo, type RefObject, useCallback, useMemo, useRef } from "react"
import { useCardWords } from "../../devices/cardWords.ts"
import { fitting, templateOf } from "../../devices/columns.ts"
import { useEvenRows } from "../../ui/evenRows.ts"
import { useSlots } from "../../ui/slots.ts"
import { useWidth } from "../../ui/useWidth.ts"
import { usePageRows, type WindowedRows } from "../../ui/windowed.ts"
import { DeviceRow } from "./DeviceRow.tsx"
import type { Ordering } from "./filters.ts"
import { LetterRail } from "./LetterRail.tsx"
import { useListKeys } from "./listKeys.ts"
import { type ListPosition, useFramePosition, usePagePosition } from "./listPosition.ts"
import { TableHead } from "./TableHead.tsx"
import { useColumns } from "./useColumns.ts"
import { useFrameHeight } from "./useFrameHeight.ts"

/** Height of a row, and of one on phones, where the notice is below the name; px, as in table.css. */
const ROW = { pitch: 40 }
const TALL_ROW = { pitch: 56 }

type Ids = readonly string[]

const Table = ({
  ids,
  group,
  rows: { first, last, before, after, reveal },
  sorting,
}: {
  readonly ids: Ids
  /** The rows without the table header. */
  readonly group: RefObject<HTMLTableSectionElement | null>
  readonly rows: Pick<WindowedRows, "first" | "last" | "before" | "after" | "reveal">
  readonly sorting: Ordering
}) => {
  const { t } = useCardWords()
  const table = useRef<HTMLTableElement>(null)
  const { wanted } = useColumns(sorting)
  const width = useWidth(table)
  const shown = useMemo(() => fitting(wanted, width), [wanted, width])
  const latest = useRef(ids)
  latest.current = ids
  const { stop, held, hears } = useListKeys(table, ids, { columns: 1, first, last, reveal })
  const inPage = ids.slice(first, last)
  const slots = useSlots(inPage, held)
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are moved among by arrows and chosen
      role="grid"
      tabIndex={-1}
      className="dtable"
      aria-label={t("devices.table.label")}
      aria-rowcount={ids.length + 1}
      aria-multiselectable
      style={{ "--columns": templateOf(shown) }}
      {...hears}
    >
      <TableHead shown={shown} sorting={sorting} />
      <tbody ref={group} style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
        {inPage.map((did, index) => (
          <DeviceRow
            key={slots[index]}
            did={did}
            list={latest}
            position={first + index + 1}
            shown={shown}
            isStop={did === stop}
          />
        ))}
      </tbody>
    </table>
  )
}

interface Listed {
  readonly ids: Ids
  readonly sorting: Ordering
  readonly position: RefObject<ListPosition>
}

/** Memoised, because a letter that keeps the same devices only marks names. */
export const FramedTable = memo(({ ids, sorting, hasRail, position }: Listed & { readonly hasRail: boolean }) => {
  const frame = useRef<HTMLDivElement>(null)
  const group = useRef<HTMLTableSectionElement>(null)
  const height = useFrameHeight(frame)
  const rows = useEvenRows(
    useCallback(() => frame.current, []),
    group,
    ids.length,
    ROW.pitch,
  )
  const { jump, onScroll } = useFramePosition(position, frame, 1, ROW.pitch)
  return (
    <div className="railed">
      <div ref={frame} className="list-frame of-rows" onScroll={onScroll} style={{ maxBlockSize: height }}>
        <Table ids={ids} group={group} rows={rows} sorting={sorting} />
      </div>
      {hasRail && <LetterRail ids={ids} onJump={jump} />}
    </div>
  )
})

export const PagedTable = memo(({ ids, sorting, position }: Listed) => {
  const group = useRef<HTMLTableSectionElement>(null)
  const rows = usePageRows(group, ids.length, TALL_ROW)
  usePagePosition(position, group, 1, TALL_ROW.pitch)
  return (
    <div className="page-list of-rows">
      <Table ids={ids} group={group} rows={rows} sorting={sorting} />
    </div>
  )
})
