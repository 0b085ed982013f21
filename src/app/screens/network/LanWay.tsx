import { useTranslation } from "react-i18next"
import type { LanReach } from "../../../domain/views/lan.ts"
import { Icon } from "../../ui/Icon.tsx"
import { LanIcon, UsbIcon } from "../../ui/icons.ts"
import { Place } from "./Place.tsx"

/** The other way to a device of the account: on this network, by its address or mode (LAN-7). */
export const LanWay = ({ of }: { readonly of: LanReach }) => {
  const { t } = useTranslation()
  if (of.known === "last") return null
  return (
    <>
      <Icon of={of.kind === "usb" ? UsbIcon : LanIcon} />
      <span className="vh">{t(`devices.card.kind.${of.kind}`)}</span>
      <Place reach={of} />
    </>
  )
}
