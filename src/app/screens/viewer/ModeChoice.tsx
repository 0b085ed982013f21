import { useTranslation } from "react-i18next"
import { Pending } from "../../ui/Pending.tsx"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { useAskedMode } from "../../viewer/askedModes.ts"

const MODES = ["hid", "usb"] as const

/** The mode that the device reports; one that was asked for looks pending until it does (MODE-2). */
export const ModeChoice = ({
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
