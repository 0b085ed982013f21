import { Fragment, useState } from "react"
import { Link } from "react-router-dom"
import { effectOf, type HistoryEntry } from "../../../../domain/views/historyEntries.ts"
import { useNow } from "../../../client/clock.ts"
import { useCardWords } from "../../../devices/cardWords.ts"
import type { LoggedHistory, LoggedSince } from "../../../log/useDeviceHistory.ts"
import { Button } from "../../../ui/Button.tsx"
import { Glyph } from "../../../ui/Glyph.tsx"
import { glyphOf, useSentences } from "./historyWords.ts"

/** Lines shown at first. */
const SHOWN = 20

const Lines = ({ entries }: { readonly entries: readonly HistoryEntry[] }) => {
  const { format } = useCardWords()
  const sentences = useSentences()
  return (
    <ol className="hist">
      {entries.map((entry, index) => {
        const { what, outcome, by } = sentences(entry)
        const { at } = effectOf(entry)
        const day = format.day(at)
        const before = entries[index - 1]
        const isNewDay = before !== undefined && format.day(effectOf(before).at) !== day
        return (
          <Fragment key={`${entry.kind} ${entry.seq} ${entry.at}`}>
            {isNewDay && (
              <li className="day">
                <time dateTime={format.iso(at)}>{day}</time>
              </li>
            )}
            <li className="h">
              <time className="mono" dateTime={format.iso(at)} title={format.full(at)}>
                {format.hour(at)}
              </time>
              <Glyph name={glyphOf(entry)} large />
              <div>
                {what}
                {outcome !== null && <p className="sub">{outcome}</p>}
                {by !== null && <p className="sub">{by}</p>}
              </div>
            </li>
          </Fragment>
        )
      })}
    </ol>
  )
}

interface GroundProps {
  readonly did: string
  readonly since: LoggedSince
  /** The time of the oldest line, ms; undefined without lines. */
  readonly oldest: number | undefined
}

/** The time since which there are lines, and a link to the log. */
const Ground = ({ did, since: { at, isWhole }, oldest }: GroundProps) => {
  const { t, format } = useCardWords()
  const moment = format.moment(at, useNow())
  const ground = oldest === undefined ? "none" : isWhole ? "begins" : "since"
  const text = t(`devices.page.history.${ground}`, { moment })
  // The server reports when a device was online before this browser looked.
  const isReported = oldest !== undefined && oldest < at
  return (
    <p className="ground">
      {isReported ? t("devices.page.history.then", { text, more: t("devices.page.history.fromServer") }) : text}{" "}
      <Link className="link" to={`/log?${new URLSearchParams({ device: did })}`}>
        {t("devices.page.history.events")}
      </Link>
    </p>
  )
}

const oldestOf = (entries: readonly HistoryEntry[]): number | undefined => {
  const last = entries.at(-1)
  return last && effectOf(last).at
}

interface Props {
  readonly did: string
  readonly history: Pick<LoggedHistory, "entries" | "since">
}

/** The entries about the device in the log of this browser, newest first (DEVICE-14). */
export const History = ({ did, history: { entries, since } }: Props) => {
  const { t } = useCardWords()
  const [all, setAll] = useState(false)
  if (entries.length === 0 && since === null) return null
  return (
    <section className="dsec">
      <h3>{t("devices.page.history.title")}</h3>
      {entries.length > 0 && <Lines entries={all ? entries : entries.slice(0, SHOWN)} />}
      {!all && entries.length > SHOWN && (
        <Button variant="word" onPress={() => setAll(true)}>
          {t("devices.page.history.more")}
        </Button>
      )}
      {since !== null && <Ground did={did} since={since} oldest={oldestOf(entries)} />}
    </section>
  )
}
