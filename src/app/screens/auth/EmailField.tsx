import { memo } from "react"
import { useTranslation } from "react-i18next"
import { EmailField as Field } from "../../ui/EmailField.tsx"
import type { TextFieldProps } from "../../ui/TextField.tsx"

/** The e-mail address with which a person signs in, or will. */
export const EmailField = memo(
  ({
    value,
    onChange,
    error,
    ...focus
  }: Pick<TextFieldProps, "autoFocus" | "inputRef"> & {
    readonly value: string
    readonly onChange: (change: { readonly email: string }) => void
    readonly error: string | undefined
  }) => {
    const { t } = useTranslation()
    return (
      <Field
        label={t("common.field.email")}
        value={value}
        onChange={(email) => onChange({ email })}
        name="email"
        autoComplete="username"
        {...focus}
        error={error}
      />
    )
  },
)
