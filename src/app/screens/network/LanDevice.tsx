import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { LanWake } from "../../../domain/features/lan/state.ts"
import type { State } from "../../../domain/product/state.ts"
import { type LanDeviceView, lanDeviceAt, lanWake } from "../../../domain/views/lan.ts"
import { useNow } from "../../client/clock.ts"
import { useSingleKeys } from "../../commands/useKeys.ts"
import { useFirmwareLine } from "../../devices/FirmwareSign.tsx"
import { FoundName } from "../../devices/searched.tsx"
import { useSelection } from "../../devices/selection.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { Checkbox } from "../../ui/Checkbox.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LanIcon, UsbIcon, WakeIcon } from "../../ui/icons.ts"
import { LightActionMenu, MenuEntries } from "../../ui/Menu.tsx"
import { targetOf, useConnect } from "../../viewer/useConnect.ts"
import { useLanPress } from "./lanDeviceKeys.ts"
import { WAKE_SHOWN_MS, WakeLine } from "./WakeLine.tsx"

/** What cards, rows and the list of a search show alike of a device on this network. */

type OfLanDevice = { readonly device: LanDeviceView }

export interface Shown extends OfLanDevice {
  readonly wake: LanWake | null
}

/** One LAN device with its last wake; null when it is gone. */
export const lanDeviceShown = (state: State, id: string): Shown | null => {
  const device = lanDeviceAt(state, id)
  return device && { device, wake: lanWake(state, device.did) }
}

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
      <Icon of={kind === "usb" ? UsbIcon : LanIcon} />
      <span>{t(`devices.card.kind.${kind}`)}</span>
    </>
  )
}

/** DEVICE-6: what can be asked of it over this network; in a list, whose keys do the same, `isStop` tells whether Tab stops here. */
export const LanDeviceMenu = ({ device: { id, name }, isStop }: OfLanDevice & { readonly isStop?: boolean }) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const letters = useSingleKeys()
  const label = t("devices.card.actions", { name })
  const shortcut = isStop !== undefined && letters ? { shortcut: "W" } : {}
  return (
    <LightActionMenu subject={id} isStop={isStop ?? true} label={label}>
      <MenuEntries
        label={label}
        items={[{ id: "wakeOverLan", label: t("common.action.wake"), icon: WakeIcon, ...shortcut }]}
        onAction={(dialog) => open(dialog, { subject: id })}
      />
    </LightActionMenu>
  )
}

/** Whether it is chosen, while devices are being chosen. */
export const LanDeviceBox = ({ device: { did, name } }: OfLanDevice) => {
  const { t } = useTranslation()
  const { chosen, toggle } = useSelection()
  return (
    <Checkbox
      label={t("devices.selection.choose", { name })}
      isSelected={chosen.has(did)}
      isStop={false}
      onChange={() => toggle(did)}
    />
  )
}

interface InList extends OfLanDevice {
  /** Whether Tab stops here. */
  readonly isStop: boolean
}

/** Its name, which opens its page beside the list or chooses it, as in the list of an account (PICTURE-5). */
export const LanDeviceName = ({ device, isStop, ids }: InList & { readonly ids: readonly string[] }) => {
  const press = useLanPress(device.did, ids)
  return (
    <button type="button" className="hit" title={device.name} tabIndex={isStop ? 0 : -1} onClick={press}>
      <span className="cut">
        <FoundName name={device.name} />
      </span>
    </button>
  )
}

/** DEVICE-8: in one press to its picture, where the native side reaches it. */
export const LanDeviceConnect = ({ device, isStop }: InList) => {
  const { t } = useTranslation()
  const connect = useConnect()
  if (device.known === "last") return null
  return (
    <button
      type="button"
      className="word connect"
      tabIndex={isStop ? 0 : -1}
      aria-label={t("devices.card.connect", { name: device.name })}
      onClick={() => connect(targetOf(device))}
    >
      {t("common.action.connect")}
    </button>
  )
}

/** What is under way with it, an update before a wake; null when nothing is. */
export const useLanDeviceNews = ({ device, wake }: Shown): ReactNode => {
  const now = useNow()
  const firmware = useFirmwareLine(device.id)
  if (firmware !== null) return firmware
  return wake !== null && now - wake.at < WAKE_SHOWN_MS ? <WakeLine wake={wake} /> : null
}
