import { useTranslation } from "react-i18next"
import { NameDialog } from "./NameDialog.tsx"
import { useDevice } from "./useDevice.ts"
import type { DeviceDialogProps } from "./useDeviceDialogs.tsx"

export const RenameDialog = ({ did, isOpen, onClose }: DeviceDialogProps) => {
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
