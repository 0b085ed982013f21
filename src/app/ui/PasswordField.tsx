import { memo, useState } from "react"
import { useTranslation } from "react-i18next"
import { IconButton } from "./IconButton.tsx"
import { EyeIcon, EyeOffIcon } from "./icons.ts"
import { TextField, type TextFieldProps } from "./TextField.tsx"

/** A password with show and hide. A field that is mounted again starts hidden. */
export const PasswordField = memo((props: Omit<TextFieldProps, "type" | "end" | "ltr" | "inputMode">) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <>
      <TextField
        {...props}
        isSecret
        type={shown ? "text" : "password"}
        ltr
        end={
          <IconButton
            icon={shown ? EyeOffIcon : EyeIcon}
            label={shown ? t("common.field.hidePassword") : t("common.field.showPassword")}
            small
            onPress={() => setShown(!shown)}
          />
        }
      />
      <span className="vh" role="status">
        {shown ? t("common.field.passwordShown") : null}
      </span>
    </>
  )
})
