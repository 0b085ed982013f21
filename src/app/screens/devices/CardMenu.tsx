import type { DeviceCard } from "../../../domain/views/devices.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { RebootIcon, RenameIcon, TagIcon, WakeIcon } from "../../ui/icons.ts"
import { LightActionMenu } from "../../ui/Menu.tsx"
import { useCardWords } from "./cardWords.ts"

/** DEVICE-6, for a bound device. */
export const CardMenu = ({
  card: { did, name },
  isStop = true,
}: {
  readonly card: DeviceCard
  readonly isStop?: boolean
}) => {
  const { t } = useCardWords()
  const open = useOpenDialog()
  return (
    <LightActionMenu
      isStop={isStop}
      label={t("devices.card.actions", { name })}
      items={() => [
        { id: "wake", label: t("common.action.wake"), icon: WakeIcon },
        { id: "rename", label: t("common.action.rename"), icon: RenameIcon },
        { id: "reboot", label: t("common.action.reboot"), icon: RebootIcon },
        { id: "tags", label: t("common.action.tags"), icon: TagIcon, separated: true },
      ]}
      onAction={(dialog) => open(dialog, { subject: did })}
    />
  )
}
