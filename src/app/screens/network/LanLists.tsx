import { memo, useId, useMemo, useRef } from "react"
import { useNow } from "../../client/clock.ts"
import { BuildCell, CardBuild } from "../../devices/build.tsx"
import { CardWordsProvider, useCardWords, useNewCardWords } from "../../devices/cardWords.ts"
import { type ColumnId, fitting, templateOf } from "../../devices/columns.ts"
import { FirmwareSign } from "../../devices/FirmwareSign.tsx"
import { FrameThumb, shownOfLan } from "../../devices/FramePicture.tsx"
import { useOpened } from "../../devices/opened.ts"
import { useSelection } from "../../devices/selection.ts"
import { useNarrow } from "../../ui/useMedia.ts"
import { useWidth } from "../../ui/useWidth.ts"
import { usePageRows } from "../../ui/windowed.ts"
import { isAskable } from "./askable.ts"
import {
  LanDeviceBox,
  LanDeviceConnect,
  LanDeviceKind,
  LanDeviceMenu,
  LanDeviceName,
  LanDeviceSign,
  type Shown,
  useLanDeviceNews,
} from "./LanDevice.tsx"
import { LanWallCard } from "./LanWallCard.tsx"
import { useLanDeviceKeys } from "./lanDeviceKeys.ts"
import { ModeCell } from "./ModeCell.tsx"
import { type At, watching } from "./watching.tsx"

/** A card and the gap below it, px; as in cards.css. */
const CARD = { pitch: 120 }
/** A card of the Wall, and one on phones, px; as in wall.css. */
const WALL = { wide: { pitch: 220 }, narrow: { pitch: 168 } }
/** A row, and one on phones, px; as in table.css. */
const ROW = { pitch: 40 }
const TALL_ROW = { pitch: 56 }

const Slot = ({ isStop, ...shown }: Shown & Pick<At, "isStop">) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const news = useLanDeviceNews(shown)
  const { known, foundAt, reportedAt } = shown.device
  if (news !== null) return <div className="slot">{news}</div>
  const said = t(known === "now" ? "devices.card.online" : "devices.card.wasOnline")
  return (
    <div className="slot">
      <span className="cut" title={said}>
        {said}
      </span>
      <span className="end">
        {known === "now"
          ? t("devices.lan.found", { age: format.age(foundAt, now) })
          : t("pages.network.answered.last", { age: format.age(reportedAt, now) })}
      </span>
      <LanDeviceConnect device={shown.device} isStop={isStop} />
    </div>
  )
}

const LanCard = watching("card", ({ device, wake, position, of, isStop, ids }: Shown & At) => {
  const name = useId()
  const isOpened = useOpened().did === device.did
  const { isChoosing, chosen } = useSelection()
  return (
    <li
      className={`card${chosen.has(device.did) ? " chosen" : ""}${isOpened ? " current" : ""}`}
      data-lan-device={device.id}
      aria-current={isOpened ? "page" : undefined}
      aria-labelledby={name}
      aria-posinset={position}
      aria-setsize={of}
    >
      <div className="card-head">
        <LanDeviceSign device={device} />
        <h3 className="name" id={name} title={device.name}>
          <LanDeviceName device={device} isStop={isStop} ids={ids} />
        </h3>
        {(isChoosing || isAskable(device)) && (
          <div className="acts">
            {isAskable(device) && <FirmwareSign of={device} name={device.name} isStop={isStop} />}
            {isChoosing && <LanDeviceBox device={device} />}
            {isAskable(device) && <LanDeviceMenu device={device} isStop={isStop} />}
          </div>
        )}
      </div>
      <div className="meta">
        <LanDeviceKind device={device} />
        <CardBuild of={device} />
        <FrameThumb card={shownOfLan(device)} />
      </div>
      <div className="meta">
        <ModeCell device={device} isSwitch isStop={isStop} />
      </div>
      <Slot device={device} wake={wake} isStop={isStop} />
    </li>
  )
})

interface CardsProps {
  readonly ids: readonly string[]
  readonly label: string
  readonly isWall: boolean
}

/** DEVICE-4, DEVICE-6: the cards of devices on this network alone, or on a cable. */
export const LanCards = memo(({ ids, label, isWall }: CardsProps) => {
  const list = useRef<HTMLUListElement>(null)
  const wall = WALL[useNarrow() ? "narrow" : "wide"]
  const { columns, first, last, before, after, reveal } = usePageRows(list, ids.length, isWall ? wall : CARD)
  const Item = isWall ? LanWallCard : LanCard
  const { stop, hears } = useLanDeviceKeys(list, ids, { columns, first, last, reveal })
  return (
    <CardWordsProvider value={useNewCardWords()}>
      <div>
        <ul
          ref={list}
          className={isWall ? "cards of-frames" : "cards"}
          aria-label={label}
          style={{ paddingBlockStart: before, paddingBlockEnd: after }}
          {...hears}
        >
          {ids.slice(first * columns, last * columns).map((id, index) => (
            <Item
              key={id}
              id={id}
              position={first * columns + index + 1}
              of={ids.length}
              isStop={id === stop}
              ids={ids}
            />
          ))}
        </ul>
      </div>
    </CardWordsProvider>
  )
})

const Cell = ({ id, device, isStop }: { readonly id: ColumnId; readonly isStop: boolean } & Pick<Shown, "device">) => {
  const { format } = useCardWords()
  const now = useNow()
  switch (id) {
    case "lastSeen":
      return format.age(device.known === "now" ? device.foundAt : device.reportedAt, now)
    case "build":
      return <BuildCell {...device} askable={isAskable(device) ? device : null} isStop={isStop} />
    case "kind":
      return (
        <span className="t-ways">
          <LanDeviceKind device={device} />
        </span>
      )
    case "strip":
    case "owner":
    case "tags":
      return null
  }
}

const News = ({ isStop, ...shown }: Shown & Pick<At, "isStop">) => {
  const news = useLanDeviceNews(shown)
  if (news !== null) return <div className="slot">{news}</div>
  return (
    <span className="t-place">
      <ModeCell device={shown.device} isSwitch isStop={isStop} />
    </span>
  )
}

const LanRow = watching(
  "trow",
  ({ device, wake, position, of, shown, isStop, ids }: Shown & At & { readonly shown: readonly ColumnId[] }) => {
    const name = useId()
    const isOpened = useOpened().did === device.did
    const { isChoosing, chosen } = useSelection()
    return (
      <li
        className={`trow${chosen.has(device.did) ? " chosen" : ""}${isOpened ? " current" : ""}`}
        data-lan-device={device.id}
        aria-current={isOpened ? "page" : undefined}
        aria-labelledby={name}
        aria-posinset={position}
        aria-setsize={of}
      >
        <span className="t-state">
          {isChoosing ? <LanDeviceBox device={device} /> : <LanDeviceSign device={device} />}
        </span>
        <div className="t-name">
          <h3 className="vh" id={name}>
            {device.name}
          </h3>
          <LanDeviceName device={device} isStop={isStop} ids={ids} />
          <News device={device} wake={wake} isStop={isStop} />
        </div>
        {shown.map((id) => (
          <div key={id} className="cut">
            <Cell id={id} device={device} isStop={isStop} />
          </div>
        ))}
        <div className="t-menu">{isAskable(device) && <LanDeviceMenu device={device} isStop={isStop} />}</div>
      </li>
    )
  },
)

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
    const { stop, hears } = useLanDeviceKeys(list, ids, rows)
    const width = useWidth(list)
    const shown = useMemo(() => fitting(columns, width), [columns, width])
    return (
      <CardWordsProvider value={useNewCardWords()}>
        <ul
          ref={list}
          className="dtable lan-rows"
          aria-label={label}
          style={{ "--columns": templateOf(shown), paddingBlockStart: before, paddingBlockEnd: after }}
          {...hears}
        >
          {ids.slice(first, last).map((id, index) => (
            <LanRow
              key={id}
              id={id}
              position={first + index + 1}
              of={ids.length}
              shown={shown}
              isStop={id === stop}
              ids={ids}
            />
          ))}
        </ul>
      </CardWordsProvider>
    )
  },
)
