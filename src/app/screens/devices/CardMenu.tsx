import type { DeviceCard } from "../../../domain/views/devices.ts"
import { canSwitchMode } from "../../../domain/views/lan.ts"
import { useView } from "../../client/client.ts"
import { useSingleKeys } from "../../commands/useKeys.ts"
import { useCardWords } from "../../devices/cardWords.ts"
import { RebootIcon, RenameIcon, TagIcon, WakeIcon } from "../../ui/icons.ts"
import { LightActionMenu, MenuEntries } from "../../ui/Menu.tsx"
import { isAskable } from "../network/askable.ts"
import { modeEntry } from "../network/modeEntry.ts"

/** The actions of the native side. */
const overLan: ReadonlySet<string> = new Set(["wakeOverLan", "usbMode", "hidMode"])

interface EntriesProps {
  readonly card: DeviceCard
  readonly label: string
  /** True in a list, whose keys do the same (DEVICE-17). The menu then shows the keys. */
  readonly isListed: boolean
}

const Entries = ({ card: { did, lan, kind }, label, isListed }: EntriesProps) => {
  const { t, open } = useCardWords()
  const letters = useSingleKeys()
  const canSwitch = useView(canSwitchMode) ?? false
  const near = isAskable(lan) ? lan : null
  const wake = { label: t("common.action.wake"), icon: WakeIcon, ...(isListed && letters && { shortcut: "W" }) }
  const mode = !canSwitch || near === null || near.hasOneMode ? [] : [modeEntry(t, near.mode)]
  const bound = [
    { id: "wake", ...wake },
    { id: "rename", label: t("common.action.rename"), icon: RenameIcon, ...(isListed && { shortcut: "F2" }) },
    { id: "reboot", label: t("common.action.reboot"), icon: RebootIcon },
    ...mode,
    { id: "tags", label: t("common.action.tags"), icon: TagIcon, separated: true },
  ] as const
  return (
    <MenuEntries
      label={label}
      items={kind === "bound" ? bound : [{ id: "wakeOverLan", ...wake } as const, ...mode]}
      // The native side knows the device by its id on the network.
      onAction={(dialog) => open(dialog, { subject: near !== null && overLan.has(dialog) ? near.id : did })}
    />
  )
}

/** DEVICE-6: a device of this network alone has a menu only while it answers, and none on a cable. */
export const CardMenu = ({ card, isStop = true }: { readonly card: DeviceCard; readonly isStop?: boolean }) => {
  const { naming } = useCardWords()
  const label = naming("devices.card.actions", card.name)
  if (card.kind === "near" && !isAskable(card.lan)) return null
  return (
    <LightActionMenu subject={card.did} isStop={isStop} label={label}>
      <Entries card={card} label={label} isListed={!isStop} />
    </LightActionMenu>
  )
}
