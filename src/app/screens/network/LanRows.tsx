import { memo, useId, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNow } from "../../client/clock.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph } from "../../ui/Glyph.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LanIcon, UsbIcon, WakeIcon } from "../../ui/icons.ts"
import { LightActionMenu } from "../../ui/Menu.tsx"
import { useNarrow } from "../../ui/useMedia.ts"
import { useWidth } from "../../ui/useWidth.ts"
import { usePageRows } from "../../ui/windowed.ts"
import { targetOf, useConnect } from "../../viewer/useConnect.ts"
import { type ColumnId, fitting, templateOf } from "../devices/columns.ts"
import { FirmwareSign, useFirmwareLine } from "../devices/FirmwareSign.tsx"
import { OUTCOME_MS, type Shown, useNeighbour, WakeLine } from "./LanCards.tsx"
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
          <Icon of={reach.kind === "usb" ? UsbIcon : LanIcon} />
          <span>{t(`devices.card.kind.${reach.kind}`)}</span>
        </span>
      )
    case "strip":
    case "owner":
    case "tags":
      return null
  }
}

const News = ({ reach, wake }: Shown) => {
  const now = useNow()
  const firmware = useFirmwareLine(reach.id)
  if (firmware !== null) return <div className="slot">{firmware}</div>
  if (wake !== null && now - wake.at < OUTCOME_MS)
    return (
      <div className="slot">
        <WakeLine wake={wake} />
      </div>
    )
  return (
    <span className="t-place">
      <Place reach={reach} isSwitch />
    </span>
  )
}

const RowOf = ({ reach, wake, place, of, shown }: Shown & Omit<RowProps, "id">) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const connect = useConnect()
  const name = useId()
  const here = reach.known === "now"
  return (
    <li className="trow" aria-labelledby={name} aria-posinset={place} aria-setsize={of}>
      <span className="t-state">
        <Glyph
          name={here ? "online" : "lastKnown"}
          label={t(here ? "devices.card.online" : "devices.card.wasOnline")}
        />
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
      <div className="t-menu">
        {reach.kind === "lan" && here && (
          <LightActionMenu
            label={t("devices.card.actions", { name: reach.name })}
            items={() => [{ id: "wakeOverLan", label: t("common.action.wake"), icon: WakeIcon }]}
            onAction={(dialog) => open(dialog, { subject: reach.id })}
          />
        )}
      </div>
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
