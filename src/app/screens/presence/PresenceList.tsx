import { memo, type SyntheticEvent, useRef, useState } from "react"
import { Link } from "react-router-dom"
import { PRESENCE_TICK_MS } from "../../../domain/values/limits.ts"
import { pathOfDevice } from "../../../domain/values/routes.ts"
import { deviceCard } from "../../../domain/views/devices.ts"
import type { Bar, FleetPresence } from "../../../domain/views/fleetPresence.ts"
import { useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { statusKeys, useCardWords } from "../../devices/cardWords.ts"
import { useMoving } from "../../devices/moving.ts"
import { Glyph } from "../../ui/Glyph.tsx"
import { Name } from "../../ui/Name.tsx"
import { Presence } from "../../ui/Presence.tsx"
import { usePageRows } from "../../ui/windowed.ts"
import { Axis } from "./Axis.tsx"

const pathOf = (bars: readonly Bar[], wanted: Bar["presence"]): string =>
  bars.map(({ presence }, place) => (presence === wanted ? `M${place} 0h.8v1h-.8z` : "")).join("")

/** A row of the map: absence is bright, presence is low, and unobserved time is empty. */
const HeatStrip = ({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) => (
  <svg className="heat" viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none" role="img" aria-label={label}>
    <path d={pathOf(bars, "seen")} />
    <path className="away" d={pathOf(bars, "unseen")} />
  </svg>
)

/** The heights of a row, of a row on phones, and of a row of the map, px; as in fleetPresence.css. */
const PITCHES = { rows: 32, tall: 56, map: 4 }

interface Of {
  readonly fleet: FleetPresence
}

/** The presence of a device in words: the share of the time, and the longest time away with its moments. */
const useMeasured = ({ fleet }: Of) => {
  const { t, format } = useCardWords()
  const now = useNow()
  return (did: string) => {
    const { seen, looked, gap } = fleet.measure(did)
    const share = looked === 0 ? t("devices.presence.unobserved") : format.share(seen / looked)
    if (gap === null) return { share, gap: "–", when: null }
    const [from, to] = [gap.from, gap.to].map((tick) => {
      const at = tick * PRESENCE_TICK_MS
      return fleet.span === "day" ? format.hour(at) : format.minute(at, now)
    })
    const isOpen = gap.to * PRESENCE_TICK_MS >= fleet.to
    return {
      share,
      gap: format.duration((gap.to - gap.from) * PRESENCE_TICK_MS),
      when: isOpen ? t("pages.presence.since", { time: from }) : t("devices.page.span", { from, to }),
    }
  }
}

const Row = memo(({ did, place, isStop, isMap, fleet }: Of & RowProps) => {
  const { t, strip } = useCardWords()
  const card = useViewOf(deviceCard, did)
  const measured = useMeasured({ fleet })(did)
  if (!card) return null
  const bars = fleet.bars(did)
  const ticks = bars.map(({ presence }) => presence)
  return (
    <tr className="prow" data-did={did} aria-rowindex={place + 1}>
      <td>
        <Glyph name={card.status} label={t(statusKeys[card.status])} />
      </td>
      <td className="cut">
        <Link className="hit" to={pathOfDevice(did)} tabIndex={isStop ? 0 : -1} title={card.name}>
          <Name of={card.name} />
        </Link>
      </td>
      <td className="pstrip">
        {isMap ? (
          <HeatStrip bars={bars} label={strip(ticks)} />
        ) : (
          <Presence ticks={ticks} online={card.online} label={strip(ticks)} last={ticks.length} stretched />
        )}
      </td>
      <td className="end">{measured.share}</td>
      <td className="end gap">{measured.gap}</td>
      <td className="gap">{measured.when}</td>
    </tr>
  )
})

interface RowProps {
  readonly did: string
  /** The position in the list, from 1. */
  readonly place: number
  readonly isStop: boolean
  readonly isMap: boolean
}

const legend = [
  ["seen", ""],
  ["unseen", "away"],
  ["unobserved", "none"],
] as const

/**
 * A row of the map is too low for a name. The name of the row under the pointer or the focus is shown above the map.
 */
const Pointed = ({ did, fleet }: Of & { readonly did: string }) => {
  const { t } = useCardWords()
  const card = useViewOf(deviceCard, did)
  const { share, when } = useMeasured({ fleet })(did)
  return (
    <p className="ppointed" aria-hidden="true">
      {card && (
        <b>
          <Name of={card.name} />
        </b>
      )}
      <span>{share}</span>
      <span>{when}</span>
      <span className="legend">
        {legend.map(([presence, swatch]) => (
          <span key={presence}>
            <svg className="heat" viewBox="0 0 1 1" aria-hidden="true">
              <path className={swatch} d="M0 0h1v1h-1z" />
            </svg>
            {t(`devices.presence.${presence}`)}
          </span>
        ))}
      </span>
    </p>
  )
}

const nothingPressed = { press: () => false }

/** The devices as a table. The map is the same table with rows a few pixels high. */
export const PresenceList = ({
  fleet,
  isMap,
  isNarrow,
}: Of & { readonly isMap: boolean; readonly isNarrow: boolean }) => {
  const { t } = useCardWords()
  const table = useRef<HTMLTableElement>(null)
  const group = useRef<HTMLTableSectionElement>(null)
  const { ids } = fleet
  const pitch = PITCHES[isMap ? "map" : isNarrow ? "tall" : "rows"]
  const { first, last, before, after, reveal } = usePageRows(group, ids.length, { pitch })
  const { stop, hears } = useMoving(table, ids, { columns: 1, first, last, reveal }, nothingPressed)
  const [pointed, setPointed] = useState<string>()
  const point = ({ target }: SyntheticEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-did]") : null
    if (row?.dataset.did !== undefined) setPointed(row.dataset.did)
  }
  return (
    <>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are moved among by arrows
        role="grid"
        tabIndex={-1}
        className={isMap ? "ptable map" : "ptable"}
        aria-label={t("devices.page.presence")}
        aria-rowcount={ids.length + 1}
        {...hears}
        onPointerOver={point}
        onFocusCapture={point}
      >
        <thead>
          <tr className="prow phead">
            <th scope="col">
              <span className="vh">{t("devices.table.state")}</span>
            </th>
            <th scope="col">{t("devices.table.name")}</th>
            <th scope="col" className="pstrip">
              <span className="vh">{t("devices.page.presence")}</span>
              <Axis of={fleet} />
            </th>
            <th scope="col" className="end">
              {t("devices.presence.seen")}
            </th>
            <th scope="col" className="end gap">
              {t("pages.presence.longest")}
            </th>
            <th scope="col" className="gap">
              {t("pages.presence.when")}
            </th>
          </tr>
        </thead>
        <tbody ref={group} style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
          {ids.slice(first, last).map((did, index) => (
            <Row key={did} did={did} place={first + index + 1} isStop={did === stop} isMap={isMap} fleet={fleet} />
          ))}
        </tbody>
      </table>
      {isMap && <Pointed did={pointed ?? ids[0] ?? ""} fleet={fleet} />}
    </>
  )
}
