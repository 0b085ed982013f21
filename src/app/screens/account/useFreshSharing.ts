import { useEffect } from "react"
import type { State } from "../../../domain/product/state.ts"
import { useSend, useView } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"

/** The time between readings of the lists while a person looks at them, ms. */
const EVERY_MS = 60_000

/** The session of the signed-in account while the server responds; null otherwise. */
export const onlineSession = ({ session, connection }: State) =>
  connection.status === "online" ? (session.current?.id ?? null) : null

/** Reads both lists when the screen opens, when the server is back, and every minute while the tab is visible. */
export const useFreshSharing = (): void => {
  const send = useSend()
  const session = useView(onlineSession) ?? null
  const minute = Math.floor(useNow(EVERY_MS) / EVERY_MS)
  useEffect(() => {
    if (session === null || minute < 0 || document.visibilityState === "hidden") return
    send({ type: "Refresh", list: "subAccounts", asked: false })
    send({ type: "Refresh", list: "mainAccounts", asked: false })
  }, [send, session, minute])
}
