import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { type LanDeviceView, lanWake } from "../../../domain/views/lan.ts"
import { useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { useFirmwareLine } from "../../devices/FirmwareSign.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { LightIcon } from "../../ui/LightIcon.tsx"
import { WAKE_SHOWN_MS, WakeLine } from "./WakeLine.tsx"

/** What cards, rows and pages show alike of a device on this network. */

type OfLanDevice = { readonly device: LanDeviceView }

/** Whether it answers now, or did last. */
export const LanDeviceSign = ({ device: { known } }: OfLanDevice) => {
  const { t } = useTranslation()
  return known === "now" ? (
    <Glyph name="online" label={t("devices.card.online")} />
  ) : (
    <Glyph name="lastKnown" label={t("devices.card.wasOnline")} />
  )
}

/** What the device is reached by. */
export const LanDeviceKind = ({ device: { kind } }: OfLanDevice) => {
  const { t } = useTranslation()
  return (
    <>
      <LightIcon of={kind} />
      <span>{t(`devices.card.kind.${kind}`)}</span>
    </>
  )
}

/** What is under way with it, an update before a wake; null when nothing is. */
export const useLanDeviceNews = ({ device }: OfLanDevice): ReactNode => {
  const now = useNow()
  const firmware = useFirmwareLine(device.id)
  const wake = useViewOf(lanWake, device.did) ?? null
  if (firmware !== null) return firmware
  return wake !== null && now - wake.at < WAKE_SHOWN_MS ? <WakeLine wake={wake} /> : null
}
