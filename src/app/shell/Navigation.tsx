import { useTranslation } from "react-i18next"
import { Link, useLocation, useResolvedPath } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { allPages, pageAt, pages } from "../../domain/values/routes.ts"
import { useView } from "../client/client.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { useDevicesAddress } from "../lists/devicesAddress.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import { Icon, type IconShape } from "../ui/Icon.tsx"
import { pageIcons } from "../ui/pageIcons.ts"

const viewOf = ({ session, devices }: State) => ({
  signedIn: session.current !== null,
  devices: session.current !== null && devices.account === session.current.account ? devices.bound.size : 0,
})

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
  const page = pageAt(useLocation().pathname)
  const { pathname } = useResolvedPath(to)
  const isCurrent = page !== null && (page.home ?? page.path) === pathname
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
      {allPages.map(
        ({ path, label, icon, isLinked, needsAccount }) =>
          isLinked === true &&
          label !== undefined &&
          icon !== undefined &&
          (signedIn || needsAccount !== true) && (
            <Entry
              key={path}
              // From the list itself the link leads to all devices.
              to={path === pages.devices.path && pathname !== path ? left : path}
              icon={pageIcons[icon]}
              label={t(label)}
              figure={path === pages.devices.path && devices > 0 ? number(devices) : undefined}
            />
          ),
      )}
    </nav>
  )
}
