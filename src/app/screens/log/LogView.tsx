import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { actionOf } from "../../../domain/views/logEvents.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import type { OpenedLog, Say } from "../../log/openedLog.ts"
import { useEventText } from "../../log/useEventText.ts"
import { useMatches } from "../../log/useMatches.ts"
import { useLogVersion } from "../../log/useOpenedLog.ts"
import { useStateAt } from "../../log/useStateAt.ts"
import { ReplayFrame } from "../../replay/ReplayFrame.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { InlineNote } from "../../ui/InlineNote.tsx"
import { HistoryIcon } from "../../ui/icons.ts"
import { EventDetail } from "./EventDetail.tsx"
import { EventList } from "./EventList.tsx"
import { EventTools } from "./EventTools.tsx"
import { type LogChoice, queryOf } from "./query.ts"
import { Scrubber } from "./Scrubber.tsx"

interface LogViewProps {
  readonly opened: OpenedLog
  readonly choice: LogChoice
  readonly choose: (part: Partial<LogChoice>) => void
  /** What stands beside the list while no event is looked at. */
  readonly children: ReactNode
}

/** The event that is looked at, with the screen as it was. */
const Past = ({
  opened,
  at,
  chain,
  choose,
}: { readonly at: number; readonly chain: readonly number[] } & Pick<LogViewProps, "opened" | "choose">) => {
  const { t } = useTranslation()
  const format = useFormat()
  const event = opened.event(at)
  const around = useStateAt(opened, at)
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
        {around !== null && (
          <ReplayFrame
            state={around.after}
            at={opened.index.timeOf(around.seq)}
            title={t("pages.log.screenAt", { time })}
          />
        )}
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
  const action = event === undefined ? null : actionOf(event)
  return action === null ? [] : opened.index.chainOf(action)
}

/** A log with its list, one moment of it, and its time line. */
export const LogView = ({ opened, choice, choose, children }: LogViewProps) => {
  const { t } = useTranslation()
  useLogVersion(opened)
  const { said } = useEventText()
  const { index } = opened
  const say = useCallback<Say>((event) => said(event, opened.index), [said, opened])
  const isPast = choice.at !== null
  /* While somebody looks at the past, the list stays as it was: what is recorded meanwhile would push it away. */
  const [heldAt, setHeld] = useState(0)
  const last = isPast && heldAt > 0 ? heldAt : opened.last
  useEffect(() => setHeld(isPast ? opened.last : 0), [isPast, opened])
  const { types, origins, devices, accounts, span, text } = choice
  const end = span === null ? 0 : index.timeOf(index.last)
  const query = useMemo(
    () => queryOf({ types, origins, devices, accounts, span, text }, end),
    [types, origins, devices, accounts, span, text, end],
  )
  const matches = useMatches(opened, query, last, say)
  const chain = useChain(opened, choice.at)
  const select = useCallback((seq: number) => choose({ at: seq }), [choose])
  useEffect(() => {
    if (!isPast) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) choose({ at: null })
    }
    addEventListener("keydown", leave)
    return () => removeEventListener("keydown", leave)
  }, [isPast, choose])
  const isKnown = choice.at !== null && choice.at >= index.first && choice.at <= opened.last
  return (
    <>
      <div className="logv-body">
        <section className="evs" aria-label={t("pages.log.events")}>
          <EventTools opened={opened} choice={choice} choose={choose} />
          {opened.hasFailed && <InlineNote glyph="warning" title={t("pages.log.file.unread")} />}
          <EventList opened={opened} matches={matches} at={choice.at} chain={chain} onSelect={select} />
        </section>
        <div className="past">
          {isKnown && choice.at !== null ? (
            <Past opened={opened} at={choice.at} chain={chain} choose={choose} />
          ) : (
            children
          )}
        </div>
      </div>
      <Scrubber opened={opened} at={isKnown ? choice.at : null} onSelect={select} />
    </>
  )
}
