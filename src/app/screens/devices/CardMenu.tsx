import type { DeviceCard } from "../../../domain/views/devices.ts"
import { RebootIcon, RenameIcon, TagIcon, WakeIcon } from "../../ui/icons.ts"
import { LightActionMenu } from "../../ui/Menu.tsx"
import type { OnAct } from "./BoundDevices.tsx"
import { useCardWords } from "./cardWords.ts"

/** DEVICE-6, for a bound device. */
export const CardMenu = ({ card: { did, name }, onAct }: { readonly card: DeviceCard; readonly onAct: OnAct }) => {
  const { t } = useCardWords()
  return (
    <LightActionMenu
      label={t("devices.card.actions", { name })}
      items={() => [
        { id: "wake", label: t("common.action.wake"), icon: WakeIcon },
        { id: "rename", label: t("common.action.rename"), icon: RenameIcon },
        { id: "reboot", label: t("common.action.reboot"), icon: RebootIcon },
        { id: "tags", label: t("common.action.tags"), icon: TagIcon, separated: true },
      ]}
      onAction={(dialog) => onAct(dialog, did)}
    />
  )
}
