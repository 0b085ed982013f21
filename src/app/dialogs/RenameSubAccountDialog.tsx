import { useTranslation } from "react-i18next"
import type { DialogProps } from "./dialogProps.ts"
import { NameDialog } from "./NameDialog.tsx"
import { useSubAccount } from "./useSubAccount.ts"

/** SUB-4 */
export const RenameSubAccountDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const name = useSubAccount(subject)?.name ?? ""
  return (
    <NameDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.rename.title", { name })}
      name={name}
      tooLong={t("common.invalid.nameTooLong")}
      command={(wanted) => ({ type: "RenameSubAccount", accountId: subject, name: wanted })}
    />
  )
}
