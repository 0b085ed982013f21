import { memo, useState } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { State } from "../../../../domain/product/state.ts"
import { pages } from "../../../../domain/values/routes.ts"
import {
  type BarRange,
  barsIn,
  type FleetInTime,
  type MarkKind,
  markKinds,
  timeOfBars,
} from "../../../../domain/views/fleetInTime.ts"
import type { PresenceSpan } from "../../../../domain/views/fleetPresence.ts"
import { useView } from "../../../client/client.ts"
import { CardWordsProvider, useCardWords, useNewCardWords } from "../../../devices/cardWords.ts"
import { Button } from "../../../ui/Button.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { IconButton } from "../../../ui/IconButton.tsx"
import { CloseIcon, DownIcon, UpIcon } from "../../../ui/icons.ts"
import { Name } from "../../../ui/Name.tsx"
import { SegmentedRadio } from "../../../ui/SegmentedRadio.tsx"
import { MarkSign, Track } from "./Track.tsx"
import { type ChosenRange, useFleet, useFold } from "./useFleet.ts"
import { useFleetWords, worstIn } from "./words.ts"

/** Bars that share the room of a mark, for a day and a week: first on wide windows, then on phones. */
const TOGETHER = { day: [1, 4], week: [2, 7] } as const
/** Maximum devices that the finding of a range names. */
const NAMED = 3

interface Of {
  readonly fleet: FleetInTime
}

/** The counts of the bar under the pointer, otherwise of the range, otherwise of now. */
const Reading = ({ fleet, at, range }: Of & { readonly at: number | null; readonly range: BarRange | null }) => {
  const { t, format } = useCardWords()
  const words = useFleetWords(fleet)
  const pointed = at === null ? undefined : fleet.bars[at]
  const bar = pointed ?? (range === null ? fleet.bars.at(-1) : worstIn(fleet, range))
  if (bar === undefined) return null
  const isNow = pointed === undefined && range === null
  const when = pointed === undefined && range !== null ? words.range(range) : words.spanOf(bar.from, bar.to)
  return (
    // Screen readers get the same from the ends of the range and from the table.
    <dl className="fl-read" inert>
      <dt>{isNow ? t("devices.page.now") : when}</dt>
      {(["online", "offline", "unobserved"] as const).map((what) => (
        <dd key={what}>
          <b>{format.number(bar[what])}</b> {t(`devices.fleet.${what}`)}
        </dd>
      ))}
    </dl>
  )
}

const nameOf = ({ devices }: State, did: string): string => devices.bound.get(did)?.name ?? ""

const Names = ({ dids }: { readonly dids: readonly string[] }) => {
  const names = useView((state) => dids.slice(0, NAMED).map((did) => nameOf(state, did)))
  return (
    <span className="names cut">
      {names?.map((name, index) => (
        <span key={dids[index]}>
          {index > 0 && " · "}
          <Name of={name} />
        </span>
      ))}
    </span>
  )
}

/** The devices that were away in a range, and the actions for them. */
const Finding = ({ fleet, chosen, range }: Of & { readonly chosen: ChosenRange; readonly range: BarRange }) => {
  const { t } = useCardWords()
  const words = useFleetWords(fleet)
  const dids = fleet.awayIn(range.first, range.last)
  const { from, to } = timeOfBars(fleet, range)
  const isNarrowed = chosen.among !== undefined
  return (
    <div className="fl-pop" role="status">
      <b>{t("devices.fleet.away", { span: words.range(range), n: dids.length })}</b>
      <Names dids={dids} />
      {dids.length > 0 && (
        <Button
          variant="plain"
          aria-pressed={isNarrowed}
          onPress={() => (isNarrowed ? chosen.forget() : chosen.narrow(dids))}
        >
          {t("devices.fleet.show")}
        </Button>
      )}
      <Link className="btn plain" to={`${pages.log.path}?day=${from}-${to}`}>
        {t("pages.log.title")}
      </Link>
      <IconButton small icon={CloseIcon} label={t("devices.fleet.clear")} onPress={() => chosen.choose(null)} />
    </div>
  )
}

/** The band as a table, for screen readers. */
const AsTable = memo(({ fleet }: Of) => {
  const { t, format } = useCardWords()
  const words = useFleetWords(fleet)
  return (
    <div className="vh">
      <table>
        <caption>{t("devices.fleet.title")}</caption>
        <thead>
          <tr>
            {(["time", "online", "offline", "unobserved", "happened"] as const).map((what) => (
              <th key={what} scope="col">
                {what === "time" ? t("devices.page.time") : t(`devices.fleet.${what}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fleet.bars.map((bar, place) => (
            <tr key={bar.from}>
              <th scope="row">{words.spanOf(bar.from, bar.to)}</th>
              <td>{format.number(bar.online)}</td>
              <td>{format.number(bar.offline)}</td>
              <td>{format.number(bar.unobserved)}</td>
              <td>{(fleet.marks[place] ?? []).map(words.mark).join("; ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})

const countOf = (kind: MarkKind, { marks }: FleetInTime): number =>
  marks.flat().reduce((sum, mark) => sum + (mark.kind !== kind ? 0 : kind === "outage" ? 1 : mark.dids.length), 0)

/** The content of a folded band: the number of events of each kind. */
const Sums = ({ fleet }: Of) => {
  const { t } = useCardWords()
  return markKinds.map((kind) => {
    const n = countOf(kind, fleet)
    return (
      n > 0 && (
        <span key={kind} className="sum">
          <MarkSign kind={kind} />
          {t(kind === "outage" ? "devices.fleet.outages" : `devices.fleet.${kind}`, { n })}
        </span>
      )
    )
  })
}

const Band = ({ chosen }: { readonly chosen: ChosenRange }) => {
  const { t } = useTranslation()
  const { isOpen, isNarrow, toggle } = useFold()
  const [span, setSpan] = useState<PresenceSpan>("day")
  const [at, point] = useState<number | null>(null)
  const { fleet, isRead } = useFleet(span, isOpen || !isNarrow)
  const range = isOpen && fleet !== null && chosen.time !== null ? barsIn(fleet, chosen.time) : null
  return (
    <section className={isOpen ? "fleet" : "fleet folded"} aria-label={t("devices.fleet.title")} aria-busy={!isRead}>
      <div className="fl-head">
        <button type="button" className="fl-fold" aria-expanded={isOpen} onClick={toggle}>
          <Icon of={isOpen ? UpIcon : DownIcon} small />
          {t("devices.fleet.title")}
        </button>
        {(isOpen || !isNarrow) && (
          <SegmentedRadio
            label={t("pages.presence.span")}
            labelHidden
            value={span}
            onChange={(next) => {
              chosen.choose(null)
              setSpan(next)
            }}
            options={[
              { value: "day", label: t("pages.presence.day") },
              { value: "week", label: t("devices.fleet.week") },
            ]}
          />
        )}
      </div>
      {fleet !== null && !isOpen && <Sums fleet={fleet} />}
      {isOpen && (
        <>
          {fleet === null ? (
            <div className="fl-track" />
          ) : (
            <Track
              fleet={fleet}
              range={range}
              choose={(next) => chosen.choose(next && timeOfBars(fleet, next))}
              point={point}
              together={TOGETHER[span][isNarrow ? 1 : 0]}
            />
          )}
          {fleet !== null && <Reading fleet={fleet} at={at} range={range} />}
          {fleet !== null && range !== null && <Finding fleet={fleet} chosen={chosen} range={range} />}
          {fleet !== null && <AsTable fleet={fleet} />}
        </>
      )}
    </section>
  )
}

/**
 * PICTURE-1: the number of devices online over a day or a week, with events. Does not render again while a person
 * types a search.
 */
export const FleetBand = memo(({ chosen }: { readonly chosen: ChosenRange }) => {
  const words = useNewCardWords()
  return (
    <CardWordsProvider value={words}>
      <Band chosen={chosen} />
    </CardWordsProvider>
  )
})
