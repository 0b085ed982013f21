import { useTranslation } from "react-i18next"
import type { LanReach } from "../../../domain/views/lan.ts"
import { LightIcon } from "../../ui/LightIcon.tsx"
import { Place } from "./Place.tsx"

/** The other way to a device of the account: on this network, by its address or mode (LAN-7). */
export const LanWay = ({ of }: { readonly of: LanReach }) => {
  const { t } = useTranslation()
  if (of.known === "last") return null
  return (
    <>
      <LightIcon of={of.kind} />
      <span className="vh">{t(`devices.card.kind.${of.kind}`)}</span>
      <Place reach={of} />
    </>
  )
}
