import { useTranslation } from "react-i18next"
import { canSwitchMode, type LanDeviceView } from "../../../domain/views/lan.ts"
import { useView } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { Mono } from "../../ui/Mono.tsx"
import { Pending } from "../../ui/Pending.tsx"
import { useAskedMode } from "../../viewer/askedModes.ts"
import { modeDialog } from "./modeEntry.ts"

/**
 * DEVICE-6: the mode that the device reports, or a requested mode as pending (MODE-2). A button that switches the mode
 * where the native side can.
 */
export const Mode = ({
  device: { id, name, mode, known, hasOneMode },
  isStop = true,
}: {
  readonly device: LanDeviceView
  /** True when Tab stops here. */
  readonly isStop?: boolean
}) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const canSwitch = useView(canSwitchMode) ?? false
  const asked = useAskedMode(id)
  const word = t(`devices.card.mode.${mode}`)
  if (asked !== null && asked !== mode) return <Pending value={t(`devices.card.mode.${asked}`)} />
  if (!canSwitch || known === "last" || hasOneMode) return <span>{word}</span>
  return (
    <button
      type="button"
      className="mode"
      tabIndex={isStop ? 0 : -1}
      aria-label={t("devices.card.modeOf", { mode: word, name })}
      onClick={() => open(modeDialog(mode), { subject: id })}
    >
      {word}
    </button>
  )
}

/** DEVICE-4: the address, or the mode of a device that streams over a cable. With `isSwitch` both. */
export const ModeCell = ({
  device,
  isSwitch = false,
  isStop = true,
}: {
  readonly device: LanDeviceView
  readonly isSwitch?: boolean
  readonly isStop?: boolean
}) => {
  const { t } = useTranslation()
  const showsMode = !device.showsAddress || device.isStreaming || isSwitch
  return (
    <>
      {device.showsAddress && <Mono>{device.address}</Mono>}
      {showsMode &&
        (device.kind === "lan" ? (
          <Mode device={device} isStop={isStop} />
        ) : (
          <span>{t(`devices.card.mode.${device.mode}`)}</span>
        ))}
    </>
  )
}
