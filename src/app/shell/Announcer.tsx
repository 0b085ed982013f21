import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { outboxCount } from "../../domain/views/outbox.ts"
import { useView } from "../client/client.ts"
import { useConnection } from "./useConnection.ts"

const announced = {
  online: "layout.connection.announceOnline",
  offline: "layout.connection.announceOffline",
  unreachable: "layout.connection.announceUnreachable",
  unreadable: "common.error.unreadable",
  silent: "layout.connection.announceSilent",
} as const

/** Reads changes of the connection and of the outbox out (LAYOUT-6); what stood there from the start is not news. */
export const Announcer = () => {
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
