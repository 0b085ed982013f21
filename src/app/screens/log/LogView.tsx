import { useCallback, useEffect, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { NO_FLEET_LOG } from "../../../domain/views/fleetLog.ts"
import { type LogQuery, lifeOf } from "../../../domain/views/logEvents.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useOpening } from "../../loading/useOpening.ts"
import type { LogIndex } from "../../log/logIndex.ts"
import type { NameEvent, OpenedLog } from "../../log/openedLog.ts"
import { useEventText } from "../../log/useEventText.ts"
import { useMatches } from "../../log/useMatches.ts"
import { useLogVersion } from "../../log/useOpenedLog.ts"
import { type StatesAround, useStateAt } from "../../log/useStateAt.ts"
import { ReplayFrame } from "../../replay/ReplayFrame.tsx"
import { useBackCloses } from "../../ui/BackCloses.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { InlineNote } from "../../ui/InlineNote.tsx"
import { HistoryIcon } from "../../ui/icons.ts"
import { EventDetail } from "./EventDetail.tsx"
import { EventList } from "./EventList.tsx"
import { EventTools } from "./EventTools.tsx"
import { hasLimits, type LogChoice, NO_LIMIT, queryOf } from "./query.ts"
import { Scrubber } from "./Scrubber.tsx"

interface LogViewProps {
  readonly opened: OpenedLog
  readonly choice: LogChoice
  readonly choose: (part: Partial<LogChoice>) => void
  /** The text beside the list while no event is selected. */
  readonly beside: string
}

/** The selected event, with the screen as it was. */
const Past = ({
  opened,
  at,
  around,
  chain,
  choose,
}: {
  readonly at: number
  readonly around: StatesAround | null
  readonly chain: readonly number[]
} & Pick<LogViewProps, "opened" | "choose">) => {
  const { t } = useTranslation()
  const format = useFormat()
  const event = opened.event(at)
  const back = () => choose({ at: null })
  const time = format.clock(opened.index.timeOf(at))
  return (
    <>
      <section className="rframe" aria-label={t("pages.log.replay")}>
        <div className="rband">
          <Icon of={HistoryIcon} small />
          <p>
            <b>{t("pages.log.lookingAt", { time })}</b> <span className="wide">{t("pages.log.nothingSent")}</span>
          </p>
          <Button onPress={back}>
            {t("pages.log.backToNow")}
            <span className="kbd wide" aria-hidden="true">
              {t("layout.shortcuts.escape")}
            </span>
          </Button>
        </div>
        <ReplayFrame
          state={around?.after ?? null}
          fleet={around?.fleet ?? NO_FLEET_LOG}
          at={opened.index.timeOf(around?.seq ?? at)}
          title={t("pages.log.screenAt", { time })}
        />
        <p className="rnote">{t("pages.log.notShown")}</p>
      </section>
      {event !== undefined && (
        <EventDetail
          opened={opened}
          event={event}
          chain={chain}
          around={around}
          onSelect={(seq) => choose({ at: seq })}
        />
      )}
    </>
  )
}

const useChain = (opened: OpenedLog, at: number | null): readonly number[] => {
  const event = at === null ? undefined : opened.event(at)
  const life = event === undefined ? null : lifeOf(event)
  return life === null ? [] : opened.index.chainOf(life)
}

/**
 * The last event of the list. While a person looks at the past, the list stays as it was: new events would push it
 * away.
 */
const useEnd = (opened: OpenedLog, isPast: boolean): number => {
  const [heldAt, setHeld] = useState(0)
  useEffect(() => setHeld(isPast ? opened.last : 0), [isPast, opened])
  return isPast && heldAt > 0 ? heldAt : opened.last
}

/** The query to the log. It stays the same object while its content is the same. */
const useQuery = (choice: LogChoice, index: LogIndex): LogQuery => {
  const { isMain, types, origins, devices, accounts, span, day, text } = choice
  const end = span === null ? 0 : index.timeOf(index.last)
  return useMemo(
    () => queryOf({ isMain, types, origins, devices, accounts, span, day, text }, end),
    [isMain, types, origins, devices, accounts, span, day, text, end],
  )
}

/** Escape and Back lead from the past to now, unless an overlay takes the key. */
const useEscape = (isPast: boolean, choose: LogViewProps["choose"]): void => {
  useBackCloses(isPast, () => choose({ at: null }))
  useEffect(() => {
    if (!isPast) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) choose({ at: null })
    }
    addEventListener("keydown", leave)
    return () => removeEventListener("keydown", leave)
  }, [isPast, choose])
}

/** A log with its list, one moment of it, and its time line. */
export const LogView = ({ opened, choice, choose, beside }: LogViewProps) => {
  const { t } = useTranslation()
  useLogVersion(opened)
  const { said } = useEventText()
  const { index } = opened
  const say = useCallback<NameEvent>((event, action) => said(event, opened.index, action), [said, opened])
  const isPast = choice.at !== null
  const last = useEnd(opened, isPast)
  const query = useQuery(choice, index)
  const matches = useMatches(opened, query, last, say)
  const chain = useChain(opened, choice.at)
  const clear = useCallback(() => choose(NO_LIMIT), [choose])
  const select = useCallback((seq: number) => choose({ at: seq }), [choose])
  useEscape(isPast, choose)
  const isKnown = choice.at !== null && choice.at >= index.first && choice.at <= opened.last
  const around = useStateAt(opened, isKnown ? choice.at : null)
  /* In a narrow window the past is above the list, and the time line takes room below it. So they appear together. */
  const isRead = index.last >= index.first || opened.hasFailed
  const isPastThere = !isKnown || (around !== null && opened.event(around.seq) !== undefined)
  const isOpening = useOpening(true, isRead && isPastThere)
  if (isOpening) return null
  return (
    <>
      <div className="logv-body">
        <section className="evs" aria-label={t("pages.log.events")}>
          <EventTools opened={opened} choice={choice} choose={choose} />
          {opened.hasFailed && <InlineNote glyph="warning" title={t("pages.log.file.unread")} />}
          <EventList
            opened={opened}
            matches={matches}
            at={choice.at}
            chain={chain}
            onSelect={select}
            onClear={hasLimits(choice) ? clear : null}
          />
        </section>
        <div className="past">
          {isKnown && choice.at !== null ? (
            <Past opened={opened} at={choice.at} around={around} chain={chain} choose={choose} />
          ) : (
            <div className="lognow">
              <h2>{t("pages.log.now")}</h2>
              <p>{beside}</p>
            </div>
          )}
        </div>
      </div>
      <Scrubber opened={opened} at={isKnown ? choice.at : null} onSelect={select} />
    </>
  )
}
