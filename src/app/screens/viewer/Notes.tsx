import { useState } from "react"
import { useTranslation } from "react-i18next"
import { lanWake } from "../../../domain/views/lan.ts"
import { useViewOf } from "../../client/client.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { KeyboardIcon, UsbIcon, WakeIcon } from "../../ui/icons.ts"
import { WAKE_SHOWN_MS, WakeLine } from "../network/WakeLine.tsx"
import { PasteBox } from "./PasteBox.tsx"
import type { CutTyping } from "./useTyping.ts"

/** Notes over the upper edge of the picture. */

/** In USB stream mode keyboard and pointer do nothing, as on the real device (MODE-1). */
export const UsbNote = ({ onSwitch }: { readonly onSwitch: (() => void) | undefined }) => {
  const { t } = useTranslation()
  return (
    <div className="vnote" role="status">
      <Icon of={UsbIcon} small />
      <p>{t("devices.viewer.usbNote")}</p>
      {onSwitch !== undefined && (
        <Button variant="plain" onPress={onSwitch}>
          {t("devices.viewer.toHid")}
        </Button>
      )}
    </div>
  )
}

/** The browser refused the clipboard: the person pastes the text here. */
export const ClipboardNote = ({
  onText,
  onDismiss,
}: {
  readonly onText: (text: string) => void
  readonly onDismiss: () => void
}) => {
  const { t } = useTranslation()
  return (
    <div className="vnote pasting">
      <p role="status">{t("devices.viewer.clipboard.unread")}</p>
      <Button variant="plain" onPress={onDismiss}>
        {t("common.action.close")}
      </Button>
      <PasteBox action={t("devices.viewer.typing.start")} onText={onText} />
    </div>
  )
}

/** The typed share of a text that was cut off. The rest is not typed later. The next key of the person dismisses it. */
export const CutNote = ({
  cut: { name, done, total, isLost },
  onDismiss,
}: {
  readonly cut: CutTyping
  readonly onDismiss: () => void
}) => {
  const { t } = useTranslation()
  return (
    <div className="vnote aside" role="status">
      <Icon of={KeyboardIcon} small />
      <p>
        {name === null
          ? t("devices.viewer.typing.cut", { done, total })
          : t("devices.viewer.macro.cut", { name, done, total })}
        {isLost && ` ${t("devices.viewer.typing.lost")}`}
      </p>
      <Button variant="plain" onPress={onDismiss}>
        {t("common.action.close")}
      </Button>
    </div>
  )
}

/** Shown after a key whose characters only a text field can take. */
export const UnwrittenNote = ({
  onTextField,
  onDismiss,
}: {
  readonly onTextField: () => void
  readonly onDismiss: () => void
}) => {
  const { t } = useTranslation()
  return (
    <div className="vnote" role="status">
      <Icon of={KeyboardIcon} small />
      <p>{t("devices.viewer.keys.unwritten")}</p>
      <Button variant="plain" onPress={onTextField}>
        {t("devices.viewer.keys.textField")}
      </Button>
      <Button variant="plain" onPress={onDismiss}>
        {t("common.action.close")}
      </Button>
    </div>
  )
}

/** A first use of a key that is lost with the bridge (SEC-5). */
export const KeyNote = () => {
  const { t } = useTranslation()
  const [isRead, setRead] = useState(false)
  if (isRead) return null
  return (
    <div className="vnote" role="status">
      <p>{t("devices.viewer.keyNotKept")}</p>
      <Button variant="plain" onPress={() => setRead(true)}>
        {t("common.action.close")}
      </Button>
    </div>
  )
}

/** How long the note that the computer is awake stays once its picture shows that too, ms. */
const AWAKE_SHOWN_MS = 10_000

/** While the computer behind the device sleeps, this offers to wake it and shows the progress (WAKE-3, WAKE-4). */
export const SleepNote = ({
  did,
  isAsleep,
  onWake,
}: {
  readonly did: string
  readonly isAsleep: boolean
  readonly onWake: () => void
}) => {
  const { t } = useTranslation()
  const wake = useViewOf(lanWake, did) ?? null
  const now = useNow(SECOND)
  const isAwake = wake?.stage === "awake"
  // An earlier wake is no news of a computer that sleeps again.
  const isShown = wake !== null && isAwake !== isAsleep && now - wake.at < (isAwake ? AWAKE_SHOWN_MS : WAKE_SHOWN_MS)
  if (!isAsleep && !(isAwake && isShown)) return null
  return (
    <div className="vnote">
      <Icon of={WakeIcon} small />
      {isAsleep && <p role="status">{t("devices.viewer.asleep")}</p>}
      {isShown && <WakeLine wake={wake} />}
      {isAsleep && <Button onPress={onWake}>{t("common.action.wake")}</Button>}
    </div>
  )
}
