import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { type LanDeviceView, lanWake } from "../../../domain/views/lan.ts"
import { useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { useFirmwareLine } from "../../devices/FirmwareSign.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { LightIcon } from "../../ui/LightIcon.tsx"
import { WAKE_SHOWN_MS, WakeLine } from "./WakeLine.tsx"

/** Parts that cards, rows and pages share for a device on this network. */

type OfLanDevice = { readonly device: LanDeviceView }

/** The sign of a device that answers now, or answered last. */
export const LanDeviceSign = ({ device: { known } }: OfLanDevice) => {
  const { t } = useTranslation()
  return known === "now" ? (
    <Glyph name="online" label={t("devices.card.online")} />
  ) : (
    <Glyph name="lastKnown" label={t("devices.card.wasOnline")} />
  )
}

/** The connection of the device. */
export const LanDeviceKind = ({ device: { kind } }: OfLanDevice) => {
  const { t } = useTranslation()
  return (
    <>
      <LightIcon of={kind} />
      <span>{t(`devices.card.kind.${kind}`)}</span>
    </>
  )
}

/** The work with the device, an update before a wake; null without any. */
export const useLanDeviceNews = ({ device }: OfLanDevice): ReactNode => {
  const now = useNow()
  const firmware = useFirmwareLine(device.id)
  const wake = useViewOf(lanWake, device.did) ?? null
  if (firmware !== null) return firmware
  return wake !== null && now - wake.at < WAKE_SHOWN_MS ? <WakeLine wake={wake} /> : null
}
