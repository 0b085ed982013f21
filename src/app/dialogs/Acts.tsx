import { useTranslation } from "react-i18next"
import { Button, type ButtonProps } from "../ui/Button.tsx"

type Props = Omit<ButtonProps, "type"> & { readonly onCancel: () => void }

/**
 * The buttons of a dialog: one leaves it unchanged, one carries out the act that it names. With a `form` the act
 * submits that form.
 */
export const Acts = ({ onCancel, ...act }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <Button onPress={onCancel}>{t("common.action.cancel")}</Button>
      <Button variant="primary" type={act.form === undefined ? "button" : "submit"} {...act} />
    </>
  )
}
