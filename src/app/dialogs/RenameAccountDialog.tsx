import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { ownAccount } from "../../domain/views/account.ts"
import { useView } from "../client/client.ts"
import type { DialogProps } from "./dialogProps.ts"
import { NameDialog } from "./NameDialog.tsx"

const ownName = (state: State) => ownAccount(state)?.name ?? ""

/** ACCOUNT-2 */
export const RenameAccountDialog = ({ isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  return (
    <NameDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.renameAccount.title")}
      name={useView(ownName) ?? ""}
      tooLong={t("common.invalid.nameTooLong")}
      command={(name) => ({ type: "RenameAccount", name })}
    />
  )
}
