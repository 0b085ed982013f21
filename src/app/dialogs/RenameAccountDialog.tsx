import { useTranslation } from "react-i18next"
import { NameDialog } from "./NameDialog.tsx"

/** ACCOUNT-2 */
export const RenameAccountDialog = ({
  name,
  isOpen,
  onClose,
}: {
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  return (
    <NameDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.renameAccount.title")}
      name={name}
      tooLong={t("common.invalid.nameTooLong")}
      command={(wanted) => ({ type: "RenameAccount", name: wanted })}
    />
  )
}
