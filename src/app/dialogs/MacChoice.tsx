import { useTranslation } from "react-i18next"
import { SegmentedRadio } from "../ui/SegmentedRadio.tsx"
import { TextField } from "../ui/TextField.tsx"

export const MacField = ({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
}) => {
  const { t } = useTranslation()
  return (
    <TextField
      label={t("common.field.mac")}
      value={value}
      onChange={onChange}
      autoFocus
      autoComplete="off"
      ltr
      mono
      hint={t("dialog.wake.macHint")}
      error={error}
    />
  )
}

export type MacOf = "bound" | "manual"

/** Which MAC; without a bound one there is nothing to choose. */
export const MacChoice = ({
  hasBoundMac,
  value,
  onChange,
}: {
  readonly hasBoundMac: boolean
  readonly value: MacOf
  readonly onChange: (next: MacOf) => void
}) => {
  const { t } = useTranslation()
  if (!hasBoundMac) return <p className="muted">{t("dialog.wake.noBound")}</p>
  return (
    <SegmentedRadio
      label={t("dialog.wake.choice")}
      labelHidden
      value={value}
      onChange={onChange}
      options={[
        { value: "bound", label: t("dialog.wake.bound") },
        { value: "manual", label: t("dialog.wake.manual") },
      ]}
    />
  )
}
