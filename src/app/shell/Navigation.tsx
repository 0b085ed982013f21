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
import { Figured, type LinkFigure, useUpdatesFigure } from "./UpdatesFigure.tsx"

const viewOf = ({ session, devices }: State) => ({
  signedIn: session.current !== null,
  devices: session.current !== null && devices.account === session.current.account ? devices.bound.size : 0,
})

const Entry = ({
  to,
  icon,
  label,
  figure,
  isInBar,
}: {
  readonly to: string
  readonly icon: IconShape
  readonly label: string
  readonly figure: LinkFigure | null
  readonly isInBar: boolean
}) => {
  const page = pageAt(useLocation().pathname)
  const { pathname } = useResolvedPath(to)
  // The bar has fewer links. A page without a link there is marked at the link of the page that it belongs to.
  const home = isInBar || page?.link === undefined ? page?.home : undefined
  const isCurrent = page !== null && (home ?? page.path) === pathname
  return (
    <Link to={to} title={figure?.said ?? label} aria-current={isCurrent ? "page" : undefined}>
      <Icon of={icon} />
      <span className="lab">{label}</span>
      {figure?.shown}
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
  const updates = useUpdatesFigure()
  const { pathname } = useLocation()
  const left = useDevicesAddress()
  const isInBar = className === "tabs"
  const figures: Readonly<Record<string, LinkFigure | null>> = {
    [pages.devices.path]: devices > 0 ? { shown: <Figured>{number(devices)}</Figured> } : null,
    [pages.updates.path]: updates,
  }
  return (
    <nav className={className} aria-label={t("layout.navigation")}>
      {allPages.map(
        ({ path, label, icon, link, needsAccount }) =>
          (link === "all" || (link === "side" && !isInBar)) &&
          label !== undefined &&
          icon !== undefined &&
          (signedIn || needsAccount !== true) && (
            <Entry
              key={path}
              // On the list itself the link leads to all devices.
              to={path === pages.devices.path && pathname !== path ? left : path}
              icon={pageIcons[icon]}
              label={t(label)}
              figure={figures[path] ?? null}
              isInBar={isInBar}
            />
          ),
      )}
    </nav>
  )
}
