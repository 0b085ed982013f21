import { Suspense } from "react"
import { useTranslation } from "react-i18next"
import { Outlet, useLocation } from "react-router-dom"
import { routeOf } from "../../domain/values/routes.ts"
import { useOutboxPanel } from "../client/outboxPanel.ts"
import { CONTENT_ID } from "../focus/usePage.ts"
import { Announcer } from "./Announcer.tsx"
import { Banners } from "./Banners.tsx"
import { Crashed } from "./Crashed.tsx"
import { Navigation } from "./Navigation.tsx"
import { OutboxPanel } from "./outbox/OutboxPanel.tsx"
import { Printed } from "./Printed.tsx"
import { Sidebar } from "./Sidebar.tsx"
import { TopBar } from "./TopBar.tsx"

/** LAYOUT-2 and LAYOUT-6: sidebar, rail or bars by width; connection and outbox always visible. */
export const MainLayout = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { isOpen } = useOutboxPanel()
  return (
    <div className={isOpen ? "app with-sheet" : "app"}>
      <a
        className="btn skip"
        href={`#${CONTENT_ID}`}
        onClick={(event) => {
          event.preventDefault()
          document.getElementById(CONTENT_ID)?.focus()
        }}
      >
        {t("common.skipToContent")}
      </a>
      <Sidebar />
      <TopBar />
      <main id={CONTENT_ID} className="main" tabIndex={-1}>
        <Printed />
        <Crashed key={routeOf(pathname)}>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </Crashed>
        <Banners />
      </main>
      <OutboxPanel />
      <Navigation className="tabs" />
      <Announcer />
    </div>
  )
}
