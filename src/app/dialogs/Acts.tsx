import { useTranslation } from "react-i18next"
import { Button, type ButtonProps } from "../ui/Button.tsx"

type Props = Omit<ButtonProps, "type"> & { readonly onCancel: () => void }

/** How a dialog that asks is left: with nothing done, or by its act, which the button names. With a `form` the act sends that form. */
export const Acts = ({ onCancel, ...act }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <Button onPress={onCancel}>{t("common.action.cancel")}</Button>
      <Button variant="primary" type={act.form === undefined ? "button" : "submit"} {...act} />
    </>
  )
}
