import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { useDevicesAddress } from "../lists/devicesAddress.ts"
import { Icon } from "../ui/Icon.tsx"
import { BackIcon } from "../ui/icons.ts"

/** Back to the device list with its last filter, at the head of a page that belongs to it. */
export const ToDevices = () => {
  const { t } = useTranslation()
  const label = t("devices.viewer.back")
  return (
    <Link className="icon" to={useDevicesAddress()} aria-label={label} title={label}>
      <Icon of={BackIcon} flip />
    </Link>
  )
}
