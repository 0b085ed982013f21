import { useTranslation } from "react-i18next"
import { Checkbox } from "../../ui/Checkbox.tsx"
import { PasswordField } from "../../ui/PasswordField.tsx"

/** The passcode for all devices of a campaign that ask for one (FW-8); "" for none. */
export interface OfferedPasscode {
  readonly passcode: string
  /** True when it is stored for each device that accepts it. */
  readonly keep: boolean
}

/** Asked for before the start, so that no person has to stay at the desk while one device after the other asks. */
export const CommonPasscode = ({
  value: { passcode, keep },
  onChange,
}: {
  readonly value: OfferedPasscode
  readonly onChange: (value: OfferedPasscode) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <PasswordField
        label={t("dialog.updates.passcode")}
        hint={t("dialog.updates.passcodeHint")}
        value={passcode}
        onChange={(text) => onChange({ passcode: text, keep })}
        autoComplete="off"
      />
      {passcode !== "" && (
        <Checkbox isSelected={keep} onChange={(isKept) => onChange({ passcode, keep: isKept })}>
          {t("dialog.passcode.keep")}
        </Checkbox>
      )}
    </div>
  )
}
