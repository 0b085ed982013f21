import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { ViewedDevice } from "../../../domain/features/deviceSession/feature.ts"
import { useDevicesAddress } from "../../lists/devicesAddress.ts"
import { Glyph, type GlyphName, type GlyphTone } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { BackIcon } from "../../ui/icons.ts"
import { Mono } from "../../ui/Mono.tsx"
import { Name } from "../../ui/Name.tsx"
import { Pending } from "../../ui/Pending.tsx"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { useAskedMode } from "../../viewer/askedModes.ts"
import { ids } from "./pictureKeys.ts"
import { Tools, type ToolsProps } from "./Tools.tsx"

const MODES = ["hid", "usb"] as const

/** The mode that the device reports. A requested mode looks pending until the device reports it (MODE-2). */
const ModeChoice = ({
  id,
  mode,
  isLive,
  onMode,
}: {
  readonly id: string
  readonly mode: "hid" | "usb"
  readonly isLive: boolean
  readonly onMode: (mode: "hid" | "usb") => void
}) => {
  const { t } = useTranslation()
  const asked = useAskedMode(id)
  const word = (value: "hid" | "usb") => t(`devices.viewer.${value}`)
  return (
    <SegmentedRadio
      label={t("devices.viewer.mode")}
      labelHidden
      value={asked ?? mode}
      onChange={onMode}
      isDisabled={!isLive}
      options={MODES.map((value) => ({
        value,
        label: value === asked && value !== mode ? <Pending value={word(value)} /> : word(value),
      }))}
    />
  )
}

const signs: Readonly<Record<ViewedDevice["phase"], readonly [GlyphName, GlyphTone]>> = {
  connecting: ["pending", "acc"],
  connected: ["online", "ok"],
  handedOver: ["confirmed", "ok"],
  lost: ["lastKnown", "warn"],
  failed: ["refused", "bad"],
}

export interface ToolbarProps extends Omit<ToolsProps, "isLive" | "isUsb" | "devices"> {
  readonly device: ViewedDevice
  readonly address: string
  readonly mode: "hid" | "usb" | null
  /** True when typed keys go to the device. */
  readonly hasKeys: boolean
  /** Undefined where the native side cannot switch. */
  readonly onMode: ((mode: "hid" | "usb") => void) | undefined
}

/** The bar of the viewer: Back, state, name and address; mode; the tools. */
export const Toolbar = ({ device, address, mode, hasKeys, onMode, ...tools }: ToolbarProps) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const devices = useDevicesAddress()
  const isConnected = device.phase === "connected"
  const isLive = isConnected && tools.stage.ended === null
  const [glyph, tone] = isConnected && !isLive ? signs.failed : signs[device.phase]
  const state =
    isConnected && !isLive ? "devices.viewer.ended.title" : (`devices.viewer.phase.${device.phase}` as const)
  return (
    <header className="vbar" id={ids.bar}>
      <div className="grp">
        <IconButton icon={BackIcon} flip label={t("devices.viewer.back")} onPress={() => navigate(devices)} />
        <div className="who">
          <Glyph name={glyph} tone={tone} label={t(state)} />
          <h1 title={device.name}>
            <Name of={device.name} />
          </h1>
          <Mono className="faint">{address}</Mono>
          {hasKeys && isLive && <span className="st">{t("devices.viewer.keysGo")}</span>}
        </div>
      </div>
      {onMode !== undefined && <ModeChoice id={device.id} mode={mode ?? "hid"} isLive={isConnected} onMode={onMode} />}
      <Tools {...tools} isLive={isLive} isUsb={mode === "usb"} devices={devices} />
    </header>
  )
}
