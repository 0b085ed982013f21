import { useTranslation } from "react-i18next"
import { NameDialog } from "./NameDialog.tsx"
import type { DialogProps } from "./registry.ts"
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
