import { memo, type RefObject, useCallback, useMemo, useRef } from "react"
import { wordsOf } from "../../commands/match.ts"
import { CardWordsProvider, useNewCardWords } from "../../devices/cardWords.ts"
import { SearchedProvider } from "../../devices/searched.tsx"
import { useNarrow } from "../../ui/useMedia.ts"
import { useFrameRows, usePageRows, type WindowedRows } from "../../ui/windowed.ts"
import type { ListLayout } from "./address.ts"
import { DeviceCard } from "./DeviceCard.tsx"
import { FramedTable, PagedTable } from "./DeviceTable.tsx"
import type { Finding } from "./finding.ts"
import { LetterRail } from "./LetterRail.tsx"
import { useListKeys } from "./listKeys.ts"
import { type ListPosition, useFramePosition, useOrderPosition, usePagePosition, useSought } from "./listPosition.ts"
import { useFrameHeight } from "./useFrameHeight.ts"
import { WallCard } from "./wall/WallCard.tsx"

/** Height of a card and the gap below it, px, as in cards.css. */
const CARD = { pitch: 120 }
/** The same for the Wall, and for the Wall on phones, as in wall.css. */
const WALL = { wide: { pitch: 220 }, narrow: { pitch: 168 } }

/** Minimum devices of a list with a rail of letters. */
const RAIL_FROM = 60

type Ids = readonly string[]

const Cards = ({
  ids,
  isWall,
  list,
  rows: { columns, first, last, before, after, reveal },
}: {
  readonly ids: Ids
  readonly isWall: boolean
  readonly list: RefObject<HTMLUListElement | null>
  readonly rows: WindowedRows
}) => {
  const latest = useRef(ids)
  latest.current = ids
  const { stop, hears } = useListKeys(list, ids, { columns, first, last, reveal })
  const Item = isWall ? WallCard : DeviceCard
  return (
    <ul
      ref={list}
      className={isWall ? "cards of-frames" : "cards"}
      style={{ paddingBlockStart: before, paddingBlockEnd: after }}
      {...hears}
    >
      {ids.slice(first * columns, last * columns).map((did, index) => (
        <Item
          key={did}
          did={did}
          list={latest}
          of={ids.length}
          position={first * columns + index + 1}
          isStop={did === stop}
        />
      ))}
    </ul>
  )
}

interface Listed {
  readonly ids: Ids
  readonly isWall: boolean
  readonly position: RefObject<ListPosition>
}

/** A list that scrolls inside itself and fits the window (DEVICE-3). */
const Framed = memo(({ ids, isWall, hasRail, position }: Listed & { readonly hasRail: boolean }) => {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const height = useFrameHeight(frame)
  const size = isWall ? WALL.wide : CARD
  const rows = useFrameRows(
    useCallback(() => frame.current, []),
    list,
    ids.length,
    size,
  )
  const { jump, onScroll } = useFramePosition(position, frame, rows.columns, size.pitch)
  return (
    <div className="railed">
      <div ref={frame} className="list-frame" onScroll={onScroll} style={{ maxBlockSize: height }}>
        <Cards ids={ids} isWall={isWall} list={list} rows={rows} />
      </div>
      {hasRail && <LetterRail ids={ids} onJump={jump} />}
    </div>
  )
})

/** On phones the page itself scrolls, because an inner frame would show one card and a half (DEVICE-17). */
const Paged = memo(({ ids, isWall, position }: Listed) => {
  const list = useRef<HTMLUListElement>(null)
  const size = isWall ? WALL.narrow : CARD
  const rows = usePageRows(list, ids.length, size)
  usePagePosition(position, list, rows.columns, size.pitch)
  return (
    <div className="page-list">
      <Cards ids={ids} isWall={isWall} list={list} rows={rows} />
    </div>
  )
})

interface Props extends Pick<Finding, "choice" | "choose"> {
  readonly ids: Ids
  readonly view: ListLayout
  /** The search text. */
  readonly search: string
  /** Search and filter as one key; null while the list shows all devices. */
  readonly sought: string | null
  readonly position: RefObject<ListPosition>
}

/**
 * The devices as cards, as rows of a table or as the Wall. The page holds only the visible rows of a long list, so
 * that ten thousand devices cost as much as a dozen. All rows of one kind have one height.
 */
export const DeviceGrid = memo(({ ids, view, choice, choose, search, sought, position }: Props) => {
  const words = useNewCardWords()
  const said = wordsOf(search).join(" ")
  // Equal words return the same list, because another one marks all names again.
  const searched = useMemo(() => wordsOf(said), [said])
  const narrow = useNarrow()
  const CardList = narrow ? Paged : Framed
  const Table = narrow ? PagedTable : FramedTable
  const isSearching = searched.length > 0
  // During a search the list is in the order of rank, so letters have no place in it.
  const hasRail = choice.sort === "name" && !isSearching && ids.length >= RAIL_FROM
  const sorting = useMemo(() => ({ choice, choose, isSearching }), [choice, choose, isSearching])
  useSought(position, sought)
  useOrderPosition(position, ids, `${choice.sort} ${choice.reversed}`)
  return (
    <CardWordsProvider value={words}>
      <SearchedProvider value={searched}>
        {view === "table" ? (
          <Table ids={ids} sorting={sorting} hasRail={hasRail} position={position} />
        ) : (
          <CardList key={view} ids={ids} isWall={view === "wall"} hasRail={hasRail} position={position} />
        )}
      </SearchedProvider>
    </CardWordsProvider>
  )
})
