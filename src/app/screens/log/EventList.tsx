import { type KeyboardEvent, memo, useCallback, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../../domain/event/event.ts"
import { originOf, signOf } from "../../../domain/views/logEvents.ts"
import { useSingleKeys } from "../../commands/useKeys.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import type { OpenedLog } from "../../log/openedLog.ts"
import { useEventText } from "../../log/useEventText.ts"
import type { Matches } from "../../log/useMatches.ts"
import { useStep } from "../../log/useStep.ts"
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
  const marks = `erow${isLater ? " later" : ""}${isChained ? " chained" : ""}`
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
        <Mono>{event === undefined ? "" : stamp(event.at)}</Mono>
        {event === undefined ? <span /> : <EventSign sign={signOf(event.type)} />}
        {event === undefined ? (
          <span className="sk w-45">
            <span className="vh">{text}</span>
          </span>
        ) : (
          <bdi className="cut" title={text}>
            {text}
          </bdi>
        )}
        <span className="by">{event === undefined ? "" : t(`pages.log.by.${originOf(event)}`)}</span>
      </button>
    </li>
  )
})

interface ListProps {
  readonly opened: OpenedLog
  readonly matches: Matches
  /** The event that is looked at; null for now. */
  readonly at: number | null
  readonly chain: readonly number[]
  readonly onSelect: (seq: number) => void
}

/** Where a key leads; the single keys only while they are on. */
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

/** The events, newest first: only the rows in sight are in the page, and one of them is a tab stop. */
export const EventList = ({ opened, matches, at, chain, onSelect }: ListProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { said } = useEventText()
  const letters = useSingleKeys()
  const textOf = (seq: number): string => {
    const event = opened.event(seq)
    return event === undefined ? t("common.state.loading") : said(event, opened.index)
  }
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const wantsFocus = useRef<number | null>(null)
  const { count, seqAt, rowOf } = matches
  const { first, last, before, after, reveal } = useEvenRows(
    useCallback(() => frame.current, []),
    list,
    count,
    ROW,
  )
  const current = at === null ? null : rowOf(at)
  const revealed = useRef<number | null>(null)
  useEffect(() => {
    // This runs only when another event is looked at, because rows that come in above must not move the list.
    if (revealed.current === at || frame.current === null || (at !== null && current === null)) return
    revealed.current = at
    if (current !== null) reveal(current)
  })
  useEffect(() => {
    const seq = wantsFocus.current
    const row = seq === null ? null : list.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
    if (row === null || row === undefined) return
    wantsFocus.current = null
    row.focus({ preventScroll: true })
  })
  const step = useStep(current ?? -1)
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = stepOf(event.key, step.from(), count, letters)
    if (next === null || count === 0) return
    event.preventDefault()
    const row = Math.max(0, Math.min(count - 1, next))
    step.lead(row)
    const seq = seqAt(row)
    wantsFocus.current = seq
    onSelect(seq)
  }
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, offset) => seqAt(first + offset))
  const top = rows[0]
  // The list knows how many events there are before it has read when they were.
  const day = top === undefined || top > opened.index.last ? "" : format.day(opened.index.timeOf(top))
  return (
    <div className="evlist" ref={frame}>
      <p className="day">
        <span>{day}</span>
        <span className="num" role="status">
          {matches.isSearching && <Spinner />} {t("pages.log.found", { n: count })}
        </span>
      </p>
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
