import { memo, useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useNow } from "../../client/clock.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Mono } from "../../ui/Mono.tsx"
import { useTurn } from "../../ui/useTurn.ts"
import { usePageRows } from "../../ui/windowed.ts"
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

/** A card and the gap below it, px; as in cards.css. */
const CARD = { pitch: 120 }
const Slot = (shown: Shown) => {
  const { t } = useTranslation()
  const { age } = useFormat()
  const now = useNow()
  const news = useNeighbourNews(shown)
  const { known, foundAt, toldAt } = shown.reach
  if (news !== null) return <div className="slot">{news}</div>
  return (
    <div className="slot">
      <span className="cut">{t(known === "now" ? "devices.card.online" : "devices.card.wasOnline")}</span>
      <span className="end">
        {known === "now"
          ? t("devices.lan.found", { age: age(foundAt, now) })
          : t("pages.network.answered.last", { age: age(toldAt, now) })}
      </span>
    </div>
  )
}

interface At {
  readonly place: number
  readonly of: number
  /** Whether Tab stops at this card and what is on it. */
  readonly isStop: boolean
}

const CardOf = ({ reach, wake, place, of, isStop }: Shown & At) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const name = useId()
  const here = reach.known === "now"
  return (
    <li className="card" data-neighbour={reach.id} aria-labelledby={name} aria-posinset={place} aria-setsize={of}>
      <div className="card-head">
        <NeighbourSign reach={reach} />
        <h3 className="name" id={name} title={reach.name}>
          <NeighbourName reach={reach} isStop={isStop} />
        </h3>
        {reach.kind === "lan" && here && (
          <div className="acts">
            <FirmwareSign
              id={reach.id}
              label={t("devices.card.update", { name: reach.name })}
              open={open}
              isStop={isStop}
            />
            <NeighbourMenu reach={reach} isStop={isStop} />
          </div>
        )}
      </div>
      <div className="meta">
        <NeighbourKind reach={reach} />
        {reach.build === null ? (
          <span className="faint">{t("devices.card.firmwareUnknown")}</span>
        ) : (
          <>
            <Mono aria-hidden="true" title={String(reach.build)}>
              {reach.build}
            </Mono>
            <span className="vh">{t("devices.card.firmware", { build: reach.build })}</span>
          </>
        )}
      </div>
      <div className="meta">
        <Place reach={reach} isSwitch isStop={isStop} />
      </div>
      <Slot reach={reach} wake={wake} />
    </li>
  )
}

/** Watches one neighbour, so that a change of it renders one card. */
const LanCard = memo(({ id, ...at }: At & { readonly id: string }) => {
  const shown = useNeighbour(id)
  const isFilled = useTurn(at)
  if (shown === null) return null
  return isFilled ? (
    <CardOf {...shown} {...at} />
  ) : (
    <li className="card" data-neighbour={id} aria-posinset={at.place} aria-setsize={at.of} />
  )
})

/** DEVICE-4, DEVICE-6: the cards of devices on this network alone, or on a cable. */
export const LanCards = memo(({ ids, label }: { readonly ids: readonly string[]; readonly label: string }) => {
  const list = useRef<HTMLUListElement>(null)
  const { columns, first, last, before, after, reveal } = usePageRows(list, ids.length, CARD)
  const { stop, hears } = useNeighbourKeys(list, ids, { columns, first, last, reveal })
  return (
    <div>
      <ul
        ref={list}
        className="cards"
        aria-label={label}
        style={{ paddingBlockStart: before, paddingBlockEnd: after }}
        {...hears}
      >
        {ids.slice(first * columns, last * columns).map((id, index) => (
          <LanCard key={id} id={id} place={first * columns + index + 1} of={ids.length} isStop={id === stop} />
        ))}
      </ul>
    </div>
  )
})
