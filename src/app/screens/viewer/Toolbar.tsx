import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { ViewedDevice } from "../../../domain/features/reach/feature.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useDevicesAddress } from "../../lists/devicesAddress.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph, type GlyphName, type GlyphTone } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import {
  BackIcon,
  FullScreenIcon,
  KeyboardIcon,
  KeyboardOffIcon,
  PointerIcon,
  PointerOffIcon,
  SoundIcon,
  SoundOffIcon,
} from "../../ui/icons.ts"
import { Mono } from "../../ui/Mono.tsx"
import { Name } from "../../ui/Name.tsx"
import { Pending } from "../../ui/Pending.tsx"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { ToggleIconButton } from "../../ui/ToggleIconButton.tsx"
import { useAskedMode } from "../../viewer/askedModes.ts"
import type { ViewerStage } from "./useViewer.ts"

const signs: Readonly<Record<ViewedDevice["phase"], readonly [GlyphName, GlyphTone]>> = {
  connecting: ["pending", "acc"],
  connected: ["online", "ok"],
  handedOver: ["confirmed", "ok"],
  lost: ["lastKnown", "warn"],
  failed: ["refused", "bad"],
}

const TICKS = 12
const TICK_PITCH = 4
const TICK_HIGH = 12
/** A delay of this is a whole tick, ms. */
const WHOLE_MS = 200
/** From here on a delay is told in whole seconds: more digits would push the tools out of the window of a phone, ms. */
const IN_SECONDS_FROM_MS = 10_000

/** Twelve ticks, the newest last; a taller one took longer. */
const Latency = ({ latencies }: { readonly latencies: readonly number[] }) => {
  const { t } = useTranslation()
  const { seconds } = useFormat()
  const last = latencies.at(-1)
  if (last === undefined) return null
  const path = latencies
    .slice(-TICKS)
    .map((ms, index) => {
      const high = Math.max(2, Math.min(TICK_HIGH, Math.round((ms / WHOLE_MS) * TICK_HIGH)))
      const x = (TICKS - Math.min(TICKS, latencies.length) + index) * TICK_PITCH + 0.5
      return `M${x} ${TICK_HIGH - high}v${high}`
    })
    .join("")
  return (
    <span className="lat" title={t("devices.viewer.latencyTitle")}>
      <svg viewBox={`0 0 ${TICKS * TICK_PITCH} ${TICK_HIGH}`} aria-hidden="true">
        <path d={path} />
      </svg>
      <bdi>{last < IN_SECONDS_FROM_MS ? t("devices.viewer.latency", { ms: last }) : seconds(last)}</bdi>
    </span>
  )
}

const MODES = ["hid", "usb"] as const

/** The mode that the device reports; one that was asked for looks pending until it does (MODE-2). */
const Mode = ({
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

export interface ToolbarProps {
  readonly device: ViewedDevice
  readonly address: string
  readonly stage: ViewerStage
  readonly mode: "hid" | "usb" | null
  /** Undefined where the native side cannot switch. */
  readonly onMode: ((mode: "hid" | "usb") => void) | undefined
  readonly onDisconnect: () => void
}

const fullScreen = () => {
  if (document.fullscreenElement === null) void document.documentElement.requestFullscreen()
  else void document.exitFullscreen()
}

/** Back, state, name and address; mode; delay, keyboard, pointer, sound, full screen, Disconnect. */
export const Toolbar = ({ device, address, stage, mode, onMode, onDisconnect }: ToolbarProps) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const devices = useDevicesAddress()
  const { streams, change, latencies } = stage
  const [glyph, tone] = signs[device.phase]
  const isUsb = mode === "usb"
  const isLive = device.phase === "connected"
  return (
    <header className="vbar">
      <div className="grp">
        <IconButton icon={BackIcon} flip label={t("devices.viewer.back")} onPress={() => navigate(devices)} />
        <div className="who">
          <Glyph name={glyph} tone={tone} label={t(`devices.viewer.phase.${device.phase}`)} />
          <h1 title={device.name}>
            <Name of={device.name} />
          </h1>
          <Mono className="faint">{address}</Mono>
        </div>
      </div>
      {onMode !== undefined && <Mode id={device.id} mode={mode ?? "hid"} isLive={isLive} onMode={onMode} />}
      <div className="grp">
        {isLive && <Latency latencies={latencies} />}
        <ToggleIconButton
          icon={isUsb || !streams.keyboard ? KeyboardOffIcon : KeyboardIcon}
          label={t("devices.viewer.keyboard")}
          isSelected={streams.keyboard && !isUsb}
          isDisabled={isUsb || !isLive}
          onChange={(keyboard) => change({ keyboard })}
        />
        <ToggleIconButton
          icon={isUsb || !streams.pointer ? PointerOffIcon : PointerIcon}
          label={t("devices.viewer.pointer")}
          isSelected={streams.pointer && !isUsb}
          isDisabled={isUsb || !isLive}
          onChange={(pointer) => change({ pointer })}
        />
        <ToggleIconButton
          icon={streams.audio ? SoundIcon : SoundOffIcon}
          label={t("devices.viewer.sound")}
          isSelected={streams.audio}
          onChange={(audio) => change({ audio })}
        />
        {document.fullscreenEnabled && (
          <IconButton icon={FullScreenIcon} label={t("devices.viewer.fullScreen")} onPress={fullScreen} />
        )}
        <span className="rule" />
        <Button variant="plain" onPress={onDisconnect}>
          {t("devices.viewer.disconnect")}
        </Button>
      </div>
    </header>
  )
}
