import { memo, useCallback, useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { LanWake } from "../../../domain/features/lan/state.ts"
import type { State } from "../../../domain/product/state.ts"
import { LAN_WAKE_CONFIRM_MS } from "../../../domain/values/limits.ts"
import { type LanReach, lanWake, neighbour } from "../../../domain/views/lan.ts"
import { useView } from "../../client/client.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { Glyph, type GlyphName } from "../../ui/Glyph.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LanIcon, UsbIcon, WakeIcon } from "../../ui/icons.ts"
import { LightActionMenu } from "../../ui/Menu.tsx"
import { usePageRows } from "../../ui/windowed.ts"
import { targetOf, useConnect } from "../../viewer/useConnect.ts"
import { FirmwareSign, useFirmwareLine } from "../devices/FirmwareSign.tsx"
import { Place } from "./Place.tsx"

/** A card and the gap below it, px; as in cards.css. */
const CARD = { pitch: 120 }
/** How long the outcome of a wake stays on a card, ms. */
export const OUTCOME_MS = 5 * 60_000

const glyphs: Readonly<Record<LanWake["stage"], GlyphName>> = {
  asked: "sending",
  sent: "pending",
  awake: "confirmed",
  notConfirmed: "unconfirmed",
  failed: "refused",
}

/** WAKE-4: what is known of a wake, with its time. */
export const WakeLine = ({ wake }: { readonly wake: LanWake }) => {
  const { t } = useTranslation()
  const { age, duration } = useFormat()
  const now = useNow(SECOND)
  const { stage, askedAt, at } = wake
  const params = {
    asked: {},
    sent: { age: age(at, now) },
    awake: { time: duration(Math.max(0, at - askedAt)) },
    notConfirmed: { time: duration(LAN_WAKE_CONFIRM_MS) },
    failed: {},
  }[stage]
  const say = t(`devices.lan.wake.${stage}`, params)
  return (
    <span className="say" role="status">
      <Glyph name={glyphs[stage]} />
      <span className="cut" title={say}>
        {say}
      </span>
    </span>
  )
}

const Slot = ({ reach, wake }: { readonly reach: LanReach; readonly wake: LanWake | null }) => {
  const { t } = useTranslation()
  const { age } = useFormat()
  const now = useNow()
  const firmware = useFirmwareLine(reach.id)
  const showsWake = wake !== null && now - wake.at < OUTCOME_MS
  const here = reach.known === "now"
  return (
    <div className="slot">
      {firmware !== null ? (
        firmware
      ) : showsWake ? (
        <WakeLine wake={wake} />
      ) : (
        <>
          <span className="cut">{t(here ? "devices.card.online" : "devices.card.wasOnline")}</span>
          <span className="end">
            {here
              ? t("devices.lan.found", { age: age(reach.foundAt, now) })
              : t("pages.network.answered.last", { age: age(reach.toldAt, now) })}
          </span>
        </>
      )}
    </div>
  )
}

const CardOf = ({ reach, wake, place, of }: Shown & { readonly place: number; readonly of: number }) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const connect = useConnect()
  const name = useId()
  const here = reach.known === "now"
  return (
    <li className="card" aria-labelledby={name} aria-posinset={place} aria-setsize={of}>
      <div className="card-head">
        <Glyph
          name={here ? "online" : "lastKnown"}
          label={t(here ? "devices.card.online" : "devices.card.wasOnline")}
        />
        <h3 className="name" id={name} title={reach.name}>
          {here ? (
            <button type="button" className="hit" onClick={() => connect(targetOf(reach))}>
              <bdi className="cut">{reach.name}</bdi>
            </button>
          ) : (
            <bdi className="cut">{reach.name}</bdi>
          )}
        </h3>
        {reach.kind === "lan" && here && (
          <div className="acts">
            <FirmwareSign id={reach.id} name={reach.name} />
            <LightActionMenu
              label={t("devices.card.actions", { name: reach.name })}
              items={() => [{ id: "wakeOverLan", label: t("common.action.wake"), icon: WakeIcon }]}
              onAction={(dialog) => open(dialog, { subject: reach.id })}
            />
          </div>
        )}
      </div>
      <div className="meta">
        <Icon of={reach.kind === "usb" ? UsbIcon : LanIcon} />
        <span>{t(`devices.card.kind.${reach.kind}`)}</span>
        {reach.build === null ? (
          <span className="faint">{t("devices.card.firmwareUnknown")}</span>
        ) : (
          <>
            <bdi className="mono" dir="ltr" aria-hidden="true" title={String(reach.build)}>
              {reach.build}
            </bdi>
            <span className="vh">{t("devices.card.firmware", { build: reach.build })}</span>
          </>
        )}
      </div>
      <div className="meta">
        <Place reach={reach} isSwitch />
      </div>
      <Slot reach={reach} wake={wake} />
    </li>
  )
}

export interface Shown {
  readonly reach: LanReach
  readonly wake: LanWake | null
}

/** One neighbour with its last wake; null when it is gone. */
export const useNeighbour = (id: string): Shown | null =>
  useView(
    useCallback(
      (state: State): Shown | null => {
        const reach = neighbour(state, id)
        return reach === null ? null : { reach, wake: lanWake(state, reach.did) }
      },
      [id],
    ),
  ) ?? null

/** Watches one neighbour, so that a change of it renders one card. */
const LanCard = memo(({ id, place, of }: { readonly id: string; readonly place: number; readonly of: number }) => {
  const shown = useNeighbour(id)
  return shown === null ? null : <CardOf {...shown} place={place} of={of} />
})

/** DEVICE-4, DEVICE-6: the cards of devices on this network alone, or on a cable. */
export const LanCards = ({ ids, label }: { readonly ids: readonly string[]; readonly label: string }) => {
  const list = useRef<HTMLUListElement>(null)
  const { columns, first, last, before, after } = usePageRows(list, ids.length, CARD)
  return (
    <div>
      <ul ref={list} className="cards" aria-label={label} style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
        {ids.slice(first * columns, last * columns).map((id, index) => (
          <LanCard key={id} id={id} place={first * columns + index + 1} of={ids.length} />
        ))}
      </ul>
    </div>
  )
}
