import { useTranslation } from "react-i18next"
import { PasswordField } from "../../ui/PasswordField.tsx"
import type { Problems, Typed } from "./form.ts"

type NewPasswordTyped = Pick<Typed, "password" | "confirmation">

/** A new password and its confirmation, each with its problem. */
export const NewPasswordFields = ({
  label,
  hint,
  typed,
  problems,
  onChange,
}: {
  readonly label: string
  readonly hint?: string
  readonly typed: NewPasswordTyped
  readonly problems: Pick<Problems, "password" | "confirmation">
  readonly onChange: (part: Partial<NewPasswordTyped>) => void
}) => {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        label={label}
        value={typed.password}
        onChange={(password) => onChange({ password })}
        name="new-password"
        autoComplete="new-password"
        {...(hint === undefined ? {} : { hint })}
        error={problems.password && t(problems.password)}
      />
      <PasswordField
        label={t("common.field.confirmPassword")}
        value={typed.confirmation}
        onChange={(confirmation) => onChange({ confirmation })}
        name="confirm-password"
        autoComplete="new-password"
        error={problems.confirmation && t(problems.confirmation)}
      />
    </>
  )
}
