import { useEffect } from "react"
import { outboxCount } from "../../domain/views/outbox.ts"
import { useIsFolding, useView } from "./client.ts"

/** The outbox's figure on the icon of the installed app or the desktop program, where the system shows one (DESK-5). */
export const useBadge = (): void => {
  const count = useView(outboxCount)
  const isFolding = useIsFolding()
  useEffect(() => {
    if (count === undefined || isFolding || !("setAppBadge" in navigator)) return
    // A browser in which the app is not installed may refuse.
    navigator.setAppBadge(count).catch(() => undefined)
  }, [count, isFolding])
}
