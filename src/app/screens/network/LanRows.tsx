import { memo, useId, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useNarrow } from "../../ui/useMedia.ts"
import { useWidth } from "../../ui/useWidth.ts"
import { usePageRows } from "../../ui/windowed.ts"
import { targetOf, useConnect } from "../../viewer/useConnect.ts"
import { type ColumnId, fitting, templateOf } from "../devices/columns.ts"
import { FirmwareSign } from "../devices/FirmwareSign.tsx"
import {
  NeighbourKind,
  NeighbourMenu,
  NeighbourSign,
  type Shown,
  useNeighbour,
  useNeighbourNews,
} from "./Neighbour.tsx"
import { Place } from "./Place.tsx"

/** A row, and one on phones, px; as in table.css. */
const ROW = { pitch: 40 }
const TALL_ROW = { pitch: 56 }

const Cell = ({ id, reach }: { readonly id: ColumnId } & Pick<Shown, "reach">) => {
  const { t } = useTranslation()
  const { age } = useFormat()
  const now = useNow()
  switch (id) {
    case "lastSeen":
      return age(reach.known === "now" ? reach.foundAt : reach.toldAt, now)
    case "build":
      return (
        <span className="t-build">
          {reach.build === null ? (
            <span className="faint">{t("common.state.unknown")}</span>
          ) : (
            <bdi className="mono" dir="ltr">
              {reach.build}
            </bdi>
          )}
          {reach.kind === "lan" && reach.known === "now" && <FirmwareSign id={reach.id} name={reach.name} />}
        </span>
      )
    case "kind":
      return (
        <span className="t-ways">
          <NeighbourKind reach={reach} />
        </span>
      )
    case "strip":
    case "owner":
    case "tags":
      return null
  }
}

const News = (shown: Shown) => {
  const news = useNeighbourNews(shown)
  if (news !== null) return <div className="slot">{news}</div>
  return (
    <span className="t-place">
      <Place reach={shown.reach} isSwitch />
    </span>
  )
}

const RowOf = ({ reach, wake, place, of, shown }: Shown & Omit<RowProps, "id">) => {
  const connect = useConnect()
  const name = useId()
  const here = reach.known === "now"
  return (
    <li className="trow" aria-labelledby={name} aria-posinset={place} aria-setsize={of}>
      <span className="t-state">
        <NeighbourSign reach={reach} />
      </span>
      <div className="t-name">
        <h3 className="vh" id={name}>
          {reach.name}
        </h3>
        {here ? (
          <button type="button" className="hit" title={reach.name} onClick={() => connect(targetOf(reach))}>
            <bdi>{reach.name}</bdi>
          </button>
        ) : (
          <bdi className="hit" aria-hidden="true">
            {reach.name}
          </bdi>
        )}
        <News reach={reach} wake={wake} />
      </div>
      {shown.map((id) => (
        <div key={id} className="cut">
          <Cell id={id} reach={reach} />
        </div>
      ))}
      <div className="t-menu">{reach.kind === "lan" && here && <NeighbourMenu reach={reach} />}</div>
    </li>
  )
}

interface RowProps {
  readonly id: string
  readonly place: number
  readonly of: number
  readonly shown: readonly ColumnId[]
}

/** Watches one neighbour, so that a change of it renders one row. */
const LanRow = memo(({ id, ...at }: RowProps) => {
  const shown = useNeighbour(id)
  return shown === null ? null : <RowOf {...shown} {...at} />
})

/** The devices of this network alone as rows, in the columns of the table below them (DEVICE-17). */
export const LanRows = ({
  ids,
  label,
  columns,
}: {
  readonly ids: readonly string[]
  readonly label: string
  readonly columns: readonly ColumnId[]
}) => {
  const list = useRef<HTMLUListElement>(null)
  const { first, last, before, after } = usePageRows(list, ids.length, useNarrow() ? TALL_ROW : ROW)
  const width = useWidth(list)
  const shown = useMemo(() => fitting(columns, width), [columns, width])
  return (
    <ul
      ref={list}
      className="dtable lan-rows"
      aria-label={label}
      style={{ "--columns": templateOf(shown), paddingBlockStart: before, paddingBlockEnd: after }}
    >
      {ids.slice(first, last).map((id, index) => (
        <LanRow key={id} id={id} place={first + index + 1} of={ids.length} shown={shown} />
      ))}
    </ul>
  )
}
