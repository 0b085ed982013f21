import { useTranslation } from "react-i18next"
import { ConfirmDialog } from "./ConfirmDialog.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { useSubAccount } from "./useSubAccount.ts"

/** SUB-3 */
export const RemoveSubAccountDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const name = useSubAccount(subject)?.name ?? ""
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.removeSubAccount.title", { name })}
      act={t("dialog.removeSubAccount.submit")}
      isDanger
      command={{ type: "ChangeSubAccountState", accountId: subject, state: 4 }}
    >
      <p>{t("dialog.removeSubAccount.body", { name })}</p>
    </ConfirmDialog>
  )
}
