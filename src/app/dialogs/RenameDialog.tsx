import { useTranslation } from "react-i18next"
import type { DialogProps } from "./dialogProps.ts"
import { NameDialog } from "./NameDialog.tsx"
import { useDevice } from "./useDevice.ts"

export const RenameDialog = ({ subject: did, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const { name } = useDevice(did)
  return (
    <NameDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.rename.title", { name })}
      name={name}
      tooLong={t("common.invalid.deviceNameTooLong")}
      command={(wanted) => ({ type: "RenameDevice", did, name: wanted })}
    />
  )
}
