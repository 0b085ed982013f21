import type { DeviceCard } from "../../../domain/views/devices.ts"
import { canSwitchMode } from "../../../domain/views/lan.ts"
import { useView } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { RebootIcon, RenameIcon, TagIcon, WakeIcon } from "../../ui/icons.ts"
import { LightActionMenu, MenuEntries } from "../../ui/Menu.tsx"
import { modeEntry } from "../network/modeEntry.ts"
import { useCardWords } from "./cardWords.ts"

const Entries = ({ card: { did, lan }, label }: { readonly card: DeviceCard; readonly label: string }) => {
  const { t } = useCardWords()
  const open = useOpenDialog()
  const canSwitch = useView(canSwitchMode) ?? false
  const near = canSwitch && lan?.kind === "lan" && lan.known === "now" ? lan : null
  return (
    <MenuEntries
      label={label}
      items={[
        { id: "wake", label: t("common.action.wake"), icon: WakeIcon },
        { id: "rename", label: t("common.action.rename"), icon: RenameIcon },
        { id: "reboot", label: t("common.action.reboot"), icon: RebootIcon },
        ...(near === null ? [] : [modeEntry(t, near.mode)]),
        { id: "tags", label: t("common.action.tags"), icon: TagIcon, separated: true },
      ]}
      // The native side knows the device by its id on the network.
      onAction={(dialog) =>
        open(dialog, { subject: near !== null && (dialog === "usbMode" || dialog === "hidMode") ? near.id : did })
      }
    />
  )
}

/** DEVICE-6, for a bound device. */
export const CardMenu = ({ card, isStop = true }: { readonly card: DeviceCard; readonly isStop?: boolean }) => {
  const { t } = useCardWords()
  const label = t("devices.card.actions", { name: card.name })
  return (
    <LightActionMenu isStop={isStop} label={label}>
      <Entries card={card} label={label} />
    </LightActionMenu>
  )
}
