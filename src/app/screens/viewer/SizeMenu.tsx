import { Button as Key } from "react-aria-components/Button"
import { Label } from "react-aria-components/Label"
import { Radio, RadioGroup } from "react-aria-components/RadioGroup"
import { Switch } from "react-aria-components/Switch"
import { useTranslation } from "react-i18next"
import { useFormat } from "../../i18n/useFormat.ts"
import { Icon, type IconShape } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import {
  CameraIcon,
  CopyIcon,
  EyeIcon,
  FullScreenIcon,
  MinusIcon,
  PlusIcon,
  SoundIcon,
  WindowIcon,
  ZoomIcon,
} from "../../ui/icons.ts"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { Tick } from "../../ui/Tick.tsx"
import { type Choices, cursors, qualities } from "../../viewer/choices.ts"
import { SCALE_MAX, STEP } from "../../viewer/zoom.ts"
import { BarMenu } from "./BarPopover.tsx"
import type { Screenshot } from "./useScreenshot.ts"
import type { Zooming } from "./useZoom.ts"

const PERCENT = 100
const kinds = ["fit", "actual", "zoom"] as const

export interface SizeMenuProps {
  readonly isDisabled: boolean
  readonly zooming: Zooming
  readonly choices: Choices
  readonly onChoose: (change: Partial<Choices>) => void
  readonly screenshot: Screenshot
  /** True when the screen takes the size of the window, should the person want that. */
  readonly canResize: boolean
  readonly isViewOnly: boolean
  /** Undefined where the mode of the device leaves no choice. */
  readonly onViewOnly: ((isViewOnly: boolean) => void) | undefined
  readonly hasSound: boolean
  /** Undefined where the device has no sound. */
  readonly onSound: ((hasSound: boolean) => void) | undefined
  /** Undefined where the browser has no full screen. */
  readonly onFullScreen: (() => void) | undefined
  /** Undefined where there is room for only one page. */
  readonly onWindow: (() => void) | undefined
}

/** Fit, actual size, and every size between. Steps look even to the eye, so the track is logarithmic. */
const Size = ({ zooming }: { readonly zooming: Zooming }) => {
  const { t } = useTranslation()
  const { percent } = useFormat()
  const { placed, kind, toFit, toActual, to, by } = zooming
  const scale = placed?.scale ?? 1
  const choose = { fit: toFit, actual: toActual, zoom: () => by(STEP) }
  return (
    <>
      <SegmentedRadio
        label={t("devices.viewer.size.title")}
        value={kind}
        onChange={(chosen) => choose[chosen]()}
        options={kinds.map((value) => ({ value, label: t(`devices.viewer.size.${value}`) }))}
      />
      <div className="zrow">
        <IconButton small icon={MinusIcon} label={t("devices.viewer.size.smaller")} onPress={() => by(1 / STEP)} />
        <input
          type="range"
          aria-label={t("devices.viewer.size.zoom")}
          aria-valuetext={percent(Math.round(scale * PERCENT))}
          min={-2}
          max={Math.log2(SCALE_MAX)}
          step={0.05}
          value={Math.log2(scale)}
          onChange={({ target }) => to(2 ** target.valueAsNumber)}
        />
        <IconButton small icon={PlusIcon} label={t("devices.viewer.size.larger")} onPress={() => by(STEP)} />
        <bdi className="num">{percent(Math.round(scale * PERCENT))}</bdi>
      </div>
    </>
  )
}

const Quality = ({ choices, onChoose }: Pick<SizeMenuProps, "choices" | "onChoose">) => {
  const { t } = useTranslation()
  return (
    <RadioGroup
      className="field"
      value={choices.quality}
      onChange={(chosen) => {
        const quality = qualities.find((candidate) => candidate === chosen)
        if (quality !== undefined) onChoose({ quality })
      }}
    >
      <Label className="label">{t("devices.viewer.quality.title")}</Label>
      {qualities.map((quality) => (
        <Radio key={quality} value={quality} className="mi two">
          {quality === choices.quality ? <Tick /> : <span className="tick" />}
          <span>
            {t(`devices.viewer.quality.${quality}`)}
            <small>{t(`devices.viewer.quality.${quality}Means`)}</small>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}

const Row = ({
  icon,
  text,
  onPress,
}: {
  readonly icon: IconShape
  readonly text: string
  readonly onPress: () => void
}) => (
  <Key className="mi" onPress={onPress}>
    <Icon of={icon} small />
    {text}
  </Key>
)

const Toggle = ({
  icon,
  text,
  isSelected,
  onChange,
}: {
  readonly icon: IconShape
  readonly text: string
  readonly isSelected: boolean
  readonly onChange: ((isSelected: boolean) => void) | undefined
}) => (
  <Switch className="mi" isSelected={isSelected} isDisabled={onChange === undefined} onChange={(is) => onChange?.(is)}>
    <Icon of={icon} small />
    {text}
    <span className="switch" />
  </Switch>
)

/** The size and quality of the picture, and the actions on it. */
export const SizeMenu = ({ zooming, choices, onChoose, screenshot, isDisabled, ...rest }: SizeMenuProps) => {
  const { t } = useTranslation()
  const { percent } = useFormat()
  const { kind, placed } = zooming
  const text = kind === "zoom" ? percent(Math.round((placed?.scale ?? 1) * PERCENT)) : t(`devices.viewer.size.${kind}`)
  return (
    <BarMenu
      icon={ZoomIcon}
      label={t("devices.viewer.size.menu")}
      text={text}
      className="vmenu"
      isDisabled={isDisabled}
    >
      {(after) => (
        <>
          <Size zooming={zooming} />
          {rest.canResize && (
            <Toggle
              icon={FullScreenIcon}
              text={t("devices.viewer.size.resize")}
              isSelected={choices.resizes}
              onChange={rest.isViewOnly ? undefined : (resizes) => onChoose({ resizes })}
            />
          )}
          <hr />
          <Quality choices={choices} onChoose={onChoose} />
          <hr />
          <SegmentedRadio
            label={t("devices.viewer.cursor.title")}
            value={choices.cursor}
            onChange={(cursor) => onChoose({ cursor })}
            options={cursors.map((value) => ({ value, label: t(`devices.viewer.cursor.${value}`) }))}
          />
          <hr />
          <Row icon={CameraIcon} text={t("devices.viewer.screenshot.save")} onPress={after(screenshot.save)} />
          <Row icon={CopyIcon} text={t("devices.viewer.screenshot.copy")} onPress={after(screenshot.copy)} />
          <Toggle
            icon={EyeIcon}
            text={t("devices.viewer.viewOnly")}
            isSelected={rest.isViewOnly}
            onChange={rest.onViewOnly}
          />
          {rest.onSound !== undefined && (
            <Toggle
              icon={SoundIcon}
              text={t("devices.viewer.sound")}
              isSelected={rest.hasSound}
              onChange={rest.onSound}
            />
          )}
          {rest.onFullScreen !== undefined && (
            <Row icon={FullScreenIcon} text={t("devices.viewer.fullScreen")} onPress={after(rest.onFullScreen)} />
          )}
          {rest.onWindow !== undefined && (
            <Row icon={WindowIcon} text={t("devices.viewer.newWindow")} onPress={after(rest.onWindow)} />
          )}
        </>
      )}
    </BarMenu>
  )
}
