import { memo, type RefObject, useRef } from "react"
import { useNarrow } from "../../ui/useNarrow.ts"
import { useFrameRows, usePageRows, type WindowedRows } from "../../ui/windowed.ts"
import { CardWordsProvider, useNewCardWords } from "./cardWords.ts"
import { DeviceCard } from "./DeviceCard.tsx"
import { useFrameHeight } from "./useFrameHeight.ts"

/** A card and the gap below it, px; as in cards.css. */
const CARD = { pitch: 120 }

type Ids = readonly string[]

const Cards = ({
  ids,
  list,
  rows: { columns, first, last, before, after },
}: {
  readonly ids: Ids
  readonly list: RefObject<HTMLUListElement | null>
  readonly rows: Pick<WindowedRows, "columns" | "first" | "last" | "before" | "after">
}) => (
  <ul ref={list} className="cards" style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
    {ids.slice(first * columns, last * columns).map((did, index) => (
      <DeviceCard key={did} did={did} place={first * columns + index + 1} of={ids.length} />
    ))}
  </ul>
)

/** A list that scrolls inside itself and fits the window (DEVICE-3). */
const Framed = ({ ids }: { readonly ids: Ids }) => {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const height = useFrameHeight(frame)
  const rows = useFrameRows(() => frame.current, list, ids.length, CARD)
  return (
    <div ref={frame} className="list-frame" style={{ maxBlockSize: height }}>
      <Cards ids={ids} list={list} rows={rows} />
    </div>
  )
}

/** On phones the page itself is the frame: a list that scrolled inside it left room for a card and a half (DEVICE-17). */
const Paged = ({ ids }: { readonly ids: Ids }) => {
  const list = useRef<HTMLUListElement>(null)
  const rows = usePageRows(list, ids.length, CARD)
  return (
    <div className="page-list">
      <Cards ids={ids} list={list} rows={rows} />
    </div>
  )
}

/**
 * The cards of the devices. Of a long list only the rows in sight are in the page, so that ten thousand devices cost what
 * a dozen do; all cards have one height.
 */
export const DeviceGrid = memo(({ ids }: { readonly ids: Ids }) => {
  const words = useNewCardWords()
  const List = useNarrow() ? Paged : Framed
  return (
    <CardWordsProvider value={words}>
      <List ids={ids} />
    </CardWordsProvider>
  )
})
