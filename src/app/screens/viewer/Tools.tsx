import { useTranslation } from "react-i18next"
import { Button } from "../../ui/Button.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import {
  CameraIcon,
  EyeIcon,
  EyeOffIcon,
  FullScreenIcon,
  KeyboardIcon,
  SoundIcon,
  SoundOffIcon,
} from "../../ui/icons.ts"
import { ToggleIconButton } from "../../ui/ToggleIconButton.tsx"
import { useTouch } from "../../ui/useMedia.ts"
import type { Choices } from "../../viewer/choices.ts"
import { toFullScreen } from "../../viewer/fullScreen.ts"
import { canOpenWindow, openWindow } from "../../viewer/openWindow.ts"
import { ClipboardMenu } from "./ClipboardMenu.tsx"
import { DelayMenu, type Route } from "./DelayMenu.tsx"
import { KeyMenu, type KeyMenuProps } from "./KeyMenu.tsx"
import { SizeMenu } from "./SizeMenu.tsx"
import type { ViewerClipboard } from "./useClipboard.ts"
import type { Screenshot } from "./useScreenshot.ts"
import type { ViewerStage } from "./useViewer.ts"
import type { Zooming } from "./useZoom.ts"

/** Gives the keys to the device afterwards. A space for the device would press the button again. */
const switchFullScreen = ({ act }: ViewerStage) => {
  if (document.fullscreenElement === null) void toFullScreen()
  else void document.exitFullscreen()
  act((viewer) => viewer.focus())
}

export interface ToolsProps {
  readonly stage: ViewerStage
  readonly isLive: boolean
  readonly isUsb: boolean
  /** True when the device has sound. */
  readonly canSound: boolean
  readonly keys: Omit<KeyMenuProps, "isDisabled">
  /** True when a text field takes the keys in place of the picture. */
  readonly isText: boolean
  readonly onTextClosed: () => void
  readonly clipboard: ViewerClipboard
  readonly zooming: Zooming
  readonly route: Route
  readonly screenshot: Screenshot
  readonly choices: Choices
  readonly onChoose: (change: Partial<Choices>) => void
  /** The address of the device list. */
  readonly devices: string
  readonly onDisconnect: () => void
}

/** The buttons that the menu of sizes has too. The bar shows them only where it has room. */
const Direct = ({ stage: { streams, change }, isLive, isUsb, canSound, screenshot }: ToolsProps) => {
  const { t } = useTranslation()
  const isViewOnly = isUsb || !(streams.keyboard || streams.pointer)
  return (
    <div className="opt">
      <IconButton
        icon={CameraIcon}
        label={t("devices.viewer.screenshot.save")}
        isDisabled={!isLive}
        onPress={screenshot.save}
      />
      <ToggleIconButton
        icon={isViewOnly ? EyeIcon : EyeOffIcon}
        label={t("devices.viewer.viewOnly")}
        isSelected={isViewOnly}
        isDisabled={isUsb || !isLive}
        onChange={(isOnly) => change({ keyboard: !isOnly, pointer: !isOnly })}
      />
      {canSound && (
        <ToggleIconButton
          icon={streams.audio ? SoundIcon : SoundOffIcon}
          label={t("devices.viewer.sound")}
          isSelected={streams.audio}
          onChange={(audio) => change({ audio })}
        />
      )}
    </div>
  )
}

/** Delay, keys, clipboard, size, screenshot, view only, sound, full screen, Disconnect. */
export const Tools = (props: ToolsProps) => {
  const { t } = useTranslation()
  const {
    stage,
    isLive,
    isUsb,
    keys,
    isText,
    onTextClosed,
    clipboard,
    zooming,
    route,
    screenshot,
    choices,
    onChoose,
    devices,
    onDisconnect,
  } = props
  const { streams, change } = stage
  const isViewOnly = !(streams.keyboard || streams.pointer)
  const takesKeys = isLive && !isUsb && !isViewOnly
  const isTouch = useTouch()
  const fullScreen = () => switchFullScreen(stage)
  return (
    <div className="grp">
      {isLive && <DelayMenu stage={stage} zooming={zooming} route={route} />}
      {isTouch && (
        <ToggleIconButton
          icon={KeyboardIcon}
          label={t("devices.viewer.keys.textField")}
          isSelected={isText}
          isDisabled={!takesKeys}
          keepsFocus
          onChange={(isOn) => (isOn ? keys.onTextField() : onTextClosed())}
        />
      )}
      <KeyMenu {...keys} isDisabled={!takesKeys} />
      <ClipboardMenu clipboard={clipboard} isDisabled={!isLive} canSend={takesKeys} />
      <SizeMenu
        isDisabled={!isLive}
        zooming={zooming}
        choices={choices}
        onChoose={onChoose}
        screenshot={screenshot}
        canResize={props.stage.canResize}
        isViewOnly={isUsb || isViewOnly}
        onViewOnly={isUsb ? undefined : (isOnly) => change({ keyboard: !isOnly, pointer: !isOnly })}
        hasSound={streams.audio}
        onSound={props.canSound ? (audio) => change({ audio }) : undefined}
        onFullScreen={document.fullscreenEnabled ? fullScreen : undefined}
        onWindow={canOpenWindow() ? () => openWindow(devices) : undefined}
      />
      <Direct {...props} />
      {document.fullscreenEnabled && (
        <IconButton icon={FullScreenIcon} label={t("devices.viewer.fullScreen")} onPress={fullScreen} />
      )}
      <span className="rule" />
      <Button variant="plain" onPress={onDisconnect}>
        {t("devices.viewer.disconnect")}
      </Button>
    </div>
  )
}
