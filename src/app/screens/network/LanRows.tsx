import { memo, useId, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNow } from "../../client/clock.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Mono } from "../../ui/Mono.tsx"
import { useNarrow } from "../../ui/useMedia.ts"
import { useTurn } from "../../ui/useTurn.ts"
import { useWidth } from "../../ui/useWidth.ts"
import { usePageRows } from "../../ui/windowed.ts"
import { type ColumnId, fitting, templateOf } from "../devices/columns.ts"
import { FirmwareSign } from "../devices/FirmwareSign.tsx"
import {
  NeighbourKind,
  NeighbourMenu,
  NeighbourName,
  NeighbourSign,
  type Shown,
  useNeighbour,
  useNeighbourNews,
} from "./Neighbour.tsx"
import { useNeighbourKeys } from "./neighbourKeys.ts"
import { Place } from "./Place.tsx"

/** A row, and one on phones, px; as in table.css. */
const ROW = { pitch: 40 }
const TALL_ROW = { pitch: 56 }

const Cell = ({ id, reach, isStop }: { readonly id: ColumnId; readonly isStop: boolean } & Pick<Shown, "reach">) => {
  const { t } = useTranslation()
  const { age } = useFormat()
  const open = useOpenDialog()
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
            <Mono>{reach.build}</Mono>
          )}
          {reach.kind === "lan" && reach.known === "now" && (
            <FirmwareSign
              id={reach.id}
              label={t("devices.card.update", { name: reach.name })}
              open={open}
              isStop={isStop}
            />
          )}
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

const News = ({ isStop, ...shown }: Shown & Pick<RowProps, "isStop">) => {
  const news = useNeighbourNews(shown)
  if (news !== null) return <div className="slot">{news}</div>
  return (
    <span className="t-place">
      <Place reach={shown.reach} isSwitch isStop={isStop} />
    </span>
  )
}

const RowOf = ({ reach, wake, place, of, shown, isStop }: Shown & Omit<RowProps, "id">) => {
  const name = useId()
  const here = reach.known === "now"
  return (
    <li className="trow" data-neighbour={reach.id} aria-labelledby={name} aria-posinset={place} aria-setsize={of}>
      <span className="t-state">
        <NeighbourSign reach={reach} />
      </span>
      <div className="t-name">
        <h3 className="vh" id={name}>
          {reach.name}
        </h3>
        <NeighbourName reach={reach} isStop={isStop} />
        <News reach={reach} wake={wake} isStop={isStop} />
      </div>
      {shown.map((id) => (
        <div key={id} className="cut">
          <Cell id={id} reach={reach} isStop={isStop} />
        </div>
      ))}
      <div className="t-menu">{reach.kind === "lan" && here && <NeighbourMenu reach={reach} isStop={isStop} />}</div>
    </li>
  )
}

interface RowProps {
  readonly id: string
  readonly place: number
  readonly of: number
  readonly shown: readonly ColumnId[]
  /** Whether Tab stops at this row and what is on it. */
  readonly isStop: boolean
}

/** Watches one neighbour, so that a change of it renders one row. */
const LanRow = memo(({ id, ...at }: RowProps) => {
  const shown = useNeighbour(id)
  const isFilled = useTurn(at)
  if (shown === null) return null
  return isFilled ? (
    <RowOf {...shown} {...at} />
  ) : (
    <li className="trow" data-neighbour={id} aria-posinset={at.place} aria-setsize={at.of} />
  )
})

/** The devices of this network alone as rows, in the columns of the table below them (DEVICE-17). */
export const LanRows = memo(
  ({
    ids,
    label,
    columns,
  }: {
    readonly ids: readonly string[]
    readonly label: string
    readonly columns: readonly ColumnId[]
  }) => {
    const list = useRef<HTMLUListElement>(null)
    const rows = usePageRows(list, ids.length, useNarrow() ? TALL_ROW : ROW)
    const { first, last, before, after } = rows
    const { stop, hears } = useNeighbourKeys(list, ids, rows)
    const width = useWidth(list)
    const shown = useMemo(() => fitting(columns, width), [columns, width])
    return (
      <ul
        ref={list}
        className="dtable lan-rows"
        aria-label={label}
        style={{ "--columns": templateOf(shown), paddingBlockStart: before, paddingBlockEnd: after }}
        {...hears}
      >
        {ids.slice(first, last).map((id, index) => (
          <LanRow key={id} id={id} place={first + index + 1} of={ids.length} shown={shown} isStop={id === stop} />
        ))}
      </ul>
    )
  },
)
