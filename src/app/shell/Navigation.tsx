import { useTranslation } from "react-i18next"
import { Link, useLocation, useResolvedPath } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { useDevicesAddress } from "../lists/devicesAddress.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import { Icon, type IconShape } from "../ui/Icon.tsx"
import { AccountIcon, DevicesIcon, HelpIcon, SettingsIcon } from "../ui/icons.ts"

const viewOf = ({ session, devices }: State) => ({
  signedIn: session.current !== null,
  devices: session.current !== null && devices.account === session.current.account ? devices.bound.size : 0,
})

/** The page of the log is reached from the settings and has no link of its own: it belongs to them. */
const homeOf = (pathname: string): string => (pathname === "/log" ? "/settings" : pathname)

const Entry = ({
  to,
  icon,
  label,
  figure,
}: {
  readonly to: string
  readonly icon: IconShape
  readonly label: string
  readonly figure?: string | undefined
}) => {
  const here = homeOf(useLocation().pathname)
  const { pathname } = useResolvedPath(to)
  const isCurrent = here === pathname || here.startsWith(`${pathname}/`)
  return (
    <Link to={to} title={label} aria-current={isCurrent ? "page" : undefined}>
      <Icon of={icon} />
      <span className="lab">{label}</span>
      {figure !== undefined && (
        <span className="n" aria-hidden="true">
          {figure}
        </span>
      )}
    </Link>
  )
}

/** The pages of the main layout; Account only when signed in (ROUTE-3). */
export const Navigation = ({ className }: { readonly className: "nav" | "tabs" }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const view = useView(viewOf)
  // A link that came later would push the others down.
  const isExpected = useExpectsUser(view?.signedIn)
  const signedIn = view?.signedIn === true || isExpected
  const devices = view?.devices ?? 0
  const { pathname } = useLocation()
  const left = useDevicesAddress()
  return (
    <nav className={className} aria-label={t("layout.navigation")}>
      <Entry
        // From the list itself the link leads to all devices.
        to={pathname === "/devices" ? "/devices" : left}
        icon={DevicesIcon}
        label={t("layout.devices")}
        figure={devices === 0 ? undefined : number(devices)}
      />
      {signedIn && <Entry to="/account" icon={AccountIcon} label={t("layout.account")} />}
      <Entry to="/help-center" icon={HelpIcon} label={t("layout.helpCenter")} />
      <Entry to="/settings" icon={SettingsIcon} label={t("layout.settings")} />
    </nav>
  )
}
