import { useTranslation } from "react-i18next"
import type { DeviceCard } from "../../../domain/views/devices.ts"
import { RebootIcon, RenameIcon, WakeIcon } from "../../ui/icons.ts"
import { ActionMenu } from "../../ui/Menu.tsx"
import type { OnAct } from "./BoundDevices.tsx"

/** DEVICE-6, for a bound device. */
export const CardMenu = ({ card: { did, name }, onAct }: { readonly card: DeviceCard; readonly onAct: OnAct }) => {
  const { t } = useTranslation()
  return (
    <ActionMenu
      label={t("devices.card.actions", { name })}
      items={[
        { id: "wake", label: t("common.action.wake"), icon: WakeIcon },
        { id: "rename", label: t("common.action.rename"), icon: RenameIcon },
        { id: "reboot", label: t("common.action.reboot"), icon: RebootIcon },
      ]}
      onAction={(dialog) => onAct(dialog, did)}
    />
  )
}
