import { Suspense, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Outlet, useLocation } from "react-router-dom"
import { routeOf } from "../../domain/values/routes.ts"
import { outboxCount } from "../../domain/views/outbox.ts"
import { useView } from "../client/client.ts"
import { SECOND } from "../client/clock.ts"
import { useOutboxPanel } from "../client/outboxPanel.ts"
import { useClient } from "../client/provider.ts"
import { CONTENT_ID } from "../focus/usePage.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { usePrinting } from "../ui/useMedia.ts"
import { Banners } from "./Banners.tsx"
import { Crashed } from "./Crashed.tsx"
import { Navigation } from "./Navigation.tsx"
import { OutboxPanel } from "./outbox/OutboxPanel.tsx"
import { Sidebar } from "./Sidebar.tsx"
import { TopBar } from "./TopBar.tsx"
import { useConnection } from "./useConnection.ts"

/** Above a printed page: its title, and the time that it shows (UX-6). */
const Printed = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const { clock } = useClient()
  const isPrinting = usePrinting()
  if (!isPrinting) return null
  return (
    <p className="printed">
      <b>{document.title}</b>
      <span>{t("common.time.asOf", { time: format.full(clock.now(SECOND)) })}</span>
    </p>
  )
}

const announced = {
  online: "layout.connection.announceOnline",
  offline: "layout.connection.announceOffline",
  unreachable: "layout.connection.announceUnreachable",
  unreadable: "common.error.unreadable",
  silent: "layout.connection.announceSilent",
} as const

/**
 * Announces changes of the connection and of the outbox to screen readers (LAYOUT-6). The state at the start is not
 * news.
 */
const Announcer = () => {
  const { t } = useTranslation()
  const { status } = useConnection()
  const count = useView(outboxCount)
  const [news, setNews] = useState<readonly [connection: string, outbox: string]>(["", ""])
  const before = useRef({ status, count })
  useEffect(() => {
    const last = before.current
    before.current = { status, count }
    if (last.status !== undefined && last.status !== status && status !== undefined && status !== "signedOut")
      setNews(([, outbox]) => [t(announced[status]), outbox])
    if (last.count !== undefined && last.count !== count && count !== undefined)
      setNews(([connection]) => [connection, t("layout.outbox.waitingCount", { count })])
  }, [t, status, count])
  return (
    <>
      <p className="vh" role="status">
        {news[0]}
      </p>
      <p className="vh" role="status">
        {news[1]}
      </p>
    </>
  )
}

/** LAYOUT-2 and LAYOUT-6: sidebar, rail or bars by width. Connection and outbox are always visible. */
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
