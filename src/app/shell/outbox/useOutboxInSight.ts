import { useEffect, useRef } from "react"
import { lastingAction } from "../../../domain/views/outbox.ts"
import { useView } from "../../client/client.ts"
import { SECOND } from "../../client/clock.ts"
import { useOutbox, useOutboxPanel } from "../../client/outboxPanel.ts"
import { useWide } from "../../ui/useWide.ts"

/**
 * Where there is room beside the page, the outbox comes into sight by itself once something in it lasts: an action that
 * waits, or one to decide about. Closed by the person, it stays closed until another action lasts.
 */
export const useOutboxInSight = (): void => {
  const wide = useWide()
  const { isOpen } = useOutboxPanel()
  const outbox = useOutbox()
  const lasting = useView(lastingAction, SECOND) ?? null
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (isOpen) seen.current = lasting
    else if (wide && lasting !== null && lasting !== seen.current) outbox.show()
  }, [wide, isOpen, lasting, outbox])
}
