import { type ReactNode, useCallback } from "react"
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
import { useFirmwareLine } from "../devices/FirmwareSign.tsx"

/** What cards, rows and the list of a search show alike of a device on this network. */

type OfReach = { readonly reach: LanReach }

export interface Shown extends OfReach {
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

/** Whether it answers now, or did last. */
export const NeighbourSign = ({ reach: { known } }: OfReach) => {
  const { t } = useTranslation()
  return known === "now" ? (
    <Glyph name="online" label={t("devices.card.online")} />
  ) : (
    <Glyph name="lastKnown" label={t("devices.card.wasOnline")} />
  )
}

/** By what it is reached. */
export const NeighbourKind = ({ reach: { kind } }: OfReach) => {
  const { t } = useTranslation()
  return (
    <>
      <Icon of={kind === "usb" ? UsbIcon : LanIcon} />
      <span>{t(`devices.card.kind.${kind}`)}</span>
    </>
  )
}

/** DEVICE-6: what can be asked of it over this network. */
export const NeighbourMenu = ({ reach: { id, name } }: OfReach) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  return (
    <LightActionMenu
      label={t("devices.card.actions", { name })}
      items={() => [{ id: "wakeOverLan", label: t("common.action.wake"), icon: WakeIcon }]}
      onAction={(dialog) => open(dialog, { subject: id })}
    />
  )
}

/** How long the outcome of a wake is shown, ms. */
const OUTCOME_MS = 5 * 60_000

const glyphs: Readonly<Record<LanWake["stage"], GlyphName>> = {
  asked: "sending",
  sent: "pending",
  awake: "confirmed",
  notConfirmed: "unconfirmed",
  failed: "refused",
}

/** WAKE-4: what is known of a wake, with its time. */
const WakeLine = ({ wake }: { readonly wake: LanWake }) => {
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

/** What is under way with it, an update before a wake; null when nothing is. */
export const useNeighbourNews = ({ reach, wake }: Shown): ReactNode => {
  const now = useNow()
  const firmware = useFirmwareLine(reach.id)
  if (firmware !== null) return firmware
  return wake !== null && now - wake.at < OUTCOME_MS ? <WakeLine wake={wake} /> : null
}
