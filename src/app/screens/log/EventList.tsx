import { type KeyboardEvent, memo, type RefObject, useCallback, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../../domain/event/event.ts"
import { isTrail as isTrailOf, originOf, signOf } from "../../../domain/views/logEvents.ts"
import { useSingleKeys } from "../../commands/useKeys.ts"
import { CutSentence } from "../../devices/CutSentence.tsx"
import { useFormat } from "../../i18n/useFormat.ts"
import type { OpenedLog } from "../../log/openedLog.ts"
import { useEventText } from "../../log/useEventText.ts"
import type { LogMatches } from "../../log/useMatches.ts"
import { useStep } from "../../log/useStep.ts"
import { Button } from "../../ui/Button.tsx"
import { useEvenRows } from "../../ui/evenRows.ts"
import { Mono } from "../../ui/Mono.tsx"
import { Spinner } from "../../ui/Spinner.tsx"
import { EventSign } from "./EventSign.tsx"

const ROW = 36
const PAGE_ROWS = 12

interface RowProps {
  readonly seq: number
  readonly event: StoredEvent | undefined
  readonly text: string
  readonly isCurrent: boolean
  readonly isLater: boolean
  readonly isChained: boolean
  readonly isStop: boolean
  readonly position: number
  readonly total: number
  readonly onSelect: (seq: number) => void
}

const Row = memo(({ seq, event, text, isCurrent, isLater, isChained, isStop, position, total, onSelect }: RowProps) => {
  const { t } = useTranslation()
  const { stamp } = useFormat()
  // A narrow row has no room for the fraction of the second.
  const [clock = "", fraction = ""] = event === undefined ? [] : stamp(event.at).split(/(?=[.,٫])/)
  const isTrail = event !== undefined && isTrailOf(event.type)
  const marks = `erow${isTrail ? " trail" : ""}${isLater ? " later" : ""}${isChained ? " chained" : ""}`
  return (
    <li aria-posinset={position} aria-setsize={total}>
      <button
        type="button"
        className={marks}
        data-seq={seq}
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent || undefined}
        onClick={() => onSelect(seq)}
      >
        <Mono>
          {clock}
          <span className="wide">{fraction}</span>
        </Mono>
        {event === undefined ? <span /> : <EventSign sign={signOf(event.type)} />}
        {event === undefined ? (
          <span className="sk w-45">
            <span className="vh">{text}</span>
          </span>
        ) : (
          <CutSentence>{text}</CutSentence>
        )}
        <span className="by">{event === undefined ? "" : t(`pages.log.by.${originOf(event)}`)}</span>
      </button>
    </li>
  )
})

interface ListProps {
  readonly opened: OpenedLog
  readonly matches: LogMatches
  /** The selected event; null for now. */
  readonly at: number | null
  readonly chain: readonly number[]
  readonly onSelect: (seq: number) => void
  /** Null while no filter limits the list. */
  readonly onClear: (() => void) | null
}

/** The row to which a key leads. Single keys count only while they are on. */
const stepOf = (key: string, row: number, count: number, letters: boolean): number | null => {
  switch (key) {
    case "ArrowDown":
      return row + 1
    case "ArrowUp":
      return row - 1
    case "j":
      return letters ? row + 1 : null
    case "k":
      return letters ? row - 1 : null
    case "PageDown":
      return row + PAGE_ROWS
    case "PageUp":
      return row - PAGE_ROWS
    case "Home":
      return 0
    case "End":
      return count - 1
    default:
      return null
  }
}

/** Scrolls to the row of the current event when the event changes. */
const useReveal = (
  frame: RefObject<HTMLElement | null>,
  at: number | null,
  row: number | null,
  reveal: (row: number) => void,
) => {
  const revealed = useRef<number | null>(null)
  useEffect(() => {
    // This runs only when another event is selected, because rows that appear above must not move the list.
    if (revealed.current === at || frame.current === null || (at !== null && row === null)) return
    revealed.current = at
    if (row !== null) reveal(row)
  })
}

/** Focuses the row of an event as soon as it is in the page. */
const useRowFocus = (list: RefObject<HTMLElement | null>) => {
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    const seq = wanted.current
    const row = seq === null ? null : list.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
    if (row === null || row === undefined) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })
  return (seq: number) => {
    wanted.current = seq
  }
}

/** Moves from row to row by keys. The focus follows. */
const useRowKeys = (
  list: RefObject<HTMLElement | null>,
  current: number | null,
  { matches: { count, seqAt }, onSelect }: Pick<ListProps, "matches" | "onSelect">,
) => {
  const letters = useSingleKeys()
  const focus = useRowFocus(list)
  const step = useStep(current ?? -1)
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = stepOf(event.key, step.from(), count, letters)
    if (next === null || count === 0) return
    event.preventDefault()
    const row = Math.max(0, Math.min(count - 1, next))
    step.lead(row)
    const seq = seqAt(row)
    focus(seq)
    onSelect(seq)
  }
}

/** The day of the first row, the number of events, and a button to show all. */
const Head = ({
  opened,
  top,
  matches,
  onClear,
}: Pick<ListProps, "opened" | "matches" | "onClear"> & { readonly top: number | undefined }) => {
  const { t } = useTranslation()
  const format = useFormat()
  // The list knows the number of events before it has read their times.
  const day = top === undefined || top > opened.index.last ? "" : format.day(opened.index.timeOf(top))
  return (
    <div className="day">
      <span className="cut">{day}</span>
      {onClear !== null && (
        <Button variant="word" onPress={onClear}>
          {t("devices.find.clear")}
        </Button>
      )}
      <span className="num" role="status">
        {matches.isSearching && <Spinner />} {t("pages.log.found", { n: matches.count })}
      </span>
    </div>
  )
}

/** The events, newest first. Only the visible rows are in the page, and one of them is a tab stop. */
export const EventList = ({ opened, matches, at, chain, onSelect, onClear }: ListProps) => {
  const { t } = useTranslation()
  const { said } = useEventText()
  const textOf = (seq: number): string => {
    const event = opened.event(seq)
    return event === undefined ? t("common.state.loading") : said(event, opened.index, opened.actionOf(event))
  }
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const { count, seqAt, rowOf } = matches
  const { first, last, before, after, reveal } = useEvenRows(
    useCallback(() => frame.current, []),
    list,
    count,
    ROW,
  )
  const current = at === null ? null : rowOf(at)
  useReveal(frame, at, current, reveal)
  const move = useRowKeys(list, current, { matches, onSelect })
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, offset) => seqAt(first + offset))
  return (
    <div className="evlist" ref={frame}>
      <Head opened={opened} top={rows[0]} matches={matches} onClear={onClear} />
      <ol
        ref={list}
        aria-label={t("pages.log.events")}
        onKeyDown={move}
        style={{ paddingBlock: `${before}px ${after}px` }}
      >
        {rows.map((seq, offset) => (
          <Row
            key={seq}
            seq={seq}
            event={opened.event(seq)}
            text={textOf(seq)}
            isCurrent={seq === at}
            isLater={at !== null && seq > at}
            isChained={chain.includes(seq)}
            isStop={current === null ? first + offset === 0 : seq === at}
            position={first + offset + 1}
            total={count}
            onSelect={onSelect}
          />
        ))}
      </ol>
      {count === 0 && !matches.isSearching && <p className="none">{t("pages.log.none")}</p>}
    </div>
  )
}
